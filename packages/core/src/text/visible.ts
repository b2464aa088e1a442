/**
 * Characters that change how a line reads without being seen: controls, bidirectional marks, zero-width characters, line separators,
 * variation selectors, tags, noncharacters and halves of a surrogate pair.
 */
export const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/** Text without any of them, told at once: to learn what they all are takes 3 ms, and most of what is logged has none. */
const allSeen = /^[ -~]*$/;

/** Shows untrusted text on one line, with hidden characters spelt out: a line feed reads `\n`, a bidirectional override `\u{202e}`. */
export function visible(text: string): string {
  if (allSeen.test(text)) return text;
  return text.replace(hidden, (character) => {
    if (character === "\n") return "\\n";
    if (character === "\r") return "\\r";
    if (character === "\t") return "\\t";
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/**
 * The same for a line of a log. GitHub's runner reads the log of every step, and the line neither begins with nor holds what the runner takes
 * for a command: `::` at the start of a line, the older `##[` anywhere.
 */
export function printable(text: string): string {
  return visible(text)
    .replace(/^(\s*):(?=:)/u, "$1\\u{3a}")
    .replaceAll("##[", "#\\u{23}[");
}

/** At most `max` characters of a text; what is left out shows as an ellipsis. Never cuts a character in two. */
export function shorten(text: string, max: number): string {
  // A character has two code units at most.
  const characters = Array.from(text.slice(0, 2 * max + 2));
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join("")}…`;
}
