import { ResultDecodeError } from "./errors.ts";
import { parseExactJson } from "./exact-number.ts";
import { MORE, NO_JSON, OPEN_BRACE, OPEN_BRACKET, QUOTE, skipPlainText, skipString, skipWord } from "./tokens.ts";

/** No result nests deeper. Deeper text is refused, since it could fill the memory. */
const MAX_DEPTH = 1 << 20;

/** The next state by the characters that may come. */
type Rule = Readonly<Record<string, string>>;

const SPACE = " \n\r\t";
const DIGITS = "0123456789";
const value: Rule = {
  ...{ [SPACE]: "value", '"': "text", "{": "open", "[": "open" },
  ...{ "-": "minus", 0: "zero", 123456789: "whole", t: "t", f: "f", n: "n" },
};
const after: Rule = { [SPACE]: "after", ",": "comma", "}": "close", "]": "close" };
const zero: Rule = { ...after, ".": "point", eE: "e" };
const fraction: Rule = { ...after, [DIGITS]: "fraction", eE: "e" };

/** The rules of JSON: what may come next, or in a string, number or word what was read last. */
const rules: Readonly<Record<string, Rule>> = {
  value,
  "value or end": { ...value, [SPACE]: "value or end", "]": "close" },
  key: { [SPACE]: "key", '"': "key text" },
  "key or end": { [SPACE]: "key or end", '"': "key text", "}": "close" },
  colon: { [SPACE]: "colon", ":": "value" },
  after,
  minus: { 0: "zero", 123456789: "whole" },
  zero,
  whole: { ...zero, [DIGITS]: "whole" },
  point: { [DIGITS]: "fraction" },
  fraction,
  e: { "+-": "sign", [DIGITS]: "exponent" },
  sign: { [DIGITS]: "exponent" },
  exponent: { ...after, [DIGITS]: "exponent" },
  ...textRules("text", "after"),
  ...textRules("key text", "colon"),
  ...wordRules("true"),
  ...wordRules("false"),
  ...wordRules("null"),
};

/** The rules within a string, whose plain bytes are read apart. */
function textRules(text: string, next: string): Record<string, Rule> {
  const hex = `${DIGITS}abcdefABCDEF`;
  const digit = (count: number) => `${text} u${count}`;
  return {
    [text]: { '"': next, "\\": `${text} escape` },
    [`${text} escape`]: { '"\\/bfnrt': text, u: digit(0) },
    ...Object.fromEntries([1, 2, 3].map((count) => [digit(count - 1), { [hex]: digit(count) }])),
    [digit(3)]: { [hex]: text },
  };
}

/** The rules within a word: a state is the part that was read. */
function wordRules(word: string): Record<string, Rule> {
  const parts = Array.from(word, (_, at) => word.slice(0, at + 1));
  return Object.fromEntries(
    parts.slice(1).map((part) => [part.slice(0, -1), { [part.slice(-1)]: part === word ? "after" : part }]),
  );
}

const names = Object.keys(rules);
// Actions that are not states: they change the depth, begin an element, or refuse the text.
const OPEN = 252;
const CLOSE = 253;
const NEXT = 254;
const REFUSED = 255;
const actions: Readonly<Record<string, number>> = { open: OPEN, close: CLOSE, comma: NEXT };
const stateOf = (name: string) => actions[name] ?? names.indexOf(name);
const VALUE = stateOf("value");
const VALUE_OR_END = stateOf("value or end");
const KEY = stateOf("key");
const KEY_OR_END = stateOf("key or end");
const AFTER = stateOf("after");
const TEXT = stateOf("text");
const KEY_TEXT = stateOf("key text");
/** The states in which a scalar at the end of the text is whole. */
const wholeStates = new Set(["after", "zero", "whole", "fraction", "exponent"].map(stateOf));

/** The next state, or the action, for each state and byte. */
const table = new Uint8Array(names.length * 256).fill(REFUSED);
for (const [state, name] of names.entries())
  for (const [characters, next] of Object.entries(rules[name] ?? {}))
    for (const character of characters) table[state * 256 + character.charCodeAt(0)] = stateOf(next);

