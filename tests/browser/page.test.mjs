// The page of `snake view`, control by control.

import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { withBrowser, withPage } from './browser.mjs';
import {
  GAME,
  assertJumps,
  assertPlaysToItsScore,
  assertShows,
  captionShown,
  coloursShown,
  drop,
  makePage,
  message,
  plainGame,
  positionBySnake,
  turnShown,
  turnsAfter,
  waitForTurn,
} from './game-page.mjs';
import { ROOT, fixture, score, snake, trySnake, withFolder } from './snake.mjs';

/** Runs `action({page, folder, path})` on the page of the game, in a browser of its own. */
const onPage =
  (action, options = {}) =>
  () =>
    withFolder((folder) =>
      withBrowser(options.browser ?? {}, async (context) => {
        const path = await makePage(folder, options.game);
        await withPage(context, path, (page) => action({ page, folder, path, context }), options);
      }),
    );

const side = 14;
const turns = 803;

test('one file below 300 kB', () =>
  withFolder(async (folder) => {
    const { size } = await stat(await makePage(folder));
    console.log(`${size} bytes`);
    assert.ok(size < 300_000);
  }));

test('solve --html writes the page of its answer', () =>
  withFolder((folder) =>
    withBrowser({}, async (context) => {
      const path = join(folder, 'solved.html');
      const output = join(folder, 'moves.txt');
      await writeFile(output, await snake('solve', '--seed', '0', '--passes', '1', '--html', path));
      await withPage(context, path, async (page) => {
        assert.equal(await page.textContent('h1'), 'seed 0');
        await assertPlaysToItsScore(page, { input: fixture('official/0000.txt'), output });
      });
    }),
  ));

test(
  'plays to the end, to the score of snake score',
  onPage(async ({ page }) => {
    assert.equal(await turnShown(page), 0);
    await assertPlaysToItsScore(page);
    // From the end it begins again; a second press pauses.
    await page.click('#play');
    await page.waitForFunction(() => Number(document.getElementById('turn').textContent) < 700);
    await page.click('#play');
    const paused = await turnShown(page);
    await page.waitForTimeout(300);
    assert.equal(await turnShown(page), paused);
  }),
);

test(
  'every cell, colour and figure is as snake-core has it',
  onPage(async ({ page, folder }) => {
    const { bites, mistakes } = await plainGame(folder);
    await page.click('#numbers');
    const around = bites.flatMap((turn) => [turn - 1, turn, turn + 1]);
    for (const turn of [0, 1, mistakes[0], ...around, turns]) {
      await page.evaluate((to) => {
        location.hash = `#turn=${to}`;
      }, turn);
      await waitForTurn(page, turn);
      await assertShows(page, await positionBySnake(folder, turn), side);
    }
  }),
);

test(
  'a turn in the fragment is gone to though another one is written there at the same time',
  onPage(async ({ page }) => {
    await page.evaluate(() => {
      location.hash = '#turn=50';
      history.replaceState(null, '', '#turn=0');
    });
    await waitForTurn(page, 50);
  }),
);

test(
  'steps back and forth over a bite',
  onPage(async ({ page, folder }) => {
    const { bites, game } = await plainGame(folder);
    const bite = bites[0];
    await page.keyboard.press('b');
    assert.equal(await turnShown(page), bite);
    assert.match(await page.textContent('#event'), /bit itself at part \d+: \d+ parts? cut off/);
    const there = [await captionShown(page), await coloursShown(page)];
    await page.click('#back');
    const before = [await captionShown(page), await coloursShown(page)];
    assert.equal(before[1].length, game.lengths[bite - 1]);
    assert.ok(before[1].length > there[1].length, 'the bite cut something off');
    await page.click('#forward');
    assert.deepEqual([await captionShown(page), await coloursShown(page)], there);
    await page.click('#back');
    assert.deepEqual([await captionShown(page), await coloursShown(page)], before);
  }),
);

