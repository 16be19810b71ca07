// An instance: the board with its foods, and the wanted colours. As snake-core's `instance.rs`.

import { Tokens, shown } from './text.js';

export const START_LENGTH = 5;
export const START_COLOUR = 1;

/** The ranges of the contest, which files must keep. */
export const CONTEST = {
  side: [8, 16],
  wanted: (side) => [Math.ceil(side ** 2 / 4), Math.floor((3 * side ** 2) / 4)],
  colours: [3, 7],
};

/** All that the rules make sense for. Small boards make good tests. */
export const PLAYABLE = {
  side: [5, 16],
  wanted: (side) => [START_LENGTH, Math.min(side ** 2, 192)],
  colours: [1, 7],
};

/** Reads a number; `name` makes its name for an error. */
function numberWithin(tokens, name, [least, most]) {
  const token = tokens.next();
  if (token === null) throw tokens.error(`the text ends where ${name()} should stand`);
  if (!/^[0-9]+$/.test(token)) {
    throw tokens.error(`expected ${name()}, found \`${shown(token)}\``);
  }
  const number = Number(token);
  if (number < least || number > most) {
    throw tokens.error(`${name()} must be in ${least}..=${most}, found ${shown(token)}`);
  }
  return number;
}

/**
 * Reads an instance: `{side, colours, wanted, foods}`. `foods` has a number for each cell, row by
 * row; 0 is no food. Throws an InputError that names the first broken rule.
 */
export function parseInstance(text, limits = CONTEST) {
  const tokens = new Tokens(text);
  const side = numberWithin(tokens, () => 'N', limits.side);
  const length = numberWithin(tokens, () => `M (with N = ${side})`, limits.wanted(side));
  const colours = numberWithin(tokens, () => 'C', limits.colours);

  const wanted = [];
  for (let index = 0; index < length; index++) {
    const colour = numberWithin(tokens, () => `d[${index}]`, [1, colours]);
    if (index < START_LENGTH && colour !== START_COLOUR) {
      const why = 'the snake starts with five parts of colour 1';
      throw tokens.error(`d[${index}] must be 1 (${why}), found ${colour}`);
    }
    wanted.push(colour);
  }

  const foods = [];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const name = () => `row ${row}, column ${column} of the board`;
      const colour = numberWithin(tokens, name, [0, colours]);
      if (colour !== 0 && column === 0 && row < START_LENGTH) {
        throw tokens.error(`${name()} must be 0 (the snake starts there), found ${colour}`);
      }
      foods.push(colour);
    }
  }
  const found = foods.filter((colour) => colour !== 0).length;
  const expected = length - START_LENGTH;
  if (found !== expected) {
    throw tokens.error(`the board must hold M - 5 = ${expected} foods, found ${found}`);
  }
  const extra = tokens.next();
  if (extra !== null) throw tokens.error(`nothing may follow the board, found \`${shown(extra)}\``);
  return { side, colours, wanted, foods };
}
