import { JSON_NUMBER, parseJsonValue } from "../../json/value.ts";
import type { Fix, LocatedFinding, TextEdit } from "../issues/issue.ts";
import { quoted } from "../text/words.ts";
import { numbersMeant } from "./meanings.ts";

/** A part of a text that is not JSON, though it is clear what the author means. */
export interface Mistake extends LocatedFinding {
  /** What the part stands for. A name or a value may be a text between wrong quotes. */
  readonly standsFor: "space" | "value" | "key" | "colon" | "comma" | "closer" | "closer and comma";
  /** The offset at which the text is read on, as if the first fix were applied; undefined if the meaning of the rest is uncertain. */
  readonly readOn: number | undefined;
}

/** Where a token of a text is, and what may come there. */
export interface TokenContext {
  readonly text: string;
  readonly start: number;
  readonly needs: "value" | "key" | "colon" | "comma" | "nothing";
  /** The open brackets, the innermost last. */
  readonly open: readonly { readonly kind: "object" | "array"; readonly start: number }[];
  /** The token before: its offsets. */
  readonly previous: { readonly start: number; readonly end: number };
  /** The offset of the last comma. */
  readonly comma: number;
}

/** The mistake that begins at a token, or shows at it; undefined if the token is JSON or cannot be understood. */
export function findMistake(context: TokenContext): Mistake | undefined {
  const general = hiddenCharacter(context) ?? hashComment(context);
  if (general !== undefined) return general;
  switch (context.needs) {
    case "value":
      return (
        missingValue(context) ??
        wrongQuotes(context) ??
        otherWord(context) ??
        otherNumber(context) ??
        bareText(context) ??
        extraComma(context)
      );
    case "key":
      return wrongQuotes(context) ?? bareText(context) ?? extraComma(context);
    case "colon":
      return otherColon(context) ?? unclosedName(context);
    case "comma":
      return otherComma(context) ?? unclosedText(context);
    default:
      return undefined;
  }
}

/** What follows a name or a value on its line, also where it is wrong itself. */
const AFTER = String.raw`(?=[ \t]*(?:[,:}\]=;，；、：]|\r|\n|//|#|$))`;
const QUOTES = `"'\`´‘’‚‛“”„‟«»‹›′″＂＇`;

const HIDDEN_CHARACTERS = /[\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]+/y;
const COMMENT = /#[^\r\n]*/y;
const QUOTED_TEXT = new RegExp(`[${QUOTES.slice(1)}]([^\\r\\n]*?)[${QUOTES}]${AFTER}`, "y");
const CLOSING_QUOTE = new RegExp(`[${QUOTES.slice(1)}]${AFTER}`);
const WORD = new RegExp(`(true|false|null|none|nil|undefined)${AFTER}`, "iy");
const NOT_A_NUMBER = new RegExp(`[-+]?(?:nan|inf(?:inity)?)${AFTER}`, "iy");
const NUMBER_RUN = new RegExp(`[-+\u2212.]?\\d[^\\s,:;}\\]"，；、]*${AFTER}`, "y");
/** In an object, a name must follow a comma: so these commas belong to the number. */
const NUMBER_WITH_COMMAS = /-?\d[\d.]*(?:,\d[\d.]*)+(?=[ \t]*(?:[,}\r\n]|$))/y;
const BARE_VALUE = /[^\s"'{}[\],:()<][^"{}[\],\r\n]*?(?=[ \t]*(?:[,;}\]\r\n]|$))/y;
const BARE_NAME = /[^\s"'{}[\],:()<=][^"{}[\],:=\r\n]*?(?=[ \t]*[:=])/y;
const HALF_QUOTED = new RegExp(`[^\\s"'{}[\\],:()<][^"{}[\\]\\r\\n]*"${AFTER}`, "y");
const MARKED_SCALAR = /[-+\w.]+(?=[;，；、])/y;
const COLON = /=>|->|[=：﹕]/y;
const COMMA = /[;，；、]/y;

