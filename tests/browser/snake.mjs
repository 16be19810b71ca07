// The snake binary and the repository's files, for the tests.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target');
const BINARY = process.env.SNAKE ?? join(TARGET, 'release', 'snake');

/** Folder of the page's sources. */
export const PAGE_SOURCES = join(ROOT, 'crates/snake-cli/src/picture/page');

export const fixture = (name) => join(ROOT, 'fixtures', name);

/** Runs a program to its end: `{code, stdout, stderr}`. */
export function run(program, args, { input = '', ...options } = {}) {
  return new Promise((resolve, reject) => {
    const most = { maxBuffer: 2 ** 28, ...options };
    const child = execFile(program, args, most, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve({ code: error ? error.code : 0, stdout, stderr });
    });
    // A program need not read its input to the end.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** Runs `snake` and expects success. */
export async function snake(...args) {
  const result = await trySnake(...args);
  assert.equal(result.code, 0, result.stderr);
  return result.stdout;
}

export const trySnake = (...args) => run(BINARY, args);

/** What `snake score` says of files: `{Score, T, E, k, M}`. */
export async function score(input, output) {
  const lines = (await snake('score', input, output)).trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(' = ').map((word) => word.trim())));
}

/** Runs `action(folder)` in a new folder, and removes that. */
export async function withFolder(action) {
  const folder = await mkdtemp(join(tmpdir(), 'snake-test-'));
  try {
    return await action(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