test(
  'buttons: first, last, steps, jumps',
  onPage(async ({ page, folder }) => {
    const { bites, eatings, mistakes } = await plainGame(folder);
    const press = async (id) => {
      await page.click(`#${id}`);
      return turnShown(page);
    };
    assert.equal(await press('last'), turns);
    assert.equal(await press('forward'), turns, 'no farther than the end');
    assert.equal(await press('back'), turns - 1);
    assert.equal(await press('first'), 0);
    assert.equal(await press('back'), 0, 'no farther than the start');
    assert.equal(await press('forward'), 1);
    for (const [name, list] of Object.entries({
      eating: eatings,
      bite: bites,
      mistake: mistakes,
    })) {
      await press('first');
      assert.equal(await press(`next-${name}`), list[0]);
      assert.equal(await press(`next-${name}`), list[1]);
      assert.equal(await press(`previous-${name}`), list[0]);
      assert.equal(await press(`previous-${name}`), list[0], 'there is none before');
    }
  }),
);

test(
  'keys: all of it without a mouse',
  onPage(async ({ page, folder }) => {
    const { bites, eatings, mistakes } = await plainGame(folder);
    const keys = [
      'ArrowRight',
      'ArrowRight',
      'ArrowLeft',
      'Shift+ArrowRight',
      'Shift+ArrowLeft',
      'End',
      'Home',
    ];
    assert.deepEqual(await turnsAfter(page, keys), [1, 2, 1, 11, 1, turns, 0]);
    await assertJumps(page, 'b', bites);
    await assertJumps(page, 'm', mistakes);
    await assertJumps(page, 'e', eatings.slice(0, 0).concat(eatings));
    await page.keyboard.press('Home');
    await page.keyboard.press(' ');
    assert.equal(await page.getAttribute('#play', 'aria-pressed'), 'true');
    await page.waitForFunction(() => Number(document.getElementById('turn').textContent) > 2);
    await page.keyboard.press(' ');
    assert.equal(await page.getAttribute('#play', 'aria-pressed'), 'false');
    // Buttons can be reached and pressed by keys, too.
    await page.keyboard.press('Home');
    await page.focus('#forward');
    await page.keyboard.press(' ');
    assert.equal(await turnShown(page), 1);
  }),
);

test(
  'slider and chart go to a turn',
  onPage(async ({ page }) => {
    await page.fill('#slider', '300');
    assert.equal(await turnShown(page), 300);
    await page.focus('#slider');
    await page.keyboard.press('ArrowRight');
    assert.equal(await turnShown(page), 301, 'one turn, not two');
    const box = await page.locator('#chart').boundingBox();
    const click = async (part) => {
      await page.mouse.click(box.x + 30 + (box.width - 40) * part, box.y + 40);
      return turnShown(page);
    };
    assert.ok(Math.abs((await click(0.5)) - turns / 2) <= 2);
    assert.equal(await click(0), 0);
    assert.equal(await click(1), turns);
    // Dragging follows the pointer.
    await page.mouse.move(box.x + 60, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + 30 + (box.width - 40) / 4, box.y + 40);
    await page.mouse.up();
    assert.ok(Math.abs((await turnShown(page)) - turns / 4) <= 2);
  }),
);

test(
  'speed: slower and faster',
  onPage(async ({ page }) => {
    const texts = [];
    for (let press = 0; press < 9; press++) {
      texts.unshift(await page.textContent('#speed-text'));
      await page.keyboard.press('ArrowDown');
    }
    assert.equal(await page.textContent('#speed-text'), '1 / s');
    await page.fill('#speed', '8');
    assert.equal(await page.textContent('#speed-text'), '500 / s');
    await page.click('#play');
    await page.waitForFunction(
      (end) => Number(document.getElementById('turn').textContent) === end,
      turns,
    );
  }),
);

