/**
 * Characters that change how a terminal or a reader sees a line without being seen: controls, bidirectional marks, zero-width characters,
 * line separators, tags, noncharacters and halves of a surrogate pair.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/**
 * Untrusted text on one line, with hidden characters spelt out: an escape reads `\u{1b}`, a line feed `\n`. Nor does it begin or hold
 * what GitHub's runner, which reads the log of every step, takes for a command: `::` at the start of a line, `##[` anywhere.
 */
export function visible(text: string): string {
  return text
    .replace(hidden, (character) => {
      if (character === "\n") return "\\n";
      if (character === "\r") return "\\r";
      if (character === "\t") return "\\t";
      return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
    })
    .replaceAll("##[", "#\\u{23}[")
    .replace(/^\s*:(?=:)/, "\\u{3a}");
}

/** A value as indented JSON that may be printed. */
export function printableJson(value: unknown): string {
  return escapeJson(JSON.stringify(value, null, 2));
}

/** JSON in which what `visible` spells out is escaped, so that it may be printed; it parses to the same value. */
export function escapeJson(json: string): string {
  return json
    .replace(hidden, (character) => (character === "\n" ? character : escapeUnits(character)))
    .replaceAll("##[", "#\\u0023[");
}

function escapeUnits(text: string): string {
  return Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
    "",
  );
}
