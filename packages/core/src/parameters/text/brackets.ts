import { endOfSpace, endOfValue } from "../../json/text.ts";
import type { Mistake, TokenContext } from "../corrections/mistakes.ts";
import { replace } from "../issues/fixes.ts";
import type { Fix, LocatedFinding } from "../issues/issue.ts";
import { quoted } from "./words.ts";

/** A bracket that is open. */
export interface Bracket {
  readonly kind: "object" | "array";
  readonly start: number;
  /** Whether a line ends after it, so that indentation shows what is inside. */
  readonly isBlock: boolean;
  /** How many blanks its line begins with; 0 if it is no block. */
  readonly indent: number;
}

/** The brackets that are open, the innermost last. */
export type Open = readonly Bracket[];

const closers = { object: "}", array: "]" } as const;

/** More blanks after a bracket say nothing. */
const MAX_BLANKS = 200;

export function bracketAt(text: string, kind: Bracket["kind"], start: number): Bracket {
  const isBlock = /^[ \t]*[\r\n]/.test(text.slice(start + 1, start + 1 + MAX_BLANKS));
  // The line of another bracket may be the whole text, and have thousands of brackets.
  return { kind, start, isBlock, indent: isBlock ? indentOfLine(text, start) : 0 };
}

function indentOfLine(text: string, offset: number): number {
  let lineStart = offset;
  // Not lastIndexOf: a text without one of the two line ends would be searched to its start for each bracket.
  while (lineStart > 0 && !isLineEnd(text[lineStart - 1])) lineStart--;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0].length ?? 0;
}

/** The blanks before an offset on its line; undefined if other text comes before it on the line. */
function indentAt(text: string, offset: number): number | undefined {
  let start = offset;
  while (start > 0 && (text[start - 1] === " " || text[start - 1] === "\t")) start--;
  return start === 0 || isLineEnd(text[start - 1]) ? offset - start : undefined;
}

function isLineEnd(char: string | undefined): boolean {
  return char === "\n" || char === "\r";
}

const EARLY = "the indentation of what follows says that it closes too early";

/** A token, and where the part before it ends. */
interface Token {
  readonly start: number;
  readonly end: number;
  /** Whether it closes a bracket. */
  readonly isCloser: boolean;
  /** Where the part before it ends, if it is the next name or item: at the comma, which may be missing. */
  readonly next: number | undefined;
  readonly previousEnd: number;
}

