import { namedCharacter } from "./html-names.ts";

/** A part of a text, from `start` up to `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A part of a text that is other text in the view made of it. */
interface Edit {
  readonly before: TextRange;
  readonly after: TextRange;
}

/** Encoded text is often wrapped over lines. */
const WHITE_SPACE = /\s+/g;
/** The escapes of addresses (`%41`), of JSON and of programs (`\u0041`, `\x41`, `\/`) and of HTML (`&#65;`, `&amp;`). */
const escapePatterns = {
  address: /%(?:u[0-9a-f]{4}|[0-9a-f]{2})/gi,
  program: /\\(?:u[0-9a-f]{4}|u\{[0-9a-f]{1,6}\}|x[0-9a-f]{2}|[\s\S])/gi,
  html: /&(?:#x[0-9a-f]{1,8}|#\d{1,8}|[a-z\d]{2,8});/gi,
};
export type EscapeKind = keyof typeof escapePatterns;
export const escapeKinds: readonly EscapeKind[] = ["address", "program", "html"];
const ANY_ESCAPE = new RegExp(escapeKinds.map((kind) => escapePatterns[kind].source).join("|"), "gi");
/** Lines of quoted-printable text end with an equals sign where they are wrapped. One pass, since an equals sign before white space begins no escape. */
const QUOTED = /=\r?\n|=[0-9a-f]{2}|\s+/gi;

/** A text, or a text made of another one by replacing parts, which knows where each of its parts comes from. */
export class TextView {
  readonly text: string;
  readonly #parent: TextView | undefined;
  readonly #editsOf: () => readonly Edit[];
  #edits: readonly Edit[] | undefined;

  private constructor(text: string, parent?: TextView, editsOf: () => readonly Edit[] = () => []) {
    this.text = text;
    this.#parent = parent;
    this.#editsOf = editsOf;
  }

  /** The view of a text as it is, without white space. */
  static of(text: string): TextView {
    return new TextView(text).#replace(WHITE_SPACE, "");
  }

  /** The same of quoted-printable text (`=41`). Apart, because `?key=41` is usual in addresses, where it is no escape. */
  static ofQuoted(text: string): TextView {
    return new TextView(text).#replace(QUOTED, (part) => (/^=\S/.test(part) ? withoutEscape(part) : ""));
  }

  /**
   * The view with each escaped character in place of its escape, in one round. `undefined` if there is no escape.
   * @param kind the escapes that count, by default those of all kinds
   */
  unescaped(kind?: EscapeKind): TextView | undefined {
    const view = this.#replace(kind === undefined ? ANY_ESCAPE : escapePatterns[kind], withoutEscape);
    return view === this ? undefined : view;
  }

  /** The part of the first text from which a part of this one comes. */
  sourceOf({ start, end }: TextRange): TextRange {
    if (this.#parent === undefined) return { start, end };
    this.#edits ??= this.#editsOf();
    return this.#parent.sourceOf({
      start: this.#sourceOfCharacter(start).start,
      end: this.#sourceOfCharacter(end - 1).end,
    });
  }

  /** The part of the parent from which a character comes. */
  #sourceOfCharacter(at: number): TextRange {
    const edits = this.#edits ?? [];
    // The last edit that begins at the character or before it.
    let [low, high] = [0, edits.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((edits[middle]?.after.start ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    const edit = edits[low - 1];
    if (edit === undefined) return { start: at, end: at + 1 };
    if (at < edit.after.end) return edit.before;
    const start = at + edit.before.end - edit.after.end;
    return { start, end: start + 1 };
  }

  /** This view itself if nothing changes. */
  #replace(pattern: RegExp, replacement: "" | ((part: string) => string)): TextView {
    const { text } = this;
    const replaced = replacement === "" ? text.replace(pattern, "") : text.replace(pattern, replacement);
    if (replaced === text) return this;
    // The places of the parts are needed only where a secret is found.
    return new TextView(replaced, this, () => {
      let shift = 0;
      return Array.from(text.matchAll(pattern), ({ 0: part, index }) => {
        const { length } = replacement === "" ? replacement : replacement(part);
        const start = index - shift;
        shift += part.length - length;
        return { before: { start: index, end: index + part.length }, after: { start, end: start + length } };
      });
    });
  }
}

/** The character of an escape; nothing for white space, which a view leaves out. */
function withoutEscape(sequence: string): string {
  const character = characterOf(sequence);
  return /^\s$/.test(character) ? "" : character;
}

function characterOf(sequence: string): string {
  const kind = sequence.charAt(1).toLowerCase();
  if (sequence.startsWith("&")) {
    const content = sequence.slice(1, -1);
    if (kind !== "#") return namedCharacter(content) ?? sequence;
    return atCode(/^#x/i.test(content) ? Number.parseInt(content.slice(2), 16) : Number(content.slice(1)), sequence);
  }
  if (sequence.startsWith("\\") && sequence.length === 2) return "bfnrtv".includes(kind) ? " " : sequence.charAt(1);
  return atCode(Number.parseInt(sequence.replace(/[%=\\ux{}]/gi, ""), 16), sequence);
}

function atCode(code: number, sequence: string): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : sequence;
}
