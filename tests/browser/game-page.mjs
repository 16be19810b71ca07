// What the page of `snake view` shows, and what snake-core says it should.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadRules } from './rules.mjs';
import { fixture, score, snake } from './snake.mjs';

/** Cell side and margin of the pictures that `snake view --svg` draws (svg.rs). */
const SVG_CELL = 36;
const SVG_MARGIN = 12;

/** The dense official game that most tests replay: 14×14, 127 colours, 803 turns, nine bites. */
export const GAME = { input: fixture('official/0002.txt'), output: fixture('answers/0002.txt') };

/** Writes the page of a game into a folder; returns its path. */
export async function makePage(folder, { input, output } = GAME) {
  const path = join(folder, 'game.html');
  await snake('view', input, output, '-o', path);
  return path;
}

/** The game by the page's own rules, in node, where they are held to snake-core by another test. */
export async function plainGame(folder, { input, output } = GAME) {
  const rules = await loadRules(folder);
  const [instance, answer] = await Promise.all(
    [input, output].map((file) => readFile(file, 'utf8')),
  );
  const game = new rules.Game(rules.parseInstance(instance), rules.parseAnswer(answer));
  const turnsWith = (mark) => [...game.marks.keys()].filter((turn) => game.marks[turn] & mark);
  return {
    game,
    eatings: turnsWith(rules.ATE),
    bites: turnsWith(rules.BIT),
    mistakes: turnsWith(rules.MISTAKE),
  };
}

const text = (page, id) => page.locator(`#${id}`).textContent();

export const turnShown = async (page) => Number(await text(page, 'turn'));

/** Waits until the page shows a turn. */
export const waitForTurn = (page, turn) =>
  page.waitForFunction((to) => document.getElementById('turn').textContent === String(to), turn);

/** Presses keys one after the other and returns the turn after each. */
export async function turnsAfter(page, keys) {
  const turns = [];
  for (const key of keys) {
    await page.keyboard.press(key);
    turns.push(await turnShown(page));
  }
  return turns;
}

