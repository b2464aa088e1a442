import { foldCase, formsOf, type SecretForm } from "./forms.ts";

/** The replacement of a credential. */
export const REDACTED = "(redacted)";

/** Removes credentials from a text of another source, such as a fetch's error or a proxy's page. */
export type Redact = (text: string) => string;

/** The last few headers count, since answers to earlier requests arrive after a token was renewed. */
const MAX_HEADERS = 4;
/** A longer secret is also removed where it is cut off, if this many of its first characters are there. */
const MIN_PREFIX_LENGTH = 12;

/** So many characters decide where a secret may begin. */
const START_LENGTH = 3;

/**
 * The credentials of a connection, to be removed from the texts in which the service repeats them: as they are sent, and the password as it is,
 * each of their characters plain, percent-encoded or escaped in JSON or HTML, in any letter case. `docs/security.md` says why in these forms.
 */
export class Secrets {
  /** The latest headers first, each with its forms. */
  readonly #headers = new Map<string, readonly SecretForm[]>();
  #forms: readonly SecretForm[] = [];
  #starts = startsOf([]);

  /** Notes the value of an `Authorization` header. */
  learn(authorization: string): void {
    if (this.#headers.has(authorization)) return;
    this.#headers.set(authorization, formsOf(authorization));
    for (const oldest of [...this.#headers.keys()].slice(0, -MAX_HEADERS)) this.#headers.delete(oldest);
    this.#forms = [...this.#headers.values()].flat();
    this.#starts = startsOf(this.#forms);
  }

  /** Whether a text repeats a secret. */
  areIn(text: string): boolean {
    return this.#ranges(text).next().done !== true;
  }

  readonly redact: Redact = (text) => {
    let clean = "";
    let end = 0;
    for (const range of this.#ranges(text)) {
      clean += text.slice(end, range.start) + REDACTED;
      end = range.end;
    }
    return end === 0 ? text : clean + text.slice(end);
  };

  /** The parts of a text that secrets take, in one pass. */
  *#ranges(original: string): Generator<{ readonly start: number; readonly end: number }> {
    if (this.#forms.length === 0) return;
    const text = foldCase(original);
    const starts = new RegExp(this.#starts);
    for (let match = starts.exec(text); match !== null; match = starts.exec(text)) {
      const start = match.index;
      const end = Math.max(...this.#forms.map((form) => endOf(form, text, start)));
      if (end > start) yield { start, end };
      starts.lastIndex = Math.max(end, start + 1);
    }
  }
}

/** Finds the places where secrets may begin. */
function startsOf(forms: readonly SecretForm[]): RegExp {
  const beginnings = forms.map((form) =>
    form
      .slice(0, START_LENGTH)
      .map((ways) => `(?:${ways.map(escaped).join("|")})`)
      .join(""),
  );
  return new RegExp([...new Set(beginnings)].join("|"), "g");
}

/** A text as a part of a regular expression: characters that mean something in one are written as numbers. */
function escaped(text: string): string {
  return text.replaceAll(/[^a-z0-9]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Where a secret ends that begins at a place of a text; the place itself if none does. A text can be read in two ways: `%25` is `%`, or `%` before `25`. */
function endOf(form: SecretForm, text: string, start: number): number {
  let ends = new Set([start]);
  for (const [index, ways] of form.entries()) {
    const next = new Set<number>();
    for (const end of ends) for (const way of ways) if (text.startsWith(way, end)) next.add(end + way.length);
    if (next.size === 0) return index >= MIN_PREFIX_LENGTH ? Math.max(...ends) : start;
    ends = next;
  }
  return Math.max(...ends);
}
