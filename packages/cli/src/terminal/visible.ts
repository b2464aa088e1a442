/**
 * Characters that change how a terminal or a reader sees a line without being seen: controls, bidirectional marks, zero-width characters,
 * line separators, tags, noncharacters and halves of a surrogate pair.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/** Untrusted text on one line, with hidden characters spelt out: an escape reads `\u{1b}`, a line feed `\n`. */
export function visible(text: string): string {
  return text.replace(hidden, (character) => {
    if (character === "\n") return "\\n";
    if (character === "\r") return "\\r";
    if (character === "\t") return "\\t";
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** A value as indented JSON whose hidden characters are escaped, so that it may be printed; it parses to the same value. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(hidden, (character) =>
    character === "\n"
      ? character
      : Array.from({ length: character.length }, (_, at) => escapeUnit(character, at)).join(""),
  );
}

function escapeUnit(text: string, at: number): string {
  return `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`;
}