/** The position of a turn by snake-core, read from the picture that `snake view --svg` makes of it. */
export async function positionBySnake(folder, turn, { input, output } = GAME) {
  const path = join(folder, `turn-${turn}.svg`);
  await snake('view', input, output, '--svg', path, '--turn', String(turn));
  const svg = await readFile(path, 'utf8');
  const caption = /<title>(.*)<\/title>/.exec(svg)[1];
  const cellAt = (x, y) => [x, y].map((at) => Math.floor((at - SVG_MARGIN) / SVG_CELL)).reverse();
  const body = /class="body" d="M([^"]*)"/.exec(svg)[1].trim().split(' ').map(Number);
  const parts = [];
  for (let index = 0; index < body.length; index += 2)
    parts.push(cellAt(body[index], body[index + 1]));
  // Bands are drawn tail first.
  const colours = [...svg.matchAll(/class="band s(\d)/g)]
    .map((match) => Number(match[1]))
    .reverse();
  const tiles = /<rect class="f(\d)" x="([\d.]+)" y="([\d.]+)" width="25\.92"/g;
  const foods = [...svg.matchAll(tiles)].map(([, colour, x, y]) => [
    cellAt(+x, +y),
    Number(colour),
  ]);
  return { caption, parts, colours, foods };
}

/** The page's figures as the caption of a picture has them. */
export async function captionShown(page) {
  const [turn, length, prefix, wanted, score] = await Promise.all(
    ['turn', 'length', 'prefix', 'wanted-length', 'score'].map((id) => text(page, id)),
  );
  return `turn ${turn} · length ${length} · matched prefix ${prefix} of ${wanted} · score so far ${score}`;
}

/** The colours below the wanted ones. */
export const coloursShown = (page) =>
  page.$$eval('#sequences .pair span:last-child', (chips) =>
    chips.map((chip) => Number(chip.textContent)).filter((colour) => colour > 0),
  );

/**
 * What is painted in the middle of each cell: a colour's number, 0 for the bare board. Numbers on the
 * colours must be switched off.
 */
const cellsPainted = (page, side) =>
  page.$eval(
    '#board',
    (canvas, side) => {
      const style = getComputedStyle(document.documentElement);
      const channels = (name) => {
        const value = style.getPropertyValue(name).trim();
        return [1, 3, 5].map((at) => parseInt(value.slice(at, at + 2), 16)).join();
      };
      const known = new Map([[channels('--board'), 0]]);
      for (let colour = 1; colour <= 7; colour++) known.set(channels(`--paint-${colour}`), colour);
      // Read from a copy: a canvas that is read again and again becomes another, slower kind.
      const copy = document.createElement('canvas');
      Object.assign(copy, { width: canvas.width, height: canvas.height });
      const context = copy.getContext('2d', { willReadFrequently: true });
      context.drawImage(canvas, 0, 0);
      const middle = (index) => Math.floor(((index + 0.5) * canvas.width) / side);
      return Array.from({ length: side * side }, (_, cell) => {
        const [x, y] = [middle(cell % side), middle(Math.floor(cell / side))];
        const pixel = [...context.getImageData(x, y, 1, 1).data.slice(0, 3)].join();
        return known.get(pixel) ?? pixel;
      });
    },
    side,
  );

/** Asserts that the page, with numbers off, shows a position: figures, colours, and every cell. */
export async function assertShows(page, position, side) {
  assert.equal(await captionShown(page), position.caption);
  assert.deepEqual(await coloursShown(page), position.colours);
  const painted = Array(side * side).fill(0);
  for (const [[row, column], colour] of position.foods) painted[row * side + column] = colour;
  // Head last: it is on top of a tail in the same cell.
  position.parts.forEach((_, index) => {
    const part = position.parts.length - 1 - index;
    const [row, column] = position.parts[part];
    painted[row * side + column] = position.colours[part];
  });
  assert.deepEqual(await cellsPainted(page, side), painted, position.caption);
}

/** Plays to the end at the highest speed and asserts the final score of `snake score`. */
export async function assertPlaysToItsScore(page, { input, output } = GAME) {
  const official = await score(input, output);
  await page.keyboard.press('Home');
  for (let press = 0; press < 10; press++) await page.keyboard.press('ArrowUp');
  await page.click('#play');
  await page.waitForFunction(
    (end) =>
      document.getElementById('turn').textContent === end &&
      document.getElementById('play').getAttribute('aria-pressed') === 'false',
    official.T,
    { timeout: 20_000 },
  );
  assert.equal(await text(page, 'score'), official.Score);
  assert.equal(await text(page, 'length'), official.k);
  assert.equal(await text(page, 'mismatches'), official.E);
}

/** Asserts that the jumps stop at each of the turns, on and back. */
export async function assertJumps(page, key, turns) {
  await page.keyboard.press('Home');
  const there = await turnsAfter(page, Array(turns.length + 1).fill(key));
  assert.deepEqual(there, [...turns, turns.at(-1)], `${key}, and no farther than the last`);
  const back = await turnsAfter(page, Array(turns.length).fill(`Shift+${key.toUpperCase()}`));
  assert.deepEqual(back, [...turns.slice(0, -1).reverse(), turns[0]], `${key} with Shift`);
}

/** Drops files on the page: `[{name, text}]`, or `{name, bytes: [count, byte]}` for long ones. */
export async function drop(page, files) {
  const transfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const { name, text, bytes, unit, count } of files) {
      const content = unit === undefined ? (text ?? new Uint8Array(bytes)) : unit.repeat(count);
      transfer.items.add(new File([content], name));
    }
    return transfer;
  }, files);
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

/** Waits for a message, and returns it. */
export async function message(page) {
  await page.waitForSelector('#message:not([hidden])');
  return text(page, 'message-text');
}