/**
 * Checks that bytes which arrive in pieces are one JSON value, by the rules of `JSON.parse`, and finds its end. It reads each byte once, and
 * holds only which brackets are open.
 */
export class JsonScan {
  #state = VALUE;
  #depth = 0;
  /** The bracket of each open value. */
  #open = new Uint8Array(64);

  /** Whether the bytes so far are a whole value. */
  get isWhole(): boolean {
    return this.#depth === 0 && wholeStates.has(this.#state);
  }

  /**
   * Reads the bytes in [from, end). White space may follow the value.
   * @returns the position after the bracket that closes the outermost value; MORE where the value is still open, or is a scalar, which ends
   * where the text ends; NO_JSON where the bytes are not JSON
   */
  push(bytes: Uint8Array, from: number, end: number): number {
    let state = this.#state;
    let depth = this.#depth;
    let at = from;
    let isClosed = false;
    while (at < end) {
      if (state === TEXT || state === KEY_TEXT) {
        at = skipPlainText(bytes, at, end);
        if (at === end) break;
      }
      const byte = bytes[at++] ?? 0;
      const next = table[state * 256 + byte] ?? REFUSED;
      if (next < OPEN) {
        state = next;
      } else if (next === OPEN) {
        if (depth >= MAX_DEPTH) return NO_JSON;
        if (depth === this.#open.length) this.#growOpen();
        this.#open[depth++] = byte;
        state = byte === OPEN_BRACE ? KEY_OR_END : VALUE_OR_END;
      } else if (next === NEXT) {
        if (depth === 0) return NO_JSON;
        state = this.#open[depth - 1] === OPEN_BRACE ? KEY : VALUE;
      } else {
        // A closing bracket comes two after its opening one.
        if (next === REFUSED || depth === 0 || this.#open[depth - 1] !== byte - 2) return NO_JSON;
        state = AFTER;
        if (--depth === 0) {
          isClosed = true;
          break;
        }
      }
    }
    this.#state = state;
    this.#depth = depth;
    return isClosed ? at : MORE;
  }

  #growOpen(): void {
    const longer = new Uint8Array(this.#open.length * 2);
    longer.set(this.#open);
    this.#open = longer;
  }
}

/** The position after the value at `pos`, MORE or NO_JSON. The parser checks a string, number or word. */
function skipValue(bytes: Uint8Array, pos: number, end: number): number {
  const first = bytes[pos];
  if (first === QUOTE) return skipString(bytes, pos, end);
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return skipWord(bytes, pos, end);
  return new JsonScan().push(bytes, pos, end);
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The value in [from, to), each number with all its digits.
 * @throws SyntaxError where the bytes are not JSON, TypeError where they are not UTF-8
 */
function parseValue(bytes: Uint8Array, from: number, to: number): unknown {
  const text = decoder.decode(bytes.subarray(from, to));
  return bytes[from] === QUOTE ? JSON.parse(text) : parseExactJson(text);
}

/** The position after the value at `pos`, or MORE. @throws ResultDecodeError where it is not JSON */
export function skipValueAt(bytes: Uint8Array, pos: number, end: number, currentPath: () => string): number {
  const after = skipValue(bytes, pos, end);
  if (after === NO_JSON) throw noJson(currentPath());
  return after;
}

/** The value in [from, to), each number with all its digits. @throws ResultDecodeError where it is not JSON */
export function parseValueAt(bytes: Uint8Array, from: number, to: number, currentPath: () => string): unknown {
  try {
    return parseValue(bytes, from, to);
  } catch (error) {
    throw noJson(currentPath(), error);
  }
}

/** The text of the bytes in [from, to). @throws TypeError where they are not UTF-8 */
export function decodeUtf8(bytes: Uint8Array, from: number, to: number): string {
  return decoder.decode(bytes.subarray(from, to));
}

/** The error for bytes at `path` that are not JSON. */
export function noJson(path: string, cause?: unknown): ResultDecodeError {
  // RangeError: a number that an old browser cannot hold.
  const problem = cause instanceof RangeError ? cause.message : "this is not JSON";
  return new ResultDecodeError(path, problem, { cause });
}