test(
  'the turn is in the link',
  onPage(
    async ({ page, path, context }) => {
      assert.equal(await turnShown(page), 300);
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction(() => location.hash === '#turn=301');
      await page.evaluate(() => {
        location.hash = '#turn=12';
      });
      await waitForTurn(page, 12);
      for (const [fragment, turn] of [
        ['#turn=999999', turns],
        ['#turn=-1', 0],
        ['#<script>', 0],
        ['', 0],
      ]) {
        await withPage(context, path, async (other) => assert.equal(await turnShown(other), turn), {
          fragment,
        });
      }
    },
    { fragment: '#turn=300' },
  ),
);

test(
  'numbers can be switched off, and with a key',
  onPage(async ({ page, folder }) => {
    const pixels = () => page.$eval('#board', (canvas) => canvas.toDataURL());
    const chip = () => page.$eval('.chip', (chip) => getComputedStyle(chip).color);
    const [board, colour] = [await pixels(), await chip()];
    await page.click('#numbers');
    assert.notEqual(await pixels(), board);
    assert.equal(await chip(), 'rgba(0, 0, 0, 0)');
    await page.keyboard.press('n');
    assert.deepEqual([await pixels(), await chip()], [board, colour]);
  }),
);

test('dark and light, by the system and by hand', async () => {
  for (const colorScheme of ['light', 'dark']) {
    await onPage(
      async ({ page }) => {
        // The lower left cell is bare at the start.
        const box = await page.locator('#board').boundingBox();
        const corner = { x: Math.ceil(box.x) + 12, y: Math.floor(box.y + box.height) - 12 };
        const brightness = () =>
          page.evaluate(() =>
            Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)[0]),
          );
        const board = async () => {
          const png = await page.screenshot({ clip: { ...corner, width: 1, height: 1 } });
          return page.evaluate(
            async (source) => {
              const image = await createImageBitmap(
                new Blob([new Uint8Array(source)], { type: 'image/png' }),
              );
              const context = document
                .createElement('canvas')
                .getContext('2d', { willReadFrequently: true });
              context.drawImage(image, 0, 0);
              return context.getImageData(0, 0, 1, 1).data[0];
            },
            [...png],
          );
        };
        const isDark = async () => [await brightness(), await board()].map((value) => value < 128);
        const before = colorScheme === 'dark';
        assert.deepEqual(await isDark(), [before, before]);
        await page.click('#theme');
        assert.deepEqual(await isDark(), [!before, !before]);
        await page.keyboard.press('t');
        assert.deepEqual(await isDark(), [before, before]);
      },
      { browser: { colorScheme } },
    )();
  }
});

test(
  'sequences: prefix, next, wrong and missing are marked',
  onPage(async ({ page, folder }) => {
    const { game, mistakes } = await plainGame(folder);
    await page.evaluate((to) => {
      location.hash = `#turn=${to}`;
    }, mistakes[0]);
    await waitForTurn(page, mistakes[0]);
    game.seek(mistakes[0]);
    const { colours, prefix, length, instance } = game.state;
    const expected = instance.wanted.map((wanted, ordinal) => {
      if (ordinal < prefix) return 'pair matched';
      const standing =
        ordinal >= length ? 'missing' : colours[ordinal] === wanted ? 'right' : 'wrong';
      return `pair ${standing}${ordinal === prefix ? ' next' : ''}`;
    });
    assert.deepEqual(
      await page.$$eval('.pair', (pairs) => pairs.map((pair) => pair.className)),
      expected,
    );
    const wanted = await page.$$eval('.pair span:first-child', (chips) =>
      chips.map((chip) => +chip.textContent),
    );
    assert.deepEqual(wanted, instance.wanted);
    assert.equal(await page.textContent('#next-text'), `next ${instance.wanted[prefix]}`);
    await page.keyboard.press('End');
    assert.equal(await page.textContent('#next-text'), 'complete');
  }),
);

