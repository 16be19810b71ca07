// Holds the page's rules to snake-core's: games with a digest of every state, by both.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PAGE_SOURCES, ROOT, run } from './snake.mjs';

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

const EVENT_CODES = { moved: 1, ate: 2, bit: 3 };

/**
 * The modules of the page's rules, from a copy in a folder; `change(name, source)` may change the
 * source of a module.
 */
export async function loadRules(folder, change = (_, source) => source) {
  const copy = await mkdtemp(join(folder, 'page-'));
  for (const name of await readdir(PAGE_SOURCES)) {
    if (!name.endsWith('.js')) continue;
    const source = await readFile(join(PAGE_SOURCES, name), 'utf8');
    await writeFile(join(copy, name), change(name, source));
  }
  await writeFile(join(copy, 'package.json'), '{"type": "module"}');
  const load = (name) => import(pathToFileURL(join(copy, name)).href);
  return {
    ...(await load('game.js')),
    ...(await load('instance.js')),
    ...(await load('answer.js')),
    ...(await load('state.js')),
    ...(await load('text.js')),
  };
}

/** Games by snake-core (see its example `state_digests`): `{instance, letters, digests}` each. */
export async function coreGames(count, files = []) {
  const args = [
    'run',
    '--quiet',
    '--locked',
    '-p',
    'snake-core',
    '--example',
    'state_digests',
    '--',
  ];
  const { code, stdout, stderr } = await run('cargo', [...args, String(count), ...files], {
    cwd: ROOT,
  });
  assert.equal(code, 0, stderr);
  const lines = stdout.trimEnd().split('\n');
  const games = [];
  for (let line = 0; line < lines.length; line += 3) {
    const [instance, letters, digests] = lines.slice(line, line + 3);
    games.push({ instance, letters: letters === '-' ? '' : letters, digests: digests.split(' ') });
  }
  return games;
}

function digest(event, state) {
  const { turn, length, prefix, score, cells, colours, foods } = state;
  let value = FNV_OFFSET;
  for (const words of [event, [turn, length, prefix, score], cells, colours, foods]) {
    for (const word of words) value = Math.imul(value ^ word, FNV_PRIME);
  }
  return (value >>> 0).toString(16).padStart(8, '0');
}

function eventWords(event, rules) {
  if (event.kind === 'illegal') return [event.reason === rules.OUT_OF_BOARD ? 4 : 5];
  const code = EVENT_CODES[event.kind];
  if (event.kind === 'ate') return [code, event.colour];
  return event.kind === 'bit' ? [code, event.part] : [code];
}

/** Plays a game of snake-core by the page's rules; asserts equal digests at every turn. */
export function assertAgrees(rules, { instance, letters, digests }) {
  const state = new rules.State(rules.parseInstance(instance, rules.PLAYABLE));
  assert.equal(digest([0], state), digests[0], `the start of ${instance}`);
  [...letters].forEach((letter, index) => {
    const words = eventWords(state.advance(letter), rules);
    const game = `${letters.slice(0, index + 1)} on ${instance}`;
    assert.equal(digest(words, state), digests[index + 1], `after move ${index + 1}: ${game}`);
  });
}
