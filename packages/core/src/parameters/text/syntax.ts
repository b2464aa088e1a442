import { createScanner } from "jsonc-parser";
import {
  closeText,
  endOfMarkedScalar,
  escapeBackslashes,
  escapeControls,
  findMistake,
  type Mistake,
} from "../corrections/mistakes.ts";
import { replace } from "../issues/fixes.ts";
import type { Fix, IssueCode, LocatedFinding } from "../issues/issue.ts";
import { quoted } from "./words.ts";

interface SyntaxReport {
  readonly problems: readonly LocatedFinding[];
  /**
   * The text as JSON with the same offsets: spaces stand in place of comments and trailing commas, and JSON in place of what certainly means
   * it, so that the rest can be checked. Undefined if the text has other errors, because further issues would be guesses.
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
  unknown: 16,
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
const UNCLOSED_STRING = 2;
const WRONG_UNICODE = 4;
const WRONG_ESCAPE = 5;
const CONTROL_CHARACTER = 6;

/** What may come next, whether the open bracket may close there, and the message if something else comes. */
const expectations = {
  root: { takes: "value", mayClose: false, needs: "a parameter file is JSON, which begins with `{`" },
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

/** The brackets that are open, the innermost last. */
type Open = readonly ("object" | "array")[];

const MAX_PROBLEMS = 1000;

/** Finds the syntax errors of a text that `JSON.parse` refuses. It needs no stack, however deep the nesting. */
export function findSyntaxProblems(text: string): SyntaxReport {
  const problems: LocatedFinding[] = [];
  const changes: Change[] = [];
  const open: ("object" | "array")[] = [];
  const scanner = createScanner(text, false);
  let expected: Expected = "root";
  let previous = { start: 0, end: 0 };
  /** Where the last comma is, or what stands for it, with its problem. */
  let lastComma: { start: number; end: number; problem?: LocatedFinding } = { start: 0, end: 0 };
  let fatalProblem: LocatedFinding | undefined;

  /** Reports an error after which the meaning of the rest is uncertain. */
  const problem = (message: string, start: number, end: number, fixes: readonly Fix[] = []) => {
    // A later error on the same line has the same cause.
    if (fatalProblem !== undefined && !text.slice(fatalProblem.start, start).includes("\n")) return;
    fatalProblem = { code: "syntax", message, start, end, fixes };
    problems.push(fatalProblem);
  };
  /** Reports an error, and checks the rest as if it were corrected. */
  const correct = (problem: LocatedFinding, content: string) => {
    changes.push({ start: problem.start, end: problem.end, content });
    problems.push(problem);
  };
  const remove = (code: IssueCode, message: string, title: string, safe: boolean, start: number, end: number) =>
    correct({ code, message, start, end, fixes: [{ title, safe, edits: [replace(start, end, "")] }] }, "");
  const removeLastComma = () => {
    const { start, end, problem } = lastComma;
    // Changing it to a comma would leave one that must go as well.
    if (problem !== undefined) {
      problems.splice(problems.indexOf(problem), 1);
      changes.splice(
        changes.findIndex((change) => change.start === start),
        1,
      );
    }
    const mark = problem === undefined ? "comma" : quoted(text.slice(start, end));
    remove("trailing-comma", `No ${mark} may follow the last entry.`, `Remove the ${mark}`, true, start, end);
  };
  const afterValue = (): Expected => (open.length === 0 ? "end" : "next");

  const marks = /^\uFEFF*/.exec(text)?.[0].length ?? 0;
  if (marks > 0) {
    remove("byte-order-mark", "The file starts with a byte-order mark.", "Remove the byte-order mark", true, 0, marks);
    scanner.setPosition(marks);
  }
  while (problems.length < MAX_PROBLEMS) {
    const kind: number = scanner.scan();
    const start = scanner.getTokenOffset();
    // The scanner may run past the end of an unclosed comment.
    const end = Math.min(start + scanner.getTokenLength(), text.length);
    if (kind === token.space || kind === token.lineBreak) continue;
    const scanError: number = scanner.getTokenError();
    const scanMessage = scanErrors[scanError];
    if (kind === token.lineComment || kind === token.blockComment) {
      if (scanMessage === undefined)
        remove("comment", "JSON has no comments.", "Remove the comment", false, start, end);
      else problem(scanMessage, start, end);
      if (scanMessage === undefined) continue;
      break;
    }
    if (kind === token.end) {
      if (expected !== "end") problem(endMessage(text, open), start, end, closeAll(text, expected, open));
      break;
    }
    const inside = open.at(-1);
    if (scanMessage !== undefined || !fits(kind, expected, inside) || isPartOfNumber(text, kind, end, inside)) {
      const marked = expectations[expected].takes === "value" ? endOfMarkedScalar(text, start) : undefined;
      if (marked !== undefined) {
        scanner.setPosition(marked);
        previous = { start, end: marked };
        expected = afterValue();
        continue;
      }
      const mistake = findMistake({ text, start, needs: expectations[expected].takes, inside, previous });
      if (mistake?.standIn !== undefined) correct(mistake, mistake.standIn);
      else if (mistake !== undefined) problem(mistake.message, mistake.start, mistake.end, mistake.fixes);
      if (mistake !== undefined && (mistake.start !== start || mistake.standsFor === "closer")) break;
      if (mistake !== undefined) {
        scanner.setPosition(mistake.end);
        if (mistake.standsFor === "space") continue;
        if (mistake.standsFor === "comma") lastComma = { start: mistake.start, end: mistake.end, problem: mistake };
        previous = mistake;
        expected = followingOf(mistake.standsFor, inside, afterValue());
        continue;
      }
    }
    if (scanMessage !== undefined) {
      const isName = expectations[expected].takes === "key";
      problem(scanMessage, start, end, fixesOfText(text, scanError, start, end, isName));
      if (scanError === UNCLOSED_STRING) break;
    }
    const isStart = startsScalar(kind) || kind === token.openBrace || kind === token.openBracket;
    if ((expected === "next" || expected === "colon") && isStart) {
      const mark = expected === "colon" ? ":" : ",";
      const name = expected === "colon" ? "colon" : "comma";
      const fix = { title: `Add the ${name}`, safe: false, edits: [replace(previous.end, previous.end, mark)] };
      const message = `A ${name} is missing before this.`;
      if (previous.end < start) {
        changes.push({ start: previous.end, end: previous.end + 1, content: mark });
        problems.push({ code: "syntax", message, start, end, fixes: [fix] });
      } else problem(message, start, end, [fix]);
      if (expected === "next") lastComma = { start: previous.end, end: previous.end + 1 };
      expected = expected === "colon" ? "value" : open.at(-1) === "object" ? "key" : "item";
    }
    const { takes, mayClose, needs } = expectations[expected];
    const closes = kind === token.closeBrace ? "object" : kind === token.closeBracket ? "array" : undefined;
    if (closes !== undefined && closes === open.at(-1) && mayClose) {
      if (expected === "key" || expected === "item") {
        removeLastComma();
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
      lastComma = { start, end };
      expected = open.at(-1) === "object" ? "key" : "item";
    } else {
      const isMergeMark = /^(?:<{7}|={7}|>{7})/.test(text.slice(start, start + 7));
      const message = isMergeMark
        ? "This is the mark of a merge conflict: keep one of the two versions, and remove the marks."
        : `${quoted(text.slice(start, end))} is not allowed here: ${needs}.`;
      problem(message, start, end, expected === "end" ? removeClosers(text, start) : []);
      break;
    }
    previous = { start, end };
  }
  const isReadable = fatalProblem === undefined && problems.length < MAX_PROBLEMS;
  return { problems, cleaned: isReadable ? applyChanges(text, changes) : undefined };
}

function startsScalar(kind: number): boolean {
  return kind >= token.null && kind <= token.number;
}

/** Whether a token may come where something is expected. */
function fits(kind: number, expected: Expected, inside: Open[number] | undefined): boolean {
  const { takes, mayClose } = expectations[expected];
  if (kind === token.closeBrace) return mayClose && inside === "object";
  if (kind === token.closeBracket) return mayClose && inside === "array";
  switch (takes) {
    case "value":
      return startsScalar(kind) || kind === token.openBrace || kind === token.openBracket;
    case "key":
      return kind === token.string;
    case "colon":
      return kind === token.colon || kind === token.string;
    case "comma":
      return kind !== token.colon && kind !== token.unknown;
    default:
      return false;
  }
}

/** Whether the number before `end` continues as no JSON number does: with letters, or in an object with a comma and digits. */
function isPartOfNumber(text: string, kind: number, end: number, inside: Open[number] | undefined): boolean {
  if (kind !== token.number) return false;
  const [next = "", afterNext = ""] = text.slice(end, end + 2);
  return next === "," ? inside === "object" && /\d/.test(afterNext) : /[^\s,:}\]]/.test(next);
}

function followingOf(standsFor: Mistake["standsFor"], outer: Open[number] | undefined, afterValue: Expected): Expected {
  if (standsFor === "key") return "colon";
  if (standsFor === "colon") return "value";
  if (standsFor === "comma") return outer === "object" ? "key" : "item";
  return afterValue;
}

function fixesOfText(text: string, scanError: number, start: number, end: number, isName: boolean): Fix[] {
  if (scanError === UNCLOSED_STRING) return [closeText(text, start, isName) ?? []].flat();
  if (scanError === CONTROL_CHARACTER) return escapeControls(text, start, end);
  return scanError === WRONG_ESCAPE || scanError === WRONG_UNICODE ? escapeBackslashes(text, start, end) : [];
}

function endMessage(text: string, open: Open): string {
  if (text.trim() === "") return "The file is empty.";
  const last = open.at(-1);
  return last === undefined
    ? "The file ends too early."
    : `The file ends before the last ${last === "array" ? "list" : last} is closed.`;
}

/** The fix of a file whose last brackets are missing. */
function closeAll(text: string, expected: Expected, open: Open): Fix[] {
  if (expected !== "next") return [];
  const brackets = open.map((container) => (container === "object" ? "}" : "]"));
  const closers = brackets.reverse().join("");
  const end = text.trimEnd().length;
  return [{ title: `Add ${quoted(closers)}`, safe: false, edits: [replace(end, end, closers)] }];
}

/** The fix of a file with brackets after its end. */
function removeClosers(text: string, start: number): Fix[] {
  const rest = text.slice(start);
  if (!/^[\s}\]]+$/.test(rest)) return [];
  const length = rest.trimEnd().length;
  return [{ title: `Remove ${quoted(rest.trimEnd())}`, safe: false, edits: [replace(start, start + length, "")] }];
}

/** A part of the text, and JSON of at most the same length in its place. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly content: string;
}

function applyChanges(text: string, changes: readonly Change[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, content } of [...changes].sort((a, b) => a.start - b.start)) {
    parts.push(text.slice(at, start), content.padEnd(end - start, " "));
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}