test(
  'by hand: moves from any turn on, undo, restore',
  onPage(async ({ page }) => {
    await page.keyboard.press('Home');
    await page.keyboard.press('h');
    assert.deepEqual(await turnsAfter(page, ['ArrowRight', 'ArrowRight', 'ArrowDown']), [1, 2, 3]);
    assert.equal(await page.textContent('#turns'), '3', 'the moves after the turn are replaced');
    // Illegal moves are refused, in the scorer's words, and change nothing.
    await page.keyboard.press('ArrowUp');
    assert.equal(await message(page), 'Try to U-turn');
    assert.equal(await turnShown(page), 3);
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.isHidden('#message'), true);
    await page.keyboard.press('u');
    assert.equal(await turnShown(page), 3);
    // A second branch from an earlier turn; the keys for jumps are the same as ever.
    await page.fill('#slider', '1');
    await page.evaluate(() => document.activeElement.blur());
    assert.deepEqual(await turnsAfter(page, ['ArrowDown']), [2]);
    await page.click('#move-R');
    assert.equal(await turnShown(page), 3);
    for (const turn of [2, 1, 2, 1, 0]) {
      await page.click('#undo');
      assert.equal(await turnShown(page), turn);
    }
    assert.equal(await page.isDisabled('#undo'), true);
    assert.equal(await page.textContent('#turns'), String(turns), 'all is as before');

    await page.fill('#slider', '500');
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    assert.equal(await page.isHidden('#pad'), true);
    await page.click('#restore');
    assert.equal(await page.textContent('#turns'), String(turns));
    await assertPlaysToItsScore(page);
  }),
);

test(
  'by hand: arrows to be touched, on the screen together with the board',
  onPage(async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.click('#hand');
    await page.evaluate(() => scrollTo(0, 0));
    for (const [index, letter] of [...'DRUL'].entries()) {
      await page.click(`#move-${letter}`);
      assert.equal(await turnShown(page), index + 1, letter);
    }
    assert.equal(await page.evaluate(() => scrollY), 0, 'nothing had to be scrolled to');
  }),
);

