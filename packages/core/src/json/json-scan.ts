import {
  BACKSLASH,
  byteTable,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  MORE,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from "./bytes.ts";
import { isPlain, PlainMembers } from "./plain-members.ts";

/** Returned instead of a position where the bytes are not JSON. */
export const NO_JSON = -2;

/** No result nests deeper. Deeper text is refused, since it could fill the memory. */
const DEEPEST = 1 << 20;

const ZERO = 0x30;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const LOWER_E = 0x65;
const UPPER_E = 0x45;
const LOWER_U = 0x75;

// States: what may come next, or in a number the part that was read last.
const VALUE = 0;
const VALUE_OR_END = 1;
const KEY = 2;
const KEY_OR_END = 3;
const BEFORE_COLON = 4;
const AFTER = 5;
const STRING = 6;
const KEY_STRING = 7;
const ESCAPE = 8;
const HEX = 9;
const WORD = 10;
const AT_MINUS = 11;
const AT_ZERO = 12;
const AT_WHOLE = 13;
const AT_POINT = 14;
const AT_FRACTION = 15;
const AT_E = 16;
const AT_E_SIGN = 17;
const AT_EXPONENT = 18;

const isDigit = byteTable((byte) => byte >= ZERO && byte <= 0x39);
const isSpace = byteTable((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
const isHex = byteTable((byte) => isDigit[byte] === 1 || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66));
const escaped = new Set(new TextEncoder().encode('"\\/bfnrt'));
const isEscaped = byteTable((byte) => escaped.has(byte));
const words = new Map(["true", "false", "null"].map((word) => [word.charCodeAt(0), new TextEncoder().encode(word)]));

/** Receives the strings at one depth: the names of each object there, and its values that are strings. */
export interface TextWatch {
  /** 1 means directly inside the outermost brackets. */
  readonly depth: number;
  /** Receives the next bytes of a string as written, without its quotes. */
  take(bytes: Uint8Array, from: number, to: number): void;
  endText(isKey: boolean): void;
  /** The object or list around these strings has ended. */
  close(): void;
}

/**
 * Checks that bytes which arrive in pieces are one JSON value, by the rules of `JSON.parse`. It reads each byte once, and holds only which
 * brackets are open.
 */
export class JsonScan {
  #state: number = VALUE;
  #depth = 0;
  /** 1 for each open value that is an object. */
  #open = new Uint8Array(64);
  /** The state of the string around an escape: a value or a key. */
  #stringState: number = STRING;
  /** How many digits after `\u`, or bytes of a word, are read. */
  #count = 0;
  #word = new Uint8Array(0);
  #elements = 0;
  readonly #plain = new PlainMembers();
  readonly #watch: TextWatch | undefined;
  readonly #watched: number;

  constructor(watch?: TextWatch) {
    this.#watch = watch;
    this.#watched = watch?.depth ?? -1;
  }

  /** How many elements of the outermost list, or members of the outermost object, are read. */
  get elements(): number {
    return this.#elements;
  }

  /** Whether the bytes so far are a whole value. */
  get isWhole(): boolean {
    const state = this.#state;
    const isNumber = state === AT_ZERO || state === AT_WHOLE || state === AT_FRACTION || state === AT_EXPONENT;
    return this.#depth === 0 && (state === AFTER || isNumber);
  }

  /**
   * Reads the bytes in [from, end). White space may follow the value.
   * @returns the position after the bracket that closes the outermost value; MORE where the value is still open, or is a scalar, which ends
   * where the text ends; NO_JSON where the bytes are not JSON
   */
  push(bytes: Uint8Array, from: number, end: number): number {
    const watched = this.#watched;
    let state = this.#state;
    let depth = this.#depth;
    let at = from;
    while (at < end) {
      switch (state) {
        case STRING:
        case KEY_STRING: {
          const start = at;
          while (at < end && isPlain[bytes[at] ?? 0] === 1) at++;
          if (depth === watched) this.#watch?.take(bytes, start, at);
          if (at >= end) break;
          const byte = bytes[at++];
          if (byte === QUOTE) {
            if (depth === watched) this.#watch?.endText(state === KEY_STRING);
            state = state === STRING ? AFTER : BEFORE_COLON;
          } else if (byte === BACKSLASH) {
            if (depth === watched) this.#watch?.take(bytes, at - 1, at);
            this.#stringState = state;
            state = ESCAPE;
          } else return NO_JSON;
          break;
        }
        case BEFORE_COLON: {
          const byte = bytes[at++] ?? 0;
          if (byte === COLON) state = VALUE;
          else if (isSpace[byte] === 0) return NO_JSON;
          break;
        }
        case VALUE:
        case VALUE_OR_END: {
          const byte = bytes[at++] ?? 0;
          if (byte === QUOTE) state = STRING;
          else if (isDigit[byte] === 1) state = byte === ZERO ? AT_ZERO : AT_WHOLE;
          else if (byte === MINUS) state = AT_MINUS;
          else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
            if (depth >= DEEPEST) return NO_JSON;
            if (depth === this.#open.length) this.#growOpen();
            this.#open[depth++] = byte === OPEN_BRACE ? 1 : 0;
            const inside = depth === watched ? at : this.#passPlain(bytes, at, end, depth, byte === OPEN_BRACE);
            // After a comma an element must follow.
            if (inside > at) state = this.#stateAfterPlain(byte === OPEN_BRACE);
            else state = byte === OPEN_BRACE ? KEY_OR_END : VALUE_OR_END;
            at = inside;
          } else if (byte === CLOSE_BRACKET && state === VALUE_OR_END) {
            depth--;
            state = AFTER;
            if (depth === 0) return this.#end(at);
          } else if (isSpace[byte] === 0) {
            const word = words.get(byte);
            if (word === undefined) return NO_JSON;
            this.#word = word;
            this.#count = 1;
            state = WORD;
          }
          break;
        }
        case KEY:
        case KEY_OR_END: {
          const byte = bytes[at++] ?? 0;
          if (byte === QUOTE) state = KEY_STRING;
          else if (byte === CLOSE_BRACE && state === KEY_OR_END) {
            if (depth === watched) this.#watch?.close();
            depth--;
            state = AFTER;
            if (depth === 0) return this.#end(at);
          } else if (isSpace[byte] === 0) return NO_JSON;
          break;
        }
        case AFTER: {
          const byte = bytes[at++] ?? 0;
          if (byte === COMMA) {
            if (depth === 0) return NO_JSON;
            if (depth === 1) this.#elements++;
            state = this.#open[depth - 1] === 1 ? KEY : VALUE;
            if (depth === watched) break;
            const after = this.#passPlain(bytes, at, end, depth, state === KEY);
            if (after > at) state = this.#stateAfterPlain(state === KEY);
            at = after;
          } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
            if (depth === 0 || this.#open[depth - 1] !== (byte === CLOSE_BRACE ? 1 : 0)) return NO_JSON;
            if (depth === watched) this.#watch?.close();
            depth--;
            if (depth === 0) {
              this.#elements++;
              return this.#end(at);
            }
          } else if (isSpace[byte] === 0) return NO_JSON;
          break;
        }
        case AT_MINUS: {
          const byte = bytes[at++] ?? 0;
          if (isDigit[byte] === 0) return NO_JSON;
          state = byte === ZERO ? AT_ZERO : AT_WHOLE;
          break;
        }
        case AT_ZERO:
        case AT_WHOLE: {
          while (state === AT_WHOLE && at < end && isDigit[bytes[at] ?? 0] === 1) at++;
          if (at < end) {
            const byte = bytes[at] ?? 0;
            state = byte === POINT ? AT_POINT : byte === LOWER_E || byte === UPPER_E ? AT_E : AFTER;
            if (state !== AFTER) at++;
          }
          break;
        }
        case AT_FRACTION: {
          while (at < end && isDigit[bytes[at] ?? 0] === 1) at++;
          if (at < end) {
            const byte = bytes[at] ?? 0;
            state = byte === LOWER_E || byte === UPPER_E ? AT_E : AFTER;
            if (state !== AFTER) at++;
          }
          break;
        }
        case AT_EXPONENT:
          while (at < end && isDigit[bytes[at] ?? 0] === 1) at++;
          if (at < end) state = AFTER;
          break;
        case AT_E: {
          const byte = bytes[at];
          if (byte === PLUS || byte === MINUS) at++;
          state = AT_E_SIGN;
          break;
        }
        case AT_POINT:
        case AT_E_SIGN:
          if (isDigit[bytes[at++] ?? 0] === 0) return NO_JSON;
          state = state === AT_POINT ? AT_FRACTION : AT_EXPONENT;
          break;
        default: {
          const byte = bytes[at++] ?? 0;
          if (depth === watched && state !== WORD) this.#watch?.take(bytes, at - 1, at);
          if (state === ESCAPE) {
            this.#count = 0;
            if (byte === LOWER_U) state = HEX;
            else if (isEscaped[byte] === 1) state = this.#stringState;
            else return NO_JSON;
          } else if (state === HEX) {
            if (isHex[byte] === 0) return NO_JSON;
            if (++this.#count === 4) state = this.#stringState;
          } else {
            if (byte !== this.#word[this.#count++]) return NO_JSON;
            if (this.#count === this.#word.length) state = AFTER;
          }
        }
      }
    }
    this.#state = state;
    this.#depth = depth;
    return MORE;
  }

  /** Skips the plain members of the open value. Watched strings are never skipped. */
  #passPlain(bytes: Uint8Array, at: number, end: number, depth: number, isObject: boolean): number {
    const after = this.#plain.pass(bytes, at, end, isObject);
    if (depth === 1) this.#elements += this.#plain.count;
    return after;
  }

  #stateAfterPlain(isObject: boolean): number {
    if (this.#plain.skippedLast) return AFTER;
    return isObject ? KEY : VALUE;
  }

  #end(at: number): number {
    this.#state = AFTER;
    this.#depth = 0;
    return at;
  }

  #growOpen(): void {
    const longer = new Uint8Array(this.#open.length * 2);
    longer.set(this.#open);
    this.#open = longer;
  }
}
