import { formsOf, MAX_ESCAPE_ROUNDS } from "./forms.ts";
import { FormSearch } from "./search.ts";
import { escapeKinds, type TextRange, TextView } from "./view.ts";

/** The replacement of a credential. */
export const REDACTED = "(redacted)";

/** Removes credentials from a text of another source, such as a fetch's error or a proxy's page. */
export type Redact = (text: string) => string;

/** The last few headers count, since answers to earlier requests arrive after a token was renewed. */
const MAX_HEADERS = 4;

/**
 * The credentials of a connection, to be removed from all texts in which the service repeats them: as they are, escaped, in Base64 or
 * hexadecimal, wrapped over lines, alone or inside other text, whole or only their first 12 characters or more.
 */
export class Secrets {
  /** The latest headers first, each with its forms. */
  readonly #headers = new Map<string, readonly string[]>();
  #search: FormSearch | undefined;

  /** Notes the value of an `Authorization` header. */
  learn(authorization: string): void {
    if (this.#headers.has(authorization)) return;
    this.#headers.set(authorization, formsOf(authorization));
    for (const oldest of [...this.#headers.keys()].slice(0, -MAX_HEADERS)) this.#headers.delete(oldest);
    this.#search = new FormSearch([...this.#headers.values()].flat());
  }

  /** Whether a text repeats a secret in any form. */
  areIn(text: string): boolean {
    return this.#ranges(text).next().done !== true;
  }

  readonly redact: Redact = (text) => {
    const ranges = [...this.#ranges(text)].sort((one, other) => one.start - other.start);
    if (ranges.length === 0) return text;
    let clean = "";
    let end = 0;
    for (const range of ranges) {
      if (range.start >= end) clean += text.slice(end, range.start) + REDACTED;
      end = Math.max(end, range.end);
    }
    return clean + text.slice(end);
  };

  *#ranges(text: string): Generator<TextRange> {
    if (this.#search === undefined) return;
    for (const view of viewsOf(text)) {
      for (const range of this.#search.rangesIn(view.text)) yield view.sourceOf(range);
    }
  }
}

/** A text as it is, as quoted-printable text, and unescaped once, twice and so on: escapes of all kinds at once, and each kind alone. */
function* viewsOf(text: string): Generator<TextView> {
  const plain = TextView.of(text);
  yield plain;
  if (text.includes("=")) yield TextView.ofQuoted(text);
  let view = plain.unescaped();
  if (view !== undefined) yield* viewsByKind(plain, MAX_ESCAPE_ROUNDS);
  for (let round = 1; view !== undefined && round <= MAX_ESCAPE_ROUNDS; round++) {
    yield view;
    view = view.unescaped();
  }
}

/**
 * A view whose escapes are undone as programs wrote them, one kind after another. With all kinds at once, a secret that itself contains the
 * beginning of an escape of another kind (`%0`) can lose its end, together with the text behind it (`a`), before the last escape of its own
 * kind is undone.
 */
function* viewsByKind(view: TextView, rounds: number): Generator<TextView> {
  if (rounds === 0) return;
  for (const kind of escapeKinds) {
    const next = view.unescaped(kind);
    if (next === undefined) continue;
    yield next;
    yield* viewsByKind(next, rounds - 1);
  }
}