test(
  'by hand: the moves can be copied and saved as an answer',
  onPage(async ({ page, folder, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('h');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowUp'])
      await page.keyboard.press(key);
    const shown = await page.textContent('#score');
    await page.click('#copy');
    await page.waitForFunction(() => document.getElementById('copy').textContent === 'Copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, 'R\nR\nU\nU\n');
    const output = join(folder, 'by-hand.txt');
    await writeFile(output, copied);
    assert.equal((await score(GAME.input, output)).Score, shown);
    const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
    assert.equal(saved.suggestedFilename(), 'moves.txt');
    assert.equal(await readFile(await saved.path(), 'utf8'), copied);
  }),
);

const seed0 = { input: fixture('official/0000.txt'), output: fixture('answers/0000.txt') };

test(
  'another game: pasted texts, dropped files, chosen files',
  onPage(async ({ page, context }) => {
    const [input, output] = await Promise.all(
      [seed0.input, seed0.output].map((file) => readFile(file, 'utf8')),
    );
    await page.click('#texts summary');
    await page.fill('#input', input);
    await page.fill('#output', output);
    await page.click('#replay');
    assert.equal(await turnShown(page), 0);
    await page.evaluate(() => document.activeElement.blur());
    await assertPlaysToItsScore(page, seed0);

    await page.reload();
    await drop(page, [
      { name: 'moves.txt', text: output },
      { name: '0000.txt', text: input },
    ]);
    await page.waitForFunction(() => document.querySelector('h1').textContent === '0000.txt');
    await assertPlaysToItsScore(page, seed0);

    await page.reload();
    await page.setInputFiles('#files', [GAME.output, GAME.input]);
    await page.waitForFunction(() => document.querySelector('h1').textContent === '0002.txt');
    await assertPlaysToItsScore(page, GAME);

    // An instance alone begins an empty game on it, an answer alone is for the instance shown.
    await page.reload();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const paste = async (text) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await page.keyboard.press('Control+v');
    };
    await paste(input);
    await page.waitForFunction(() => document.getElementById('turns').textContent === '0');
    assert.equal(await page.textContent('#wanted-length'), '30');
    await paste(output);
    await page.waitForFunction(() => document.getElementById('turns').textContent === '54');
    await assertPlaysToItsScore(page, seed0);
  }),
);

test(
  'broken files: the words of snake score, and the game shown stays',
  onPage(async ({ page, folder }) => {
    const input = await readFile(seed0.input, 'utf8');
    const broken = await Promise.all(
      ['letters', 'n-17', 'food-count', 'truncated', 'extra-tokens', 'food-on-start'].map(
        async (name) => [
          { name: 'a.txt', text: await readFile(fixture(`malformed/${name}.txt`), 'utf8') },
        ],
      ),
    );
    for (const moves of ['U\nRR\n', 'R\nL\n', 'D\n'.repeat(9), 'R '.repeat(100_001)]) {
      broken.push([
        { name: 'in.txt', text: input },
        { name: 'a.txt', text: moves },
      ]);
    }
    for (const files of broken) {
      await page.reload();
      await page.keyboard.press('End');
      await drop(page, files);
      const shown = await message(page);
      for (const { name, text } of files) await writeFile(join(folder, name), text);
      const answer = files.length === 2 ? 'a.txt' : 'in.txt';
      await writeFile(join(folder, 'in.txt'), files.length === 2 ? input : '');
      const instance = join(folder, files.length === 2 ? 'in.txt' : 'a.txt');
      const { stderr } = await trySnake('score', instance, join(folder, answer));
      assert.equal(stderr, `snake: ${join(folder, shown)}\n`);
      // An illegal move is shown where it happens; otherwise nothing has changed.
      const illegal = /\(turn (\d+)\)$/.exec(shown);
      const now = await turnShown(page);
      if (illegal) {
        assert.equal(now, 0);
        assert.deepEqual(await turnsAfter(page, ['End', 'Home', 'm']), [
          +illegal[1],
          0,
          +illegal[1],
        ]);
      } else {
        assert.equal(now, turns);
      }
      await page.click('#message-close');
      assert.equal(await page.isHidden('#message'), true);
    }
  }),
);

test('readable from 360 px to a large screen', async () => {
  const folder = join(ROOT, 'target/browser-screenshots');
  for (const colorScheme of ['light', 'dark']) {
    await onPage(
      async ({ page }) => {
        for (const [width, height] of [
          [360, 740],
          [768, 1024],
          [1440, 900],
          [2560, 1440],
        ]) {
          await page.setViewportSize({ width, height });
          await page.click('#texts summary');
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - innerWidth,
          );
          assert.ok(overflow <= 0, `${width} px: ${overflow} px too wide`);
          const small = await page.$$eval('button, .button', (all) =>
            all
              .map((button) => [button.id, button.getBoundingClientRect()])
              .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24))
              .map(([id]) => id),
          );
          assert.deepEqual(small, [], `${width} px: too small to be touched`);
          // The board and what plays it fit on the screen together.
          const board = await page.locator('#board').boundingBox();
          assert.ok(
            board.width >= Math.min(width, height) * 0.5,
            `${width} px: a board of ${board.width} px`,
          );
          const slider = await page.locator('#slider').boundingBox();
          assert.ok(slider.y + slider.height < height, `${width} px: the slider is at ${slider.y}`);
          await page.click('#texts summary');
          await page.evaluate(() => scrollTo(0, 0));
          await page.screenshot({ path: join(folder, `game-${colorScheme}-${width}.png`) });
        }
      },
      { browser: { colorScheme }, fragment: '#turn=300' },
    )();
  }
});
