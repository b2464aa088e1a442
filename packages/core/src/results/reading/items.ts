import { withPlainSigns } from "./fold.ts";
import { phrasesWith, type Role, usualWord } from "./words.ts";

/** A word or a sign of a header as it is written. */
interface Token {
  readonly text: string;
  /** Whether a blank stands before it. */
  readonly isSpaced: boolean;
  readonly key: string;
}

/** A word or phrase with its role. */
export interface Item {
  readonly role: Role;
  /** In the usual spelling, lower case. */
  readonly words: string;
  /** Its first token and the one after its last. */
  readonly from: number;
  readonly to: number;
  /** In parentheses or after a comma: it says more, and is no head of the phrase. */
  readonly isAside: boolean;
  /** Of a figure its number, of a horizon its months. The words of a horizon are its unit. */
  readonly value?: number;
}

/** A header level as tokens, and as items: one list for each part between dashes or colons. */
export interface LevelItems {
  readonly tokens: readonly Token[];
  readonly segments: readonly (readonly Item[])[];
}

/** Longer levels are cut: no header that names a measure is so long. */
const MAX_CHARACTERS = 400;

const monthsOfUnits = new Map<string, number>([
  ...["day", "d"].map((unit) => [unit, 1 / 30] as const),
  ...["week", "w", "wk"].map((unit) => [unit, 7 / 30] as const),
  ...["month", "m"].map((unit) => [unit, 1] as const),
  ...["quarter", "q"].map((unit) => [unit, 3] as const),
  ...["year", "y"].map((unit) => [unit, 12] as const),
]);

const numbersInWords = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Reads a folded level. Underscores and capitals inside a word part words, as in `std_dev` and `askYieldToWorst`. */
export function itemsOf(level: string): LevelItems {
  const tokens = tokensOf(level);
  const segments: Item[][] = [[]];
  let depth = 0;
  let isAfterComma = false;
  for (let index = 0; index < tokens.length; ) {
    const { key = "" } = tokens[index] ?? {};
    const isAside = depth > 0 || isAfterComma;
    if (key === "(" || key === "[") depth++;
    else if (key === ")" || key === "]") depth = Math.max(0, depth - 1);
    else if (key === ",") isAfterComma = true;
    else if (depth === 0 && isSeparator(tokens, index)) {
      segments.push([]);
      isAfterComma = false;
    } else if (!isHyphen(tokens, index)) {
      const item = itemAt(tokens, index, isAside);
      segments.at(-1)?.push(item);
      index = item.to;
      continue;
    }
    index++;
  }
  return { tokens, segments: segments.filter((items) => items.length > 0) };
}

/** Scans by hand, because a table of 5,000 headers must be read at once, and patterns take five times as long. */
function tokensOf(level: string): Token[] {
  const text = withPlainSigns(level.slice(0, MAX_CHARACTERS));
  const tokens: Token[] = [];
  let isSpaced = false;
  for (let at = 0; at < text.length; ) {
    const char = text[at] ?? "";
    if (char === " " || char === "_") {
      isSpaced = true;
      at++;
      continue;
    }
    const end = isDigit(char) ? endOfNumber(text, at) : isLetter(char) ? endOfWord(text, at) : at + 1;
    const isInWord = isLetter(char) && isLetter(text[at - 1] ?? " ");
    tokens.push(tokenOf(text.slice(at, end), isSpaced || isInWord));
    isSpaced = false;
    at = end;
  }
  return tokens;
}

function tokenOf(text: string, isSpaced: boolean): Token {
  return { text, isSpaced, key: keyOf(text) };
}