/** The end of a scalar that a wrong mark follows at once, as in `1;`, so that a scanner takes both for one; undefined if it is none. */
export function endOfMarkedScalar(text: string, start: number): number | undefined {
  const [scalar] = matchAt(MARKED_SCALAR, text, start) ?? [];
  return scalar !== undefined && isJsonScalar(scalar) ? start + scalar.length : undefined;
}

function hiddenCharacter({ text, start }: TokenContext): Mistake | undefined {
  const [characters] = matchAt(HIDDEN_CHARACTERS, text, start) ?? [];
  if (characters === undefined) return undefined;
  const message = `A character that cannot be seen, ${codePoint(characters)}, may only be inside a text.`;
  return mistake("space", message, start, characters, [["Remove it", " ", true]]);
}

function codePoint(text: string): string {
  return `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function hashComment({ text, start }: TokenContext): Mistake | undefined {
  const [characters] = matchAt(COMMENT, text, start) ?? [];
  if (characters === undefined) return undefined;
  const removal: SlipFix = ["Remove the comment", "", false];
  return { ...mistake("space", "JSON has no comments.", start, characters, [removal]), code: "comment" };
}

/** A text between quotes that are not straight double quotes. Only the quotes change, so that other fixes of the text still fit. */
function wrongQuotes({ text, start, needs }: TokenContext): Mistake | undefined {
  const match = text[start] === '"' ? mixedQuotes(text, start) : matchAt(QUOTED_TEXT, text, start);
  const [source, content] = match ?? [];
  if (source === undefined || content === undefined) return undefined;
  const end = start + source.length;
  const plain = `"${content}"`;
  const isJson = isJsonText(plain);
  const json = isJson ? plain : JSON.stringify(content.replaceAll("\\'", "'"));
  const title = "Write straight double quotes";
  const ends: TextEdit[] = [edit(start, start + 1, '"'), edit(end - 1, end, '"')];
  const edits = isJson ? ends : [edit(start, end, json)];
  return {
    code: "syntax",
    message: `JSON writes texts between straight double quotes: ${quoted(json)}, not ${quoted(source)}.`,
    start,
    end,
    standsFor: needs === "key" ? "key" : "value",
    fixes: [{ title, safe: isJson, edits }],
    readOn: end,
  };
}

/** A text that begins with a straight quote and ends with another one: a straight one does not close it on its line. */
function mixedQuotes(text: string, start: number): readonly [source: string, content: string] | undefined {
  const line = restOfLine(text, start + 1);
  const { index } = CLOSING_QUOTE.exec(line) ?? {};
  if (index === undefined || line.slice(0, index).includes('"') || line.slice(index).includes('"')) return undefined;
  return [text.slice(start, start + index + 2), line.slice(0, index)];
}

/** The words of other languages for `true`, `false` and `null`, and numbers that JSON does not have. */
function otherWord({ text, start }: TokenContext): Mistake | undefined {
  const [word] = matchAt(NOT_A_NUMBER, text, start) ?? [];
  if (word !== undefined) return mistake("value", `JSON has no ${quoted(word)}: write a number.`, start, word, []);
  const [source, name] = matchAt(WORD, text, start) ?? [];
  if (source === undefined || name === undefined) return undefined;
  const lower = name.toLowerCase();
  const json = lower === "true" || lower === "false" ? lower : "null";
  if (source === json) return undefined;
  const message = `JSON writes ${quoted(json)}, not ${quoted(source)}.`;
  return mistake("value", message, start, source, [[`Change to ${quoted(json)}`, json, true]]);
}

function otherNumber({ text, start, open }: TokenContext): Mistake | undefined {
  const withCommas = open.at(-1)?.kind === "object" ? matchAt(NUMBER_WITH_COMMAS, text, start) : undefined;
  const [source] = withCommas ?? matchAt(NUMBER_RUN, text, start) ?? [];
  if (source === undefined || JSON_NUMBER.test(source)) return undefined;
  const numbers = numbersMeant(source);
  // Another form is a text without quotes, such as a date or an id.
  if (numbers.length === 0 && !/^[-+]?[\d.,_]+%?$/.test(source)) return undefined;
  const advice =
    numbers.length === 0 ? "write digits, with a point before decimals" : `write ${listedNumbers(numbers)}`;
  return mistake(
    "value",
    `${quoted(source)} is not a number in JSON: ${advice}.`,
    start,
    source,
    [...numbers, ...(/^0\d+$/.test(source) ? [`"${source}"`] : [])].map((json) => [
      `Change to ${quoted(json)}`,
      json,
      false,
    ]),
  );
}

function listedNumbers(numbers: readonly string[]): string {
  return numbers.map(quoted).join(" or ");
}

/** A text without quotes, or with the second quote alone. */
function bareText({ text, start, needs, open }: TokenContext): Mistake | undefined {
  if (open.length === 0) return undefined;
  const standsFor = needs === "key" ? "key" : "value";
  const noun = needs === "key" ? "A name" : "Text";
  const [half] = matchAt(HALF_QUOTED, text, start) ?? [];
  if (half !== undefined) {
    const fix: SlipFix = ["Add the double quote", `"${half}`, false];
    return mistake(standsFor, `A double quote is missing before ${quoted(half)}.`, start, half, [fix]);
  }
  const [bare] = matchAt(needs === "key" ? BARE_NAME : BARE_VALUE, text, start) ?? [];
  if (bare === undefined || isJsonScalar(bare) || /^(?:<{7}|={7}|>{7}|\/[/*])/.test(bare)) return undefined;
  const json = JSON.stringify(bare);
  const message = `${noun} is written between double quotes: ${quoted(json)}.`;
  return mistake(standsFor, message, start, bare, [["Put it between quotes", json, false]]);
}

/** A name whose value is missing. Nobody knows it, so there is no fix. */
function missingValue({ text, start, open }: TokenContext): Mistake | undefined {
  if (open.at(-1)?.kind !== "object" || !",}".includes(text[start] ?? " ")) return undefined;
  const message = `A value is missing before ${quoted(text.slice(start, start + 1))}.`;
  return { code: "syntax", message, start, end: start + 1, standsFor: "value", fixes: [], readOn: start };
}

function extraComma({ text, start }: TokenContext): Mistake | undefined {
  if (text[start] !== ",") return undefined;
  return mistake("space", "An entry is missing before this comma.", start, ",", [["Remove the comma", "", false]]);
}

function otherColon({ text, start }: TokenContext): Mistake | undefined {
  const [source] = matchAt(COLON, text, start) ?? [];
  if (source === undefined) return undefined;
  const message = `A colon is needed after a name, not ${quoted(source)}.`;
  return mistake("colon", message, start, source, [["Change to a colon", ":", true]]);
}

/** A name without its second quote: the text that follows on the line seems to be outside of quotes. */
function unclosedName({ text, previous }: TokenContext): Mistake | undefined {
  const name = text.slice(previous.start, previous.end);
  const [end] = /[ \t]*:[ \t]*"$/.exec(name) ?? [];
  if (end === undefined || !name.startsWith('"')) return undefined;
  const at = previous.end - end.length;
  const message = `The name ${quoted(text.slice(previous.start + 1, at))} is not closed: a double quote is missing before the colon.`;
  return unclosed("key", message, previous.start, at);
}

/** A value without its second quote: the name that follows on the line seems to be outside of quotes. */
function unclosedText({ text, start, previous }: TokenContext): Mistake | undefined {
  const value = text.slice(previous.start, previous.end);
  const [end] = /[ \t]*,[ \t]*"$/.exec(value) ?? [];
  if (end === undefined || !value.startsWith('"') || previous.end !== start) return undefined;
  const at = previous.end - end.length;
  const message = `The text ${quoted(text.slice(previous.start + 1, at))} is not closed: a double quote is missing before the comma.`;
  return unclosed("value", message, previous.start, at);
}

function unclosed(standsFor: "key" | "value", message: string, start: number, end: number): Mistake {
  const fixes = [{ title: "Add the double quote", safe: false, edits: [edit(end, end, '"')] }];
  return { code: "syntax", message, start, end, standsFor, fixes, readOn: end };
}

function otherComma({ text, start }: TokenContext): Mistake | undefined {
  const [source] = matchAt(COMMA, text, start) ?? [];
  if (source === undefined) return undefined;
  const message = `A comma is needed between entries, not ${quoted(source)}.`;
  return mistake("comma", message, start, source, [["Change to a comma", ",", true]]);
}

type SlipFix = readonly [title: string, content: string, isSafe: boolean];

/** A mistake in which the whole part is replaced. */
function mistake(
  standsFor: Mistake["standsFor"],
  message: string,
  start: number,
  source: string,
  fixes: readonly SlipFix[],
): Mistake {
  const end = start + source.length;
  return {
    code: "syntax",
    message,
    start,
    end,
    standsFor,
    fixes: fixes.map(([title, content, safe]) => ({ title, safe, edits: [edit(start, end, content)] })),
    readOn: end,
  };
}

/** The match of a sticky expression at an offset; undefined for an empty one. */
function matchAt(expression: RegExp, text: string, start: number): RegExpExecArray | undefined {
  expression.lastIndex = start;
  const match = expression.exec(text);
  return match === null || match[0] === "" ? undefined : match;
}

function isJsonScalar(text: string): boolean {
  return text === "true" || text === "false" || text === "null" || JSON_NUMBER.test(text);
}

// The fixes of a text that begins with a double quote and is no JSON.

/** The fix of a text that is not closed on its line: before the colon of a name, or before the punctuation at the end of the line. */
export function closeText(text: string, start: number, isName: boolean): Fix | undefined {
  const line = restOfLine(text, start + 1);
  const length = isName ? /[ \t]*:/.exec(line)?.index : line.replace(/[\s,}\]]+$/, "").length;
  if (length === undefined || length === 0) return undefined;
  const at = start + 1 + length;
  return { title: "Add the double quote", safe: false, edits: [edit(at, at, '"')] };
}

/** The fixes of a text with backslashes that begin no escape: paths of the service have slashes. */
export function escapeBackslashes(text: string, start: number, end: number): Fix[] {
  const source = text.slice(start, end);
  const isPath = /^"[^"\\]*:\\/.test(source);
  return [...(isPath ? [source.replaceAll("\\", "/")] : []), source.replaceAll("\\", "\\\\")]
    .filter(isJsonText)
    .map((json) => ({ title: `Change to ${quoted(json)}`, safe: false, edits: [edit(start, end, json)] }));
}

/** The fix of a text that contains control characters, such as a tab: their escapes. */
export function escapeControls(text: string, start: number, end: number): Fix[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that JSON wants escaped.
  const json = text.slice(start, end).replace(/[\u0000-\u001f]/g, (control) => JSON.stringify(control).slice(1, -1));
  return isJsonText(json) ? [{ title: "Write the escape", safe: false, edits: [edit(start, end, json)] }] : [];
}

export function edit(start: number, end: number, content: string): TextEdit {
  return { offset: start, length: end - start, content };
}

/** The text from an offset to the end of its line. */
function restOfLine(text: string, start: number): string {
  const end = text.slice(start).search(/[\r\n]/);
  return end === -1 ? text.slice(start) : text.slice(start, start + end);
}

/** Whether a text is a JSON text with its quotes. */
function isJsonText(text: string): boolean {
  return typeof parseJsonValue(text) === "string";
}
