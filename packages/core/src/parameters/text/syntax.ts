import { createScanner } from "jsonc-parser";
import { replace } from "../fixes.ts";
import type { Fix, IssueCode } from "../issue.ts";
import { quoted } from "./words.ts";

/** A syntax error, by offsets. */
export interface SyntaxProblem {
  readonly code: IssueCode;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly fixes: readonly Fix[];
}

export interface SyntaxReport {
  readonly problems: readonly SyntaxProblem[];
  /**
   * The text with spaces in place of comments, trailing commas and a byte-order mark, so that the rest can be checked. Undefined if the
   * text has other errors, because further issues would be guesses.
   */
  readonly cleaned: string | undefined;
}

/** The scanner's token kinds; its own enum has no values under isolated modules. */
const token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  space: 15,
  end: 17,
} as const;

const scanErrors: Readonly<Record<number, string>> = {
  1: "The comment is not closed.",
  2: "The text is not closed: a double quote is missing on this line.",
  3: "The number is not complete.",
  4: "After `\\u` four hexadecimal digits are needed.",
  5: "There is no such escape: a backslash is written `\\\\`.",
  6: "Control characters are not allowed in a text: write a line break as `\\n`, a tab as `\\t`.",
};

/** Such a string swallows the text after it, so that later errors would be misleading. */
const unclosedString = 2;

/** What may come next, whether the open bracket may close there, and the message if something else comes. */
const expectations = {
  value: { takes: "value", mayClose: false, needs: "a value is needed here" },
  item: { takes: "value", mayClose: true, needs: "a value is needed here" },
  "first-item": { takes: "value", mayClose: true, needs: "a value or `]` is needed here" },
  key: { takes: "key", mayClose: true, needs: "a property name between double quotes is needed here" },
  "first-key": { takes: "key", mayClose: true, needs: "a property name between double quotes or `}` is needed here" },
  colon: { takes: "colon", mayClose: false, needs: "a colon is needed after the property name" },
  next: { takes: "comma", mayClose: true, needs: "a comma or the closing bracket is needed here" },
  end: { takes: "nothing", mayClose: false, needs: "nothing may follow the end of the document" },
} as const;

type Expected = keyof typeof expectations;

const maxProblems = 1000;

/** Finds the syntax errors of a text that `JSON.parse` refuses. It needs no stack, however deep the nesting. */
export function findSyntaxProblems(text: string): SyntaxReport {
  const problems: SyntaxProblem[] = [];
  const blanks: { start: number; end: number }[] = [];
  const open: ("object" | "array")[] = [];
  const scanner = createScanner(text, false);
  let expected: Expected = "value";
  let lastComma = 0;
  let readable = true;

  const problem = (message: string, start: number, end: number) => {
    // A later error on the same line has the same cause.
    const before = problems.findLast(({ code }) => code === "syntax");
    if (before === undefined || text.slice(before.start, start).includes("\n"))
      problems.push({ code: "syntax", message, start, end, fixes: [] });
    readable = false;
  };
  const blank = (code: IssueCode, message: string, title: string, safe: boolean, start: number, end: number) => {
    blanks.push({ start, end });
    problems.push({ code, message, start, end, fixes: [{ title, safe, edits: [replace(start, end, "")] }] });
  };
  const afterValue = (): Expected => (open.length === 0 ? "end" : "next");

  const marks = /^\uFEFF*/.exec(text)?.[0].length ?? 0;
  if (marks > 0) {
    blank("byte-order-mark", "The file starts with a byte-order mark.", "Remove the byte-order mark", true, 0, marks);
    scanner.setPosition(marks);
  }
  while (problems.length < maxProblems) {
    const kind: number = scanner.scan();
    const start = scanner.getTokenOffset();
    // The scanner may run past the end of an unclosed comment.
    const end = Math.min(start + scanner.getTokenLength(), text.length);
    if (kind === token.space || kind === token.lineBreak) continue;
    const scanError: number = scanner.getTokenError();
    const scanMessage = scanErrors[scanError];
    if (scanMessage !== undefined) problem(scanMessage, start, end);
    if (scanError === unclosedString) break;
    if (kind === token.lineComment || kind === token.blockComment) {
      if (scanMessage !== undefined) break;
      blank("comment", "JSON has no comments.", "Remove the comment", false, start, end);
      continue;
    }
    if (kind === token.end) {
      if (expected !== "end") problem(endMessage(text, open), start, end);
      break;
    }
    if (expected === "next" && (startsScalar(kind) || kind === token.openBrace || kind === token.openBracket)) {
      problem("A comma is missing before this.", start, end);
      expected = open.at(-1) === "object" ? "key" : "item";
    }
    const { takes, mayClose, needs } = expectations[expected];
    const closes = kind === token.closeBrace ? "object" : kind === token.closeBracket ? "array" : undefined;
    if (closes !== undefined && closes === open.at(-1) && mayClose) {
      if (expected === "key" || expected === "item") {
        const message = "No comma may follow the last entry.";
        blank("trailing-comma", message, "Remove the comma", true, lastComma, lastComma + 1);
      }
      open.pop();
      expected = afterValue();
    } else if (takes === "value" && kind === token.openBrace) {
      open.push("object");
      expected = "first-key";
    } else if (takes === "value" && kind === token.openBracket) {
      open.push("array");
      expected = "first-item";
    } else if (takes === "value" && startsScalar(kind)) {
      expected = afterValue();
    } else if (takes === "key" && kind === token.string) {
      expected = "colon";
    } else if (takes === "colon" && kind === token.colon) {
      expected = "value";
    } else if (takes === "comma" && kind === token.comma) {
      lastComma = start;
      expected = open.at(-1) === "object" ? "key" : "item";
    } else {
      problem(`${quoted(text.slice(start, end))} is not allowed here: ${needs}.`, start, end);
      break;
    }
  }
  return { problems, cleaned: readable && problems.length < maxProblems ? blankOut(text, blanks) : undefined };
}

function startsScalar(kind: number): boolean {
  return kind >= token.null && kind <= token.number;
}

function endMessage(text: string, open: readonly string[]): string {
  if (text.trim() === "") return "The file is empty.";
  const last = open.at(-1);
  return last === undefined
    ? "The file ends too early."
    : `The file ends before the last ${last === "array" ? "list" : last} is closed.`;
}

function blankOut(text: string, blanks: readonly { start: number; end: number }[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of [...blanks].sort((a, b) => a.start - b.start)) {
    parts.push(text.slice(at, start), " ".repeat(end - start));
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}
