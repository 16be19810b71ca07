// The report of `snake compare --html`.

import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { withBrowser, withPage } from './browser.mjs';
import { snake, withFolder } from './snake.mjs';

const SEEDS = 2000;

// A name that would be a dialog if any text became markup.
const EVIL = `</script><img src=x onerror='alert(1)'><script>alert(2)</script>`;

// Results of a made-up solver: every 500th seed fails, some are ties.
function results(shift) {
  const rows = [];
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const n = 8 + (seed % 9);
    const low = Math.ceil((n * n) / 4);
    const m = low + ((seed * 7) % (Math.floor((3 * n * n) / 4) - low + 1));
    const failed = seed % 500 === 499;
    const noise = Math.floor((Math.sin((seed + shift) ** 2) + 1) * 10);
    const t = failed ? null : 3 * m + noise;
    rows.push(JSON.stringify({
      seed, n, m, c: 3, score: t, t, e: failed ? null : 0, k: failed ? null : m, wall: 1, cpu: 1, memory: 1,
      passes: null, status: failed ? 'crash' : 'ok', reason: failed ? EVIL : null, solver: EVIL, hash: 'ab',
      parameters: {}, machine: { cpu: 'x', cores: 1 },
    }));
  }
  return `${rows.join('\n')}\n`;
}

async function report(folder) {
  const [a, b, html] = ['a.jsonl', 'b.jsonl', 'report.html'].map((name) => join(folder, name));
  await writeFile(a, results(0));
  await writeFile(b, results(12345));
  const text = await snake('compare', a, b, '--html', html);
  return { html, verdict: text.trimEnd().split('\n').at(-1) };
}

const cells = (page, column) =>
  page.locator(`#seeds tbody tr td:nth-child(${column})`).evaluateAll((found) => found.map((cell) => Number(cell.textContent)));

test('the report of 2000 seeds', async (t) => {
  const check = async (page, { html, verdict }) => {
    await t.test('is one small file', async () => {
      const { size } = await stat(html);
      t.diagnostic(`${size} bytes`);
      assert.ok(size < 1_000_000, `${size} bytes`);
    });

    await t.test('says what the terminal says', async () => {
      assert.equal(await page.locator('#verdict').textContent(), verdict);
    });

    await t.test('shows texts of strangers as texts', async () => {
      assert.equal(await page.locator('#failures tbody tr').count(), 8);
      assert.equal(await page.locator('#failures tbody td').last().textContent(), `crash: ${EVIL}`);
      assert.equal(await page.locator('img').count(), 0);
    });

    await t.test('has a dot a pair in both charts, a smooth line and bars', async () => {
      assert.equal(await page.locator('#scatter circle').count(), SEEDS - 4);
      assert.equal(await page.locator('#density circle').count(), SEEDS - 4);
      const points = await page.locator('#density polyline').getAttribute('points');
      assert.equal(points.split(' ').length, 61);
      assert.ok(!points.includes('NaN'), points);
      assert.ok((await page.locator('#distribution rect').count()) > 5);
    });

    await t.test('sorts by every column, both ways', async () => {
      for (let column = 1; column <= 7; column += 1) {
        const header = page.locator(`#seeds th:nth-child(${column})`);
        // The table comes sorted by seed, so the first click on that turns it round.
        const orders = column === 1 ? ['descending', 'ascending'] : ['ascending', 'descending'];
        for (const order of orders) {
          await header.locator('button').click();
          assert.equal(await header.getAttribute('aria-sort'), order);
          const shown = await cells(page, column);
          const sign = order === 'ascending' ? 1 : -1;
          const sorted = [...shown].sort((left, right) => sign * (left - right));
          assert.equal(shown.length, SEEDS - 4);
          assert.deepEqual(shown, sorted, `column ${column}, ${order}`);
          assert.ok(shown[0] !== shown.at(-1), `column ${column} is all the same`);
        }
      }
    });

    await t.test('tells of the point under the pointer, in both charts', async () => {
      const tip = page.locator('#tip');
      assert.ok(await tip.isHidden());
      for (const chart of ['scatter', 'density']) {
        const dot = page.locator(`#${chart} circle`).nth(100);
        await dot.scrollIntoViewIfNeeded();
        const box = await dot.boundingBox();
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        assert.ok(await tip.isVisible(), chart);
        // Dots overlap: another one at the same place may be told. The same seed is lit in both.
        const seed = (await tip.textContent()).match(/^seed (\d+)\nN \d+, M \d+, M\/N² 0\.\d{3}\nA \d+, B \d+, A \/ B \d\.\d{3}$/)?.[1];
        assert.ok(seed, await tip.textContent());
        const lit = await page.locator('circle.hovered').evaluateAll((found) => found.map((circle) => circle.dataset.seed));
        assert.deepEqual(lit, [seed, seed]);
        await page.mouse.move(1, 1);
        assert.ok(await tip.isHidden(), chart);
      }
    });

    await t.test('marks the seed of a clicked point in the table', async () => {
      const dot = page.locator('#scatter circle').nth(100);
      await dot.scrollIntoViewIfNeeded();
      const box = await dot.boundingBox();
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      assert.equal(await page.locator('tr.marked').count(), 1);
      assert.ok(await page.locator('tr.marked').isVisible());
    });

    await t.test("is dark where the reader's system is", async () => {
      const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      await page.emulateMedia({ colorScheme: 'light' });
      const light = await background();
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.notEqual(await background(), light);
    });

    if (process.env.SCREENSHOTS) {
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate(() => window.scrollTo(0, 0));
        await page.screenshot({ path: join(process.env.SCREENSHOTS, `compare-${colorScheme}.png`) });
      }
      await page.setViewportSize({ width: 390, height: 844 });
      await page.screenshot({ path: join(process.env.SCREENSHOTS, 'compare-narrow.png') });
    }
  };
  // What the page complains of, or asks the network for, is found at the end of `withPage`.
  await withFolder((folder) =>
    withBrowser({}, async (context) => {
      const made = await report(folder);
      await withPage(context, made.html, (page) => check(page, made));
    }));
});
