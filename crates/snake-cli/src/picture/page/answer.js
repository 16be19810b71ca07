// An answer: letters U, D, L, R. As snake-core's `answer.rs`, with the official scorer's words.

import { InputError, Tokens, shown } from './text.js';

export const MAX_TURNS = 100_000;

/** Row and column that each letter adds. */
export const DIRECTIONS = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };

/** Reads an answer: an array of letters. Throws an InputError if the text is none. */
export function parseAnswer(text) {
  const tokens = new Tokens(text);
  const letters = [];
  let count = 0;
  for (let token = tokens.next(); token !== null; token = tokens.next()) {
    if (!Object.hasOwn(DIRECTIONS, token)) {
      throw tokens.error(`Invalid direction: ${shown(token)}`);
    }
    count += 1;
    // The scorer reads all the tokens before it counts them; there is no need to keep them all.
    if (count <= MAX_TURNS) letters.push(token);
  }
  if (count > MAX_TURNS) throw new InputError('Too long output');
  return letters;
}

/** The text form of an answer: one move a line. */
export const formatAnswer = (letters) => letters.map((letter) => `${letter}\n`).join('');
