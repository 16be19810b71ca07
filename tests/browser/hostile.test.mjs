// Files made to harm: none can run a script in the page, or hang it.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { withBrowser, withPage } from './browser.mjs';
import { GAME, drop, makePage, message, turnsAfter } from './game-page.mjs';
import { fixture, snake, withFolder } from './snake.mjs';

const MIB = 2 ** 20;

/** Long enough for a busy machine; what is told at once takes a hundredth of it. */
const LONGEST_MS = 5000;

const SCRIPT =
  '</script></textarea></title><script>document.title="pwned"</script><img src=x onerror=alert(1)>';

/** Asserts that nothing has run or been inserted, and that the page still plays. */
async function assertUnharmed(page) {
  assert.notEqual(await page.title(), 'pwned');
  assert.equal(await page.$$eval('img, iframe, object, embed', (found) => found.length), 0);
  assert.equal(await page.$$eval('script', (found) => found.length), 1);
  await page.evaluate(() => document.activeElement.blur());
  assert.deepEqual(await turnsAfter(page, ['Home', 'ArrowRight']), [0, 1]);
}

const onPage = (action) => () =>
  withFolder((folder) =>
    withBrowser({}, async (context) => {
      const path = await makePage(folder);
      await withPage(context, path, (page) => action({ page, folder, context }));
    }),
  );

test(
  'script tags in a file or its name stay text',
  onPage(async ({ page }) => {
    const input = await readFile(GAME.input, 'utf8');
    for (const text of [SCRIPT, `8 30 3 ${SCRIPT}`, `${input}${SCRIPT}`, `U\n${SCRIPT}`]) {
      await drop(page, [{ name: `${SCRIPT.replaceAll('/', ':')}.txt`, text }]);
      assert.match(await message(page), /<script>/);
      await assertUnharmed(page);
      await page.click('#message-close');
    }
    // As a title.
    await drop(page, [{ name: SCRIPT, text: input }]);
    await page.waitForFunction(() => document.querySelector('h1').textContent.includes('<script>'));
    await page.keyboard.press('h');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await assertUnharmed(page);
  }),
);

test('a hostile name of a file given to snake view stays text', () =>
  withFolder((folder) =>
    withBrowser({}, async (context) => {
      const name = `${SCRIPT.replaceAll('/', '\\')}"'&amp;{{script}}.txt`;
      const input = join(folder, name);
      await writeFile(input, await readFile(GAME.input));
      const path = join(folder, 'game.html');
      await snake('view', input, GAME.output, '-o', path);
      await withPage(context, path, async (page) => {
        assert.equal(await page.textContent('h1'), name);
        await assertUnharmed(page);
      });
    }),
  ));

test('a script that gets in all the same is not run', () =>
  withFolder((folder) =>
    withBrowser({}, async (context) => {
      const path = await makePage(folder);
      const page = await readFile(path, 'utf8');
      const injected = page.replace(
        '<main>',
        '<script>document.title = "pwned"</script><main onclick="document.title = \'pwned\'">',
      );
      assert.notEqual(injected, page);
      await writeFile(path, injected);
      const opened = await context.newPage();
      await opened.goto(`file://${path}`);
      await opened.click('#forward');
      assert.notEqual(await opened.title(), 'pwned');
      assert.equal(await opened.textContent('#turn'), '1');
    }),
  ));

/** Files that are long, or no text, and what the page says of them. */
const LONG = [
  [
    '10 MB of zero bytes',
    { unit: '\0', count: 10 * MIB },
    /line 1, column 1: Invalid direction: (\\0){20}…$/,
  ],
  ['10 MB of one token', { unit: 'x', count: 10 * MIB }, /Invalid direction: x{20}…$/],
  ['10 MB of moves', { unit: 'R ', count: 5 * MIB }, /Too long output$/],
  [
    '10 MB of numbers',
    { unit: '9 ', count: 5 * MIB },
    /line 1, column 3: M \(with N = 9\) must be in/,
  ],
  ['10 MB of one number', { unit: '9', count: 10 * MIB }, /N must be in 8\.\.=16, found 9{20}…$/],
  [
    '10 MB of script tags',
    { unit: '<script>alert(1)</script>', count: 400_000 },
    /Invalid direction: <script>alert\(1\)<\/s/,
  ],
  [
    '32 MB and a byte',
    { unit: 'R', count: 32 * MIB + 1 },
    /longer than 32 MiB: no instance or answer is$/,
  ],
  [
    'a picture',
    { bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0] },
    /line 1: not UTF-8 text: byte 0x89 at offset 0$/,
  ],
];

test(
  'long and binary files are refused soon',
  onPage(async ({ page }) => {
    for (const [what, content, expected] of LONG) {
      await drop(page, [{ name: 'warm-up', text: 'X' }]);
      await message(page);
      await page.click('#message-close');
      const started = Date.now();
      await drop(page, [{ name: 'long', ...content }]);
      const said = await message(page);
      const took = Date.now() - started;
      assert.match(said, expected, what);
      assert.ok(said.length < 400, what);
      assert.ok(took < LONGEST_MS, `${what}: ${took} ms`);
      console.log(`${what}: ${took} ms`);
      await assertUnharmed(page);
      await page.click('#message-close');
    }
  }),
);

test(
  '10 MB of blank lines are an empty answer, as for snake score',
  onPage(async ({ page }) => {
    await drop(page, [{ name: 'blank', unit: '\n', count: 10 * MIB }]);
    await page.waitForFunction(() => document.getElementById('turns').textContent === '0');
    assert.equal(await page.isHidden('#message'), true);
  }),
);

test(
  'a long text pasted into a field is not put there',
  onPage(async ({ page }) => {
    await page.click('#texts summary');
    await page.focus('#output');
    const before = await page.inputValue('#output');
    const started = Date.now();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'x'.repeat(10 * 2 ** 20));
      const pasted = new ClipboardEvent('paste', {
        clipboardData,
        bubbles: true,
        cancelable: true,
      });
      document.getElementById('output').dispatchEvent(pasted);
    });
    assert.match(await message(page), /Invalid direction: x{20}…$/);
    assert.equal(await page.inputValue('#output'), before);
    assert.ok(Date.now() - started < LONGEST_MS);
    await assertUnharmed(page);
  }),
);

test(
  'the longest game there can be is replayed',
  onPage(async ({ page }) => {
    const input = await readFile(fixture('official/0002.txt'), 'utf8');
    await drop(page, [
      { name: 'in', text: input },
      { name: 'out', unit: 'R\nD\nL\nU\n', count: 25_000 },
    ]);
    await page.waitForFunction(() => document.getElementById('turns').textContent === '100000');
    assert.deepEqual(await turnsAfter(page, ['End', 'ArrowLeft', 'Home']), [100_000, 99_999, 0]);
    await page.keyboard.press('End');
    await page.keyboard.press('h');
    await page.keyboard.press('ArrowRight');
    assert.equal(await message(page), 'Too long output');
  }),
);
