// 60 turns a second: what a frame costs, and how many a second there are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withBrowser, withPage } from './browser.mjs';
import { makePage } from './game-page.mjs';
import { withFolder } from './snake.mjs';

const TURNS_PER_SECOND = 60;

/** Steps of the speed slider up to 60 a second. */
const SPEED_STEP = 6;

test('a dense game is replayed at 60 turns a second', () =>
  withFolder((folder) =>
    withBrowser({}, async (context) => {
      // Frames are timed from outside: how long each callback takes, and which turn it leaves.
      await context.addInitScript(() => {
        window.frames_ = [];
        const request = window.requestAnimationFrame.bind(window);
        window.requestAnimationFrame = (callback) =>
          request((now) => {
            const started = performance.now();
            callback(now);
            const turn = Number(document.getElementById('turn').textContent);
            window.frames_.push({ now, cost: performance.now() - started, turn });
          });
      });
      await withPage(context, await makePage(folder), async (page) => {
        await page.fill('#speed', String(SPEED_STEP));
        assert.equal(await page.textContent('#speed-text'), `${TURNS_PER_SECOND} / s`);
        await page.click('#play');
        await page.waitForFunction(
          () => document.getElementById('turn').textContent === '803',
          null,
          { timeout: 60_000 },
        );
        const frames = await page.evaluate(() => window.frames_);

        // What one frame costs does not depend on how much else the machine does, if most are counted.
        const costs = frames.map(({ cost }) => cost).sort((a, b) => a - b);
        const median = costs[Math.floor(costs.length / 2)];
        const seconds = (frames.at(-1).now - frames[0].now) / 1000;
        const shown = new Set(frames.map(({ turn }) => turn)).size;
        console.log(
          `803 turns in ${seconds.toFixed(2)} s, ${shown} of them shown; ` +
            `${median.toFixed(2)} ms a frame in the median`,
        );
        assert.ok(median < 1000 / TURNS_PER_SECOND, `${median} ms a frame`);
        // The clock of the replay keeps time whatever the machine does, or the pauses are too long.
        assert.ok(seconds >= 803 / TURNS_PER_SECOND - 0.1, `${seconds} s`);
      });
    }),
  ));
