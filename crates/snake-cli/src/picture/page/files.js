// Texts that readers paste or drop, and which of them is what.

import { parseAnswer } from './answer.js';
import { parseInstance } from './instance.js';
import { InputError, MAX_TEXT_BYTES, TOO_LONG, decode } from './text.js';

/** A text and where it comes from. */
export const source = (name, text) => ({ name, text });

/** Does something with a source; an error then begins with its name, as those of `snake score`. */
function within(name, action) {
  try {
    return action();
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`${name}: ${error.message}`);
    throw error;
  }
}

/** Reads a file. Throws an InputError if it is too long or no text. */
export async function readFile(file) {
  // The size is known before anything is read.
  within(file.name, () => {
    if (file.size > MAX_TEXT_BYTES) throw new InputError(TOO_LONG);
  });
  const bytes = await file.arrayBuffer().catch(() => null);
  return source(
    file.name,
    within(file.name, () => {
      // A folder looks like a file until it is read.
      if (bytes === null) throw new InputError('cannot be read; is it a file?');
      return decode(new Uint8Array(bytes));
    }),
  );
}

/** An instance begins with a number, an answer never does. */
export const isInstance = ({ text }) => /^\ufeff?\s*[0-9]/.test(text);

export const readInstance = ({ name, text }) => within(name, () => parseInstance(text));

export const readAnswer = ({ name, text }) => within(name, () => parseAnswer(text));
