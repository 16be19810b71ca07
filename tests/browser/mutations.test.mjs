// The tests of the page notice broken rules: each of these breaks a line of the page's rules.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { withBrowser, withPage } from './browser.mjs';
import {
  assertJumps,
  assertPlaysToItsScore,
  assertShows,
  makePage,
  plainGame,
  positionBySnake,
} from './game-page.mjs';
import { assertAgrees, coreGames, loadRules } from './rules.mjs';
import { withFolder } from './snake.mjs';

/** Enough that each broken rule shows. */
const RANDOM_GAMES = 300;

/** Name, line of `state.js`, what it becomes, and whether the game of seed 2 comes by it. */
const BROKEN_RULES = [
  ['a shared tail counts as a bite', 'this.cells.length - 2;', 'this.cells.length - 1;', true],
  ['the tail is kept without eating', '    this.cells.pop();\n', '', true],
  [
    'cut-off colours shift by one',
    'this.foods[cell] = colours[index];',
    'this.foods[cell] = colours[(index + 1) % colours.length];',
    true,
  ],
  [
    'an eaten colour goes to the head',
    'this.colours.push(colour);',
    'this.colours.unshift(colour);',
    true,
  ],
  [
    'the part that was met is cut off',
    'this.#cutBehind(part) }',
    'this.#cutBehind(part - 1) }',
    true,
  ],
  ['a missing part costs as much as a wrong one', '2 * missing', 'missing', true],
  ['U-turns are legal', 'destination === this.cells[1]', 'false', false],
  [
    'a U-turn onto the tail is legal',
    'if (destination === this.cells[1])',
    'if (destination === this.cells[1] && destination !== this.cells.at(-1))',
    false,
  ],
  ['the board has one more row', 'row < side', 'row <= side', false],
];

function breakLine(source, line, broken) {
  assert.equal(source.split(line).length, 2, `there is one place with ${line}`);
  return source.replace(line, () => broken);
}

test('broken rules disagree with snake-core', () =>
  withFolder(async (folder) => {
    const games = await coreGames(RANDOM_GAMES);
    for (const [name, line, broken] of BROKEN_RULES) {
      const rules = await loadRules(folder, (file, source) =>
        file === 'state.js' ? breakLine(source, line, broken) : source,
      );
      assert.throws(
        () => games.forEach((game) => assertAgrees(rules, game)),
        assert.AssertionError,
        name,
      );
    }
    const rules = await loadRules(folder);
    games.forEach((game) => assertAgrees(rules, game));
  }));

/** What the tests of the page ask of it, in short. */
async function assertPlaysByTheRules(page, { bites, start, end }) {
  await assertPlaysToItsScore(page);
  await assertJumps(page, 'b', bites);
  await page.keyboard.press('n');
  for (const [key, position] of [
    ['Home', start],
    ['End', end],
  ]) {
    await page.keyboard.press(key);
    await assertShows(page, position, 14);
  }
}

test('a page with broken rules fails the tests of the page', () =>
  withFolder((folder) =>
    // The page's policy would not let a changed script run at all.
    withBrowser({ bypassCSP: true }, async (context) => {
      const path = await makePage(folder);
      const [start, end] = await Promise.all([0, 803].map((turn) => positionBySnake(folder, turn)));
      const expected = { ...(await plainGame(folder)), start, end };
      const source = await readFile(path, 'utf8');
      const play = (file) =>
        withPage(context, file, (page) => {
          page.setDefaultTimeout(5000);
          return assertPlaysByTheRules(page, expected);
        });
      await play(path);
      for (const [name, line, broken, isMet] of BROKEN_RULES) {
        if (!isMet) continue;
        const file = join(folder, 'broken.html');
        await writeFile(file, breakLine(source, line, broken));
        await assert.rejects(
          play(file),
          (error) => {
            console.log(`${name}: ${error.message.split('\n')[0]}`);
            return true;
          },
          name,
        );
      }
    }),
  ));