/** `10,000`, `3.5`: a point or comma counts between digits alone. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (isDigit(text[end] ?? "") || (/[.,]/.test(text[end] ?? "") && isDigit(text[end + 1] ?? ""))) end++;
  return end;
}

/** The end of a word, with the dot of an abbreviation. Before a capital inside a word a new one begins: `PF|Total|Ret`, but `VaR`, `ETFs`. */
function endOfWord(text: string, start: number): number {
  let end = start + 1;
  for (; isWordPart(text, end); end++) {
    const [before, char, next, afterNext] = [
      text[end - 1] ?? "",
      text[end] ?? "",
      text[end + 1] ?? "",
      text[end + 2] ?? "",
    ];
    if (!isCapital(char)) continue;
    if (isSmall(before) && (isLetter(next) || isDigit(next))) return end;
    if (isCapital(before) && isSmall(next) && isSmall(afterNext)) return end;
  }
  return text[end] === "." ? end + 1 : end;
}

function isWordPart(text: string, at: number): boolean {
  const char = text[at] ?? "";
  return isLetter(char) || ((char === "'" || char === "’") && isLetter(text[at + 1] ?? ""));
}

function isDigit(char: string): boolean {
  return char >= "0" && char <= "9";
}

function isLetter(char: string): boolean {
  return isSmall(char) || isCapital(char) || (char > "\u007f" && /\p{L}|\p{M}/u.test(char));
}

function isSmall(char: string): boolean {
  return (char >= "a" && char <= "z") || (char > "\u007f" && /\p{Ll}/u.test(char));
}

function isCapital(char: string): boolean {
  return (char >= "A" && char <= "Z") || (char > "\u007f" && /\p{Lu}/u.test(char));
}

function keyOf(token: string): string {
  const lower = token.toLowerCase();
  return usualWord(lower.length > 1 && lower.endsWith(".") ? lower.slice(0, -1) : lower);
}

/** A dash with a blank at a side, and a colon, part a level. */
function isSeparator(tokens: readonly Token[], index: number): boolean {
  const key = tokens[index]?.key;
  if (key === ":" || key === ";" || key === "|") return true;
  return key === "-" && (tokens[index]?.isSpaced === true || tokens[index + 1]?.isSpaced !== false);
}

/** The hyphen of `12-Month`. */
function isHyphen(tokens: readonly Token[], index: number): boolean {
  return tokens[index]?.key === "-";
}

function itemAt(tokens: readonly Token[], from: number, isAside: boolean): Item {
  const horizon = horizonAt(tokens, from);
  if (horizon) return { role: "horizon", from, isAside, ...horizon };
  const token = tokens[from];
  const key = token?.key ?? "";
  if (isDigit(key[0] ?? "")) {
    return { role: "figure", words: key, from, to: from + 1, isAside, value: Number(key.replaceAll(",", "")) };
  }
  for (const { words, role } of phrasesWith(key)) {
    const to = endOfPhrase(tokens, from, words);
    if (to !== undefined) return { role, words: words.join(" "), from, to, isAside };
  }
  return { role: "unknown", words: key, from, to: from + 1, isAside };
}

function endOfPhrase(tokens: readonly Token[], from: number, words: readonly string[]): number | undefined {
  let at = from;
  for (const [position, word] of words.entries()) {
    if (position > 0 && isHyphen(tokens, at)) at++;
    if (tokens[at]?.key !== word) return undefined;
    at++;
  }
  return at;
}

/** `3 Year`, `12-Month`, `6Mo`, `3-5Yr`, `three years`: its end, and its months. `10 m` is no horizon, since it may be an amount. */
function horizonAt(tokens: readonly Token[], from: number): { words: string; to: number; value: number } | undefined {
  const key = tokens[from]?.key ?? "";
  const count = isDigit(key[0] ?? "") ? Number(key) : numbersInWords.indexOf(key);
  if (!(count > 0) || tokens[from - 1]?.key === "$") return undefined;
  let at = from + 1;
  if (isHyphen(tokens, at)) at++;
  const unit = tokens[at]?.key.replace(/s$/, "") ?? "";
  const months = monthsOfUnits.get(unit);
  const isLetter = tokens[at]?.text.length === 1;
  if (months === undefined || (isLetter && tokens[at]?.isSpaced)) return undefined;
  return { words: unit, to: at + 1, value: count * months };
}
