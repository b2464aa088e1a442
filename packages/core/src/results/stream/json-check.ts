import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE } from "./scan.ts";

/** Deeper than anybody nests; what goes deeper is an attack on memory. */
const DEEPEST = 1 << 20;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const WORDS = new Map(["true", "false", "null"].map((word) => [word.charCodeAt(0), new TextEncoder().encode(word)]));
const ESCAPED = new Set(new TextEncoder().encode('"\\/bfnrt'));

/** What may come next. In a number: the part of it that was read last. */
type State =
  | ("value" | "value or ]" | "key" | "key or }" | ":" | "after" | "string" | "escape" | "hex" | "word")
  | ("-" | "0" | "whole" | "." | "fraction" | "e" | "e sign" | "exponent");

/** Where a number may end. */
const NUMBER_ENDS = new Set<State>(["0", "whole", "fraction", "exponent"]);

/**
 * Whether bytes that come in pieces are one whole JSON value, as `JSON.parse` has it; a byte order mark may come first. Nothing is
 * held but which brackets are open.
 */
export async function isJsonStream(source: AsyncIterable<Uint8Array>): Promise<boolean> {
  const check = new JsonCheck();
  for await (const chunk of source) if (!check.push(chunk)) return false;
  return check.isWhole();
}

class JsonCheck {
  #state: State = "value";
  /** Whether the string that is read is a key. */
  #isKey = false;
  /** How many bytes of a byte order mark, of a word or of the digits after `\u` were read. */
  #mark = 0;
  #word: Uint8Array = new Uint8Array(0);
  #wordAt = 0;
  #hexAt = 0;
  /** The bracket that closes each value that is open. */
  #open = new Uint8Array(64);
  #depth = 0;
  #begun = false;

  /** Takes the next piece. `false`: whatever follows, it is no JSON. */
  push(bytes: Uint8Array): boolean {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (this.#state === "string") {
        // Most of a result is in strings: what is plain in them is passed over.
        let end = at;
        for (let next = byte; next !== QUOTE && next !== BACKSLASH && next >= 0x20 && end < bytes.length; ) {
          end++;
          next = bytes[end] ?? 0;
        }
        if (end >= bytes.length) return true;
        at = end;
        if (!this.#take(bytes[end] ?? 0)) return false;
      } else if (!this.#take(byte)) return false;
    }
    return true;
  }

  /** Whether what was taken is all of a value. */
  isWhole(): boolean {
    return this.#depth === 0 && (this.#state === "after" || NUMBER_ENDS.has(this.#state));
  }

  #take(byte: number): boolean {
    switch (this.#state) {
      case "string":
        if (byte === QUOTE) return this.#go(this.#isKey ? ":" : "after");
        return byte === BACKSLASH && this.#go("escape");
      case "escape":
        this.#hexAt = 0;
        if (byte === 0x75) return this.#go("hex");
        return ESCAPED.has(byte) && this.#go("string");
      case "hex":
        return isHex(byte) && (++this.#hexAt < 4 || this.#go("string"));
      case "word":
        if (byte !== this.#word[this.#wordAt]) return false;
        return ++this.#wordAt < this.#word.length || this.#go("after");
      case "value":
      case "value or ]":
      case "key":
      case "key or }":
      case ":":
      case "after":
        return isSpace(byte) || this.#takeMark(byte) || this.#takeToken(byte);
      default:
        return this.#takeNumber(byte);
    }
  }

  #takeMark(byte: number): boolean {
    if (this.#begun || this.#mark >= BYTE_ORDER_MARK.length || byte !== BYTE_ORDER_MARK[this.#mark]) return false;
    this.#mark++;
    return true;
  }

  #takeToken(byte: number): boolean {
    const isMarked = this.#mark === 0 || this.#mark === BYTE_ORDER_MARK.length;
    this.#begun = true;
    switch (this.#state) {
      case "key":
      case "key or }":
        if (byte === CLOSE_BRACE && this.#state === "key or }") return this.#close(byte);
        this.#isKey = true;
        return byte === QUOTE && this.#go("string");
      case ":":
        return byte === COLON && this.#go("value");
      case "after":
        if (this.#depth === 0) return false;
        if (byte !== COMMA) return this.#close(byte);
        return this.#go(this.#open[this.#depth - 1] === CLOSE_BRACE ? "key" : "value");
      default:
        if (byte === CLOSE_BRACKET && this.#state === "value or ]") return this.#close(byte);
        return isMarked && this.#begin(byte);
    }
  }

  #begin(byte: number): boolean {
    if (byte === QUOTE) {
      this.#isKey = false;
      return this.#go("string");
    }
    if (byte === OPEN_BRACE) return this.#descend(CLOSE_BRACE) && this.#go("key or }");
    if (byte === OPEN_BRACKET) return this.#descend(CLOSE_BRACKET) && this.#go("value or ]");
    const word = WORDS.get(byte);
    if (word !== undefined) {
      this.#word = word;
      this.#wordAt = 1;
      return this.#go("word");
    }
    if (byte === 0x2d) return this.#go("-");
    return this.#takeFirstDigit(byte);
  }

  #takeFirstDigit(byte: number): boolean {
    if (byte === 0x30) return this.#go("0");
    return isDigit(byte) && this.#go("whole");
  }

  #takeNumber(byte: number): boolean {
    const state = this.#state;
    const isExponent = byte === 0x65 || byte === 0x45;
    if (state === "-") return this.#takeFirstDigit(byte);
    if (isDigit(byte)) {
      if (state === "0") return false;
      if (state === ".") return this.#go("fraction");
      return state === "e" || state === "e sign" ? this.#go("exponent") : true;
    }
    if (byte === 0x2e && (state === "0" || state === "whole")) return this.#go(".");
    if (isExponent && (state === "0" || state === "whole" || state === "fraction")) return this.#go("e");
    if (state === "e" && (byte === 0x2b || byte === 0x2d)) return this.#go("e sign");
    return NUMBER_ENDS.has(state) && this.#go("after") && (isSpace(byte) || this.#takeToken(byte));
  }

  #go(state: State): true {
    this.#state = state;
    return true;
  }

  #descend(closing: number): boolean {
    if (this.#depth >= DEEPEST) return false;
    if (this.#depth === this.#open.length) {
      const longer = new Uint8Array(this.#depth * 2);
      longer.set(this.#open);
      this.#open = longer;
    }
    this.#open[this.#depth++] = closing;
    return true;
  }

  #close(byte: number): boolean {
    if (this.#depth === 0 || this.#open[this.#depth - 1] !== byte) return false;
    this.#depth--;
    return this.#go("after");
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isHex(byte: number): boolean {
  return isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}