/** Finds by the indentation where a bracket is missing or too many. That counts only in a text whose brackets do not match. */
export class Indentation {
  readonly #text: string;
  /** The first bracket that is missing, with its fix. */
  missing: LocatedFinding | undefined;
  /** The first bracket that is too many, with its fix. */
  surplus: LocatedFinding | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Compares the indentation of a token with that of the innermost open bracket. */
  look({ start, end, isCloser, next, previousEnd }: Token, { kind, indent, isBlock }: Bracket): void {
    if (!isBlock) return;
    const tokenIndent = indentAt(this.#text, start);
    if (isCloser && tokenIndent !== indent) this.surplus ??= surplusBracket(this.#text, start, EARLY);
    if (tokenIndent === undefined) return;
    if (next !== undefined && !isCloser && tokenIndent <= indent)
      this.missing ??= missingBracket(this.#text, kind, next, { start, end });
    if (isCloser && tokenIndent < indent)
      this.missing ??= missingBracket(this.#text, kind, previousEnd, { start, end });
  }
}

/** The missing bracket, or the one too many, that shows at a token; undefined if none does. */
export function findBracketMistake(context: TokenContext): Mistake | undefined {
  if (context.needs === "key") return openObject(context);
  return context.needs === "comma" ? (otherCloser(context) ?? openList(context)) : undefined;
}

/** The mistake that shows at a bracket of another kind at the end of an object or a list. */
function otherCloser({ text, start, open }: TokenContext): Mistake | undefined {
  const source = text[start] ?? "";
  const bracket = open.at(-1);
  if (bracket === undefined || !"]})".includes(source)) return undefined;
  const closer = closers[bracket.kind];
  if (source === closer) return undefined;
  const end = start + 1;
  if (source === ")") {
    const noun = bracket.kind === "object" ? "An object" : "A list";
    const message = `${noun} ends with ${quoted(closer)}, not with ${quoted(source)}.`;
    const title = `Change to ${quoted(closer)}`;
    return { ...bracketFinding(message, { start, end }, title, start, closer), standsFor: "closer", readOn: end };
  }
  if (text[start - 1] === source && text[endOfSpace(text, end)] === closer)
    return { ...surplusBracket(text, start, "one before it closes the same"), standsFor: "space", readOn: end };
  const closesOuter = open.some(({ kind }) => closers[kind] === source);
  const finding =
    surplusOpening(text, bracket.start) ?? missingBracket(text, bracket.kind, start, { start, end }, quoted(source));
  return { ...finding, standsFor: "closer", readOn: closesOuter ? start : undefined };
}

/** The mistake that shows at the colon of a name in a list: the bracket of the list is missing before the last comma. */
function openList({ text, start, open, previous, comma }: TokenContext): Mistake | undefined {
  const list = open.at(-1);
  if (text[start] !== ":" || list?.kind !== "array" || open.at(-2)?.kind !== "object") return undefined;
  if (text[previous.start] !== '"' || !isAfterComma(text, comma, previous.start)) return undefined;
  const finding = surplusOpening(text, list.start) ?? missingBracket(text, "array", comma, previous);
  return { ...finding, standsFor: "closer and comma", readOn: previous.start };
}

/** The mistake that shows at an object where a name belongs: the bracket of the object before it is missing before the last comma. */
function openObject({ text, start, open, comma }: TokenContext): Mistake | undefined {
  if (text[start] !== "{" || open.at(-1)?.kind !== "object" || open.at(-2)?.kind !== "array") return undefined;
  if (!isAfterComma(text, comma, start)) return undefined;
  const finding = missingBracket(text, "object", comma, { start, end: start + 1 }, "the next object");
  return { ...finding, standsFor: "closer and comma", readOn: start };
}

/** Whether nothing but blanks is between a comma and an offset. */
function isAfterComma(text: string, comma: number, start: number): boolean {
  return text[comma] === "," && endOfSpace(text, comma + 1) === start;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** @param at where the bracket is missing @param token what comes next, or after the comma that comes next */
function missingBracket(
  text: string,
  kind: Bracket["kind"],
  at: number,
  token: Span,
  next = quoted(text.slice(token.start, token.end)),
): LocatedFinding {
  const closer = closers[kind];
  const noun = kind === "object" ? "object" : "list";
  const message = `The ${noun} is not closed: ${quoted(closer)} is missing before ${next}.`;
  return bracketFinding(message, token, `Add ${quoted(closer)}`, at, closer, 0);
}

function surplusBracket(text: string, start: number, reason: string): LocatedFinding {
  const bracket = quoted(text.slice(start, start + 1));
  const token = { start, end: start + 1 };
  return bracketFinding(`${bracket} is one too many: ${reason}.`, token, `Remove ${bracket}`, start, "");
}

/** The finding that a list which is not closed has another list alone; undefined if it has not. */
function surplusOpening(text: string, start: number): LocatedFinding | undefined {
  const isDoubled = /^\[\s*\[/.test(text.slice(start, start + MAX_BLANKS));
  return isDoubled ? surplusBracket(text, start, "it is not closed, and another one follows") : undefined;
}

/** @param length how many characters the fix replaces */
function bracketFinding(message: string, token: Span, title: string, at: number, content: string, length = 1) {
  const fix: Fix = { title, safe: false, edits: [replace(at, at + length, content)] };
  return { code: "syntax", message, start: token.start, end: token.end, fixes: [fix] } as const;
}

/** Where a text could not be read on. */
interface Stop {
  /** The offset of the token that does not fit. */
  readonly start: number;
  readonly needs: TokenContext["needs"];
  readonly open: Open;
  /** The token before: its offsets. */
  readonly previous: Span;
  /** Where the last value begins. */
  readonly valueStart: number;
}

/** The opening bracket that may be missing, or one too many, before a token that does not fit; undefined if none would help. */
export function misplacedOpening(
  text: string,
  { start, needs, open, previous, valueStart }: Stop,
): LocatedFinding | undefined {
  const token = text[start] ?? "";
  const isName = text[previous.start] === '"' && token === ":";
  if (isName && (needs === "comma" || needs === "nothing")) return opening("{", text, previous.start, previous);
  if (open.at(-1)?.kind !== "object") return undefined;
  if (needs === "key" && token === "{" && text[start - 1] === "{")
    return surplusBracket(text, start, "a name is needed here");
  const isItem = needs === "key" ? token !== "}" : needs === "colon" ? ",]".includes(token) : token === "]";
  return isItem ? opening("[", text, valueStart, { start: valueStart, end: endOfValue(text, valueStart) }) : undefined;
}

function opening(bracket: "{" | "[", text: string, at: number, token: Span): LocatedFinding {
  const noun = bracket === "{" ? "object" : "list";
  const first = text[token.start] === "{" ? "the object" : quoted(text.slice(token.start, token.end));
  const message = `The ${noun} does not begin: ${quoted(bracket)} is missing before ${first}.`;
  return bracketFinding(message, token, `Add ${quoted(bracket)}`, at, bracket, 0);
}

/** The brackets that close all that is open. */
export function closersOf(open: Open): string {
  return open
    .map(({ kind }) => closers[kind])
    .reverse()
    .join("");
}

/** What is wrong with a text that ends while brackets are open. */
export function endTooEarly(text: string, end: number, open: Open, isComplete: boolean): LocatedFinding {
  const last = open.at(-1);
  const noun = last?.kind === "array" ? "list" : "object";
  const message = `The file ends before the last ${noun} is closed.`;
  const at = text.trimEnd().length;
  const missing = closersOf(open);
  const fix: Fix = { title: `Add ${quoted(missing)}`, safe: false, edits: [replace(at, at, missing)] };
  return {
    code: "syntax",
    message: text.trim() === "" ? "The file is empty." : last === undefined ? "The file ends too early." : message,
    start: end,
    end,
    fixes: isComplete ? [fix] : [],
  };
}

/** The fix of a file with brackets after its end. */
export function removeClosers(text: string, start: number): Fix[] {
  const rest = text.slice(start);
  if (!/^[\s}\]]+$/.test(rest)) return [];
  const length = rest.trimEnd().length;
  return [{ title: `Remove ${quoted(rest.trimEnd())}`, safe: false, edits: [replace(start, start + length, "")] }];
}
