import type { TextRange } from "./view.ts";

/** A longer form is also found where it is cut off, if this many of its first characters are there. */
const MIN_PREFIX_LENGTH = 12;
/** Three characters at the end of a window decide how far it moves. */
const BLOCK = 3;
const HASH_BITS = 16;

/**
 * Finds many forms in a text at once, in any letter case, in a time that does not depend on their number (the algorithm of Wu and Manber): the
 * last three characters of a window say how far the window can move before a form can begin there.
 */
export class FormSearch {
  readonly #window: number;
  readonly #shifts = new Uint8Array(1 << HASH_BITS);
  readonly #byHash = new Map<number, string[]>();

  /** @param forms at least three characters each */
  constructor(forms: Iterable<string>) {
    const distinct = withoutPrefixes(Array.from(forms, foldCase));
    this.#window = Math.min(MIN_PREFIX_LENGTH, ...distinct.map(({ length }) => length));
    this.#shifts.fill(this.#window - BLOCK + 1);
    for (const form of distinct) this.#add(form);
  }

  #add(form: string): void {
    for (let end = BLOCK; end <= this.#window; end++) {
      const hash = hashBefore(form, end);
      this.#shifts[hash] = Math.min(this.#shifts[hash] ?? 0, this.#window - end);
      if (end === this.#window) this.#byHash.set(hash, [...(this.#byHash.get(hash) ?? []), form]);
    }
  }

  /** The parts of a text that a form takes, in order. They may overlap. */
  *rangesIn(original: string): Generator<TextRange> {
    if (this.#byHash.size === 0) return;
    const text = foldCase(original);
    for (let start = this.#next(text, 0); start !== undefined; start = this.#next(text, start + 1)) {
      let length = 0;
      for (const form of this.#byHash.get(hashBefore(text, start + this.#window)) ?? [])
        length = Math.max(length, matchLength(form, text, start));
      if (length > 0) yield { start, end: start + length };
    }
  }

  /** The next place where a form may begin. */
  #next(text: string, from: number): number | undefined {
    const { length } = text;
    const shifts = this.#shifts;
    for (let end = from + this.#window; end <= length; ) {
      const shift = shifts[hashBefore(text, end)] ?? 0;
      if (shift === 0) return end - this.#window;
      end += shift;
    }
    return undefined;
  }
}

/**
 * A text in which letter case plays no role: hosts and media types are repeated in lower case, whatever encoding they are in. Its length stays,
 * so places in it are places in the text: U+0130 alone has a longer lower case, and a Greek sigma is lowered by what follows it.
 */
function foldCase(text: string): string {
  return text.replaceAll("\u0130", "i").toLowerCase().replaceAll("ς", "σ");
}

/** How many characters a form takes at a place: all of it, or enough of its beginning; 0 if it is not there. */
function matchLength(form: string, text: string, start: number): number {
  const most = Math.min(form.length, text.length - start);
  let length = 0;
  while (length < most && text.charCodeAt(start + length) === form.charCodeAt(length)) length++;
  return length >= Math.min(form.length, MIN_PREFIX_LENGTH) ? length : 0;
}

/** The forms without those that begin another one, which is also found by its beginning. */
function withoutPrefixes(forms: Iterable<string>): string[] {
  const sorted = [...new Set(forms)].sort();
  return sorted.filter((form, at) => form.length < MIN_PREFIX_LENGTH || sorted[at + 1]?.startsWith(form) !== true);
}

/** Of the three characters before a place. */
function hashBefore(text: string, end: number): number {
  const hash = (text.charCodeAt(end - 3) << 10) ^ (text.charCodeAt(end - 2) << 5) ^ text.charCodeAt(end - 1);
  return hash & ((1 << HASH_BITS) - 1);
}
