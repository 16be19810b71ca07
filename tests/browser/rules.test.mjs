// The page's rules, without a browser: the files are loaded as they are in the sources.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertAgrees, coreGames, loadRules } from './rules.mjs';
import { fixture, score, snake, trySnake, withFolder } from './snake.mjs';

const RANDOM_GAMES = 5000;

/** Official seeds whose answers are replayed, and passes that the search for each gets. */
const OFFICIAL_SEEDS = 100;
const PASSES = '1';

/** Damaged texts whose messages are compared. Each takes a process. */
const DAMAGED_TEXTS = 300;

/** Random numbers that are the same every time (xorshift32). */
function random(seed) {
  let state = seed;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
}

test('random games agree with snake-core at every turn', () =>
  withFolder(async (folder) => {
    const rules = await loadRules(folder);
    const games = await coreGames(RANDOM_GAMES);
    assert.equal(games.length, RANDOM_GAMES);
    games.forEach((game) => assertAgrees(rules, game));
    const turns = games.reduce((sum, { letters }) => sum + letters.length, 0);
    console.log(`${games.length} games, ${turns} moves: equal at every turn`);
  }));

test('answers to official seeds agree at every turn, and in their score', () =>
  withFolder(async (folder) => {
    const rules = await loadRules(folder);
    await snake('gen', '--seeds', `0..${OFFICIAL_SEEDS}`, '--out', folder);
    const files = ['0000', '0002'].flatMap((seed) => [
      fixture(`official/${seed}.txt`),
      fixture(`answers/${seed}.txt`),
    ]);
    for (let seed = 0; seed < OFFICIAL_SEEDS; seed++) {
      const input = join(folder, `${String(seed).padStart(4, '0')}.txt`);
      const output = join(folder, `${seed}.moves`);
      await writeFile(
        output,
        await snake('solve', input, '--preset', 'author', '--passes', PASSES),
      );
      files.push(input, output);
    }
    const games = await coreGames(0, files);
    assert.equal(games.length, OFFICIAL_SEEDS + 2);
    games.forEach((game) => assertAgrees(rules, game));
    for (let file = 0; file < files.length; file += 2) {
      const [input, output] = [files[file], files[file + 1]];
      const instance = rules.parseInstance(await readFile(input, 'utf8'));
      const game = new rules.Game(instance, rules.parseAnswer(await readFile(output, 'utf8')));
      const official = await score(input, output);
      game.seek(game.turns);
      const { length, score: value, mismatches } = game.state;
      assert.deepEqual(
        [value, game.turns, mismatches, length].map(String),
        [official.Score, official.T, official.E, official.k],
        output,
      );
    }
  }));

test('every turn of a game can be reached from every other', () =>
  withFolder(async (folder) => {
    const rules = await loadRules(folder);
    const read = (name) => readFile(fixture(name), 'utf8');
    const instance = rules.parseInstance(await read('official/0002.txt'));
    const letters = rules.parseAnswer(await read('answers/0002.txt'));
    const states = [new rules.State(instance)];
    const events = [null];
    for (const letter of letters) {
      const state = states.at(-1).clone();
      events.push(state.advance(letter));
      states.push(state);
    }
    const game = new rules.Game(instance, letters);
    const next = random(1);
    for (let round = 0; round < 3000; round++) {
      const turn = next(game.turns + 1);
      game.seek(turn);
      assert.deepEqual(game.state, states[turn], `turn ${turn}`);
      assert.deepEqual(game.event, events[turn], `turn ${turn}`);
    }
    // Moves taken back and made again.
    for (let round = 0; round < 100; round++) {
      game.seek(next(game.turns + 1));
      const turn = next(game.turns + 1);
      const removed = game.truncate(turn);
      assert.deepEqual([game.state, game.event], [states[turn], events[turn]]);
      removed.forEach((letter) => game.push(letter));
      assert.deepEqual(game.state, states.at(-1));
      assert.deepEqual(
        game.lengths,
        states.map((state) => state.length),
      );
      assert.deepEqual(
        game.prefixes,
        states.map((state) => state.prefix),
      );
    }
  }));

