// Bytes to text to tokens, with the places that error messages name. The same as snake-core's
// `text.rs` and snake-cli's `io.rs`, down to the words; tests/browser holds the two together.

/** What is wrong with an input, in the words of `snake score`. */
export class InputError extends Error {}

/** Most bytes a text may have, as for `snake score`. */
export const MAX_TEXT_BYTES = 32 * 2 ** 20;

export const TOO_LONG = `longer than ${MAX_TEXT_BYTES / 2 ** 20} MiB: no instance or answer is`;

/** Longest part of an offending token that an error repeats, in characters. */
const SHOWN_TOKEN_LENGTH = 20;

const LINE_FEED = 10;

/** Number of bytes of the UTF-8 character at an offset; 0 if it is none. */
function characterLength(bytes, at) {
  const first = bytes[at];
  if (first < 0x80) return 1;
  const continues = (offset, least = 0x80, most = 0xbf) =>
    at + offset < bytes.length && bytes[at + offset] >= least && bytes[at + offset] <= most;
  if (first >= 0xc2 && first <= 0xdf) return continues(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    // Neither overlong forms nor surrogates.
    const least = first === 0xe0 ? 0xa0 : 0x80;
    const most = first === 0xed ? 0x9f : 0xbf;
    return continues(1, least, most) && continues(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const least = first === 0xf0 ? 0x90 : 0x80;
    const most = first === 0xf4 ? 0x8f : 0xbf;
    return continues(1, least, most) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

/** The text of a file's bytes. Throws an InputError if they are too many or not UTF-8. */
export function decode(bytes) {
  if (bytes.length > MAX_TEXT_BYTES) throw new InputError(TOO_LONG);
  let line = 1;
  for (let at = 0; at < bytes.length;) {
    const length = characterLength(bytes, at);
    if (length === 0) {
      const byte = bytes[at].toString(16).padStart(2, '0');
      throw new InputError(`line ${line}: not UTF-8 text: byte 0x${byte} at offset ${at}`);
    }
    if (bytes[at] === LINE_FEED) line += 1;
    at += length;
  }
  // The byte order mark is the tokens' matter.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Unicode's white space; ASCII's, which is nearly all there ever is, without a regular expression. */
function isSpace(text, at) {
  const code = text.charCodeAt(at);
  if (code < 0x80) return code === 32 || (code >= 9 && code <= 13);
  return /\p{White_Space}/u.test(text[at]);
}

/** Second half of a UTF-16 pair: no character of its own. */
const isSecondHalf = (code) => code >= 0xdc00 && code <= 0xdfff;

/**
 * White-space separated tokens, one after the other. `line` and `column`, from 1 and in characters,
 * are where the last token starts, or the text ends.
 */
export class Tokens {
  #text;
  #at;
  #nextColumn = 1;

  constructor(text) {
    this.#text = text;
    this.#at = text.startsWith('\ufeff') ? 1 : 0;
    this.line = 1;
    this.column = 1;
  }

  /** The next token, or null at the end. */
  next() {
    const text = this.#text;
    let at = this.#at;
    let column = this.#nextColumn;
    for (; at < text.length && isSpace(text, at); at++) {
      if (text.charCodeAt(at) === LINE_FEED) {
        this.line += 1;
        column = 1;
      } else {
        column += 1;
      }
    }
    this.column = column;
    const start = at;
    for (; at < text.length && !isSpace(text, at); at++) {
      if (!isSecondHalf(text.charCodeAt(at))) column += 1;
    }
    this.#at = at;
    this.#nextColumn = column;
    return start < at ? text.slice(start, at) : null;
  }

  /** An error at the last token. */
  error(message) {
    return new InputError(`line ${this.line}, column ${this.column}: ${message}`);
  }
}

const ESCAPES = new Map([
  ['\0', '\\0'],
  ['\t', '\\t'],
  ['\r', '\\r'],
  ['\n', '\\n'],
  ['\\', '\\\\'],
  ['"', '\\"'],
  ["'", "\\'"],
]);

/** What Rust's `char::escape_debug` escapes by number: what is not printed, or joins the one before. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Grapheme_Extend}]|(?! )\p{Zs}/u;

/** The token as an error shows it: control characters escaped, long ones cut. */
export function shown(token) {
  // A character is at most two units, so this slice holds all that can be shown.
  const characters = [...token.slice(0, 2 * SHOWN_TOKEN_LENGTH + 2)];
  const escaped = characters.slice(0, SHOWN_TOKEN_LENGTH).map((character) => {
    if (ESCAPES.has(character)) return ESCAPES.get(character);
    if (!UNPRINTABLE.test(character)) return character;
    return `\\u{${character.codePointAt(0).toString(16)}}`;
  });
  return escaped.join('') + (characters.length > SHOWN_TOKEN_LENGTH ? '…' : '');
}
