/** Percent signs of other alphabets and widths. */
const PERCENT_SIGNS = /[﹪％٪]/g;
const IS_PLAIN = /^[\x20-\x7e]*$/;
const DASHES = /[\u2010-\u2015\u2212]/g;

/** A plus, a blank that is no space, two blanks, or a blank at an end: most headers have none. */
const HAS_GAPS = /[^\S ]|\+| {2}|^ | $/;

/** A header level as words: `+`, line ends and repeated blanks are one blank. A `+` that is the sign of a number, as in `+100bp`, stays. */
export function foldHeader(text: string): string {
  if (!HAS_GAPS.test(text)) return text;
  let folded = "";
  let isGap = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index] ?? "";
    if (isBlank(char) || (char === "+" && !isSign(text, index))) {
      isGap = folded !== "";
      continue;
    }
    folded += isGap ? ` ${char}` : char;
    isGap = false;
  }
  return folded;
}

/**
 * What two spellings of a header share: folded, without letter case and without the dots of abbreviations. `Port.+Weight` and `port weight`
 * have the same key.
 */
export function headerKey(text: string): string {
  return withPlainSigns(foldHeader(text))
    .replaceAll(/(?<=\p{L})\.(?!\p{L}\p{L})/gu, "")
    .replaceAll(/(?<=\p{L})\.(?=\p{L})/gu, " ")
    .toLowerCase();
}

/** Percent signs and dashes in their usual form. */
export function withPlainSigns(text: string): string {
  return IS_PLAIN.test(text) ? text : text.replaceAll(PERCENT_SIGNS, "%").replaceAll(DASHES, "-");
}

function isBlank(char: string): boolean {
  return char === " " || char === "\n" || char === "\r" || char === "\t" || char === "\u00a0" || char.trim() === "";
}

/** The plus of `+100bp` and `( +1 )`, but not that of `Return+1+Month`; and that of `10+ years`. */
function isSign(text: string, index: number): boolean {
  const before = text[index - 1] ?? " ";
  const after = text[index + 1] ?? " ";
  if (isDigit(after)) return before === "(" || isBlank(before);
  return isDigit(before) && isBlank(after);
}

function isDigit(char: string): boolean {
  return char >= "0" && char <= "9";
}