/** What the page says of an instance and an answer, as one line; empty if all is well. */
function complaint(rules, input, output) {
  try {
    const instance = rules.parseInstance(rules.decode(input));
    const game = new rules.Game(instance, rules.parseAnswer(rules.decode(output)));
    return game.illegal ? `${game.illegal.reason} (turn ${game.illegal.turn})` : '';
  } catch (error) {
    if (!(error instanceof rules.InputError)) throw error;
    return error.message;
  }
}

/** What `snake score` says of the same, without the file's name. */
async function official(folder, input, output) {
  const [inputFile, outputFile] = [join(folder, 'input'), join(folder, 'output')];
  await writeFile(inputFile, input);
  await writeFile(outputFile, output);
  const { stderr } = await trySnake('score', inputFile, outputFile);
  return stderr.trimEnd().replace(/^snake: .*?\/(in|out)put: /, '');
}

/** Words that a damaged text may get: numbers, letters, odd characters, bytes that are no text. */
const ODD_WORDS = [
  '0',
  '1',
  '8',
  '99',
  '-1',
  '+1',
  '1.5',
  '007',
  '1e3',
  '9'.repeat(30),
  'U',
  'UD',
  'u',
  'Ü',
  '蛇',
  '🐍',
  'e\u0301',
  '\u0301',
  '\u200b',
  '\u00ad',
  '\ufeff',
  '\u0000',
  '\u001b[2J',
  '\u0085',
  '\u00a0',
  '\u2028',
  '"\'\\',
  '<script>',
  'x'.repeat(21),
  '🐍'.repeat(21),
  '\t\t',
  '\r\n',
  '\n',
  ' ',
].map((word) => Buffer.from(word));
ODD_WORDS.push(
  ...[[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]].map(
    Buffer.from,
  ),
);

function damaged(text, next) {
  const bytes = Buffer.from(text);
  const at = next(bytes.length + 1);
  const removed = next(3) === 0 ? next(bytes.length) : next(3);
  const word = next(8) === 0 ? Buffer.alloc(0) : ODD_WORDS[next(ODD_WORDS.length)];
  return Buffer.concat([bytes.subarray(0, at), word, bytes.subarray(at + removed)]);
}

test('what is wrong with a text is said in the words of snake score', () =>
  withFolder(async (folder) => {
    const rules = await loadRules(folder);
    const [input, output] = await Promise.all(
      ['official/0000.txt', 'answers/0000.txt'].map((name) => readFile(fixture(name), 'utf8')),
    );
    const said = new Map();
    const compare = async (someInput, someOutput) => {
      const ours = complaint(rules, Buffer.from(someInput), Buffer.from(someOutput));
      assert.equal(ours, await official(folder, someInput, someOutput));
      const kind = ours
        .replace(/^line \d+(, column \d+)?: /, '')
        .replace(/\d+/g, 'n')
        .slice(0, 12);
      said.set(kind, (said.get(kind) ?? 0) + 1);
    };

    await compare(input, output);
    const errors = await readFile(fixture('malformed/errors.txt'), 'utf8');
    for (const line of errors.trim().split('\n')) {
      await compare(await readFile(fixture(`malformed/${line.split(': ')[0]}`)), output);
    }
    await compare(input, 'R\n'.repeat(100_001));
    await compare(input, 'R\n'.repeat(100_001) + 'X');
    const next = random(7);
    for (let round = 0; round < DAMAGED_TEXTS; round++) {
      if (next(2) === 0) await compare(damaged(input, next), output);
      else await compare(input, damaged(output, next));
    }
    console.log([...said].map(([kind, count]) => `${count}× ${kind || 'fine'}`).join(', '));
    assert.ok(said.size >= 12, 'of every kind');
  }));
