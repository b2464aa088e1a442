/**
 * Characters that are not visible but change how a line reads: controls, bidirectional marks, zero-width characters, line separators,
 * variation selectors, tags, noncharacters and halves of a surrogate pair.
 */
export const HIDDEN_CHARACTERS =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/** Shows untrusted text on one line, with hidden characters as escapes: a line feed is `\n`, a bidirectional override `\u{202e}`. */
export function visible(text: string): string {
  return text.replace(HIDDEN_CHARACTERS, (character) => {
    if (character === "\n") return "\\n";
    if (character === "\r") return "\\r";
    if (character === "\t") return "\\t";
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** Letters that are written from right to left, and turn the order of what stands around them. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * Like `visible`, for a page or an editor, which write text in two directions: a text with letters from right to left is isolated, so that it
 * does not change the order of what stands around it. Parts that are isolated already stay, so a sentence may contain isolated names.
 */
export function isolated(text: string): string {
  return text.replace(/\u2068([^\u2066-\u2069]*)\u2069|[^\u2068]+|\u2068/gu, (part, inner: string = part) => {
    const shown = visible(inner);
    return RIGHT_TO_LEFT.test(shown) ? `\u2068${shown}\u2069` : shown;
  });
}

/** Like `isolated`, for a text of several lines, whose ends and tabs stay. */
export function isolatedLines(text: string): string {
  return text.replace(/[^\n\t]+/g, isolated);
}

/**
 * Like `visible`, for a line of a log. GitHub's runner reads commands from the log: `::` at the start of a line, and the older `##[`
 * anywhere. The result has neither.
 */
export function printable(text: string): string {
  return visible(text)
    .replace(/^(\s*):(?=:)/u, "$1\\u{3a}")
    .replaceAll("##[", "#\\u{23}[");
}

/** At most `max` characters of a text; an ellipsis replaces the rest. Never cuts a character in two. */
export function shorten(text: string, max: number): string {
  // A character has two code units at most.
  const characters = Array.from(text.slice(0, 2 * max + 2));
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join("")}…`;
}

/** Untrusted text as code in a sentence or in Markdown: between backticks, on one line, with hidden characters and backticks as escapes. */
export function codeQuote(text: string): string {
  return `\`${visible(text).replaceAll("`", "\\u{60}")}\``;
}

/** JSON that is safe to print: characters that `printable` spells out are escaped, except for line feeds. It parses to the same value. */
export function escapeJson(json: string): string {
  return json
    .replace(HIDDEN_CHARACTERS, (character) => (character === "\n" ? character : escapeUnits(character)))
    .replaceAll("##[", "#\\u0023[");
}

function escapeUnits(text: string): string {
  return Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
    "",
  );
}

/**
 * Untrusted text as text in GitHub's Markdown, on one line, fit for a table's cell. It shows exactly the characters of the text (hidden ones
 * as escapes), and is never HTML, markup, a link, a mention or a reference.
 *
 * GitHub reads the text twice. Character references hide markup from the parser. GitHub decodes them before it looks for links, mentions,
 * references and formulas, so `<wbr>` splits those; it shows nothing and is not copied.
 */
export function escapeMarkdown(text: string): string {
  return visible(text)
    .replace(/[^\p{L}\p{M}\p{N} ,;%=.\-/()+'"…→−]/gu, (character) => `&#${character.codePointAt(0)};`)
    .replace(/^ | (?= )| $/gu, "&#32;")
    .replace(/&#(?:35|36|58|64);/gu, "$&<wbr>")
    .replace(/(www|gh)(?=[.-])/giu, "$1<wbr>");
}
