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
import type { Fix, IssueCode, LocatedFinding, TextEdit } from "../issues/issue.ts";
import {
  type Bracket,
  bracketAt,
  closersOf,
  endTooEarly,
  findBracketMistake,
  Indentation,
  misplacedOpening,
  removeClosers,
} from "./brackets.ts";
import { CorrectedText, withoutSafeFixes } from "./corrected-text.ts";
import { quoted } from "./words.ts";

export interface SyntaxReport {
  /** With their places in the text. */
  readonly problems: readonly LocatedFinding[];
  /**
   * The edits that make JSON of the text, so that the rest can be checked: spaces in place of comments, and what a mistake means in place of
   * the mistake. Without them the text is no JSON only if not even its beginning can be read.
   */
  readonly corrections: readonly TextEdit[];
  /** Where `null` stands for a value that cannot be read, in the text as it is written. */
  readonly unknownValues: ReadonlySet<number>;
  /** The offset from which on further issues would be guesses, so that nothing is read; infinite if all is read. */
  readonly unreadFrom: number;
  /** Whether it is guessed where a bracket or a quote is missing or too many. Then no fix is safe. */
  readonly isGuess: boolean;
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

const MAX_PROBLEMS = 1000;
/** The most brackets that are missing or too many in a text that is read to its end: for each, the text is read again. */
const MAX_BRACKETS = 3;

/**
 * Finds the syntax errors of a text that `JSON.parse` refuses.
 * @param brackets how many brackets may be missing or too many in a text that is read to its end
 */
export function findSyntaxProblems(text: string, brackets = MAX_BRACKETS): SyntaxReport {
  const { misplacedBracket, ...report } = scanSyntax(text);
  const edits = misplacedBracket?.fixes[0]?.edits ?? [];
  const ownReport = report.isGuess ? { ...report, problems: report.problems.map(withoutSafeFixes) } : report;
  if (misplacedBracket === undefined || brackets === 0) return ownReport;
  const corrected = new CorrectedText(text, edits);
  const { problems, corrections, unknownValues, unreadFrom } = findSyntaxProblems(corrected.text, brackets - 1);
  // Then the indentation was wrong about the bracket.
  if (Number.isFinite(unreadFrom)) return ownReport;
  return {
    problems: [...problems.map((problem) => withoutSafeFixes(corrected.problemAsWritten(problem))), misplacedBracket],
    // Of insertions at one offset, the bracket comes first.
    corrections: [...edits, ...corrected.editsAsWritten(corrections)],
    unknownValues: new Set([...unknownValues].map((start) => corrected.spanAsWritten({ start, end: start }).start)),
    unreadFrom,
    isGuess: true,
  };
}

interface ScanReport extends SyntaxReport {
  /** A bracket that may be missing or too many, if the brackets do not match: the problem, with its fix. It is, if the text can be read to its end then. */
  readonly misplacedBracket?: LocatedFinding | undefined;
}

/** Reads a text to its end, or to where its meaning is uncertain. It needs no stack, however deep the nesting. */
function scanSyntax(text: string): ScanReport {
  const problems: LocatedFinding[] = [];
  const corrections: TextEdit[] = [];
  const unknownValues = new Set<number>();
  const open: Bracket[] = [];
  const indentation = new Indentation(text);
  const scanner = createScanner(text, false);
  let expected: Expected = "root";
  let previous = { start: 0, end: 0 };
  /** Where the last comma is, or what stands for it, with its problem. */
  let lastComma: { start: number; end: number; problem?: LocatedFinding } = { start: 0, end: 0 };
  /** Where the last value begins. */
  let valueStart = 0;
  let stoppedAt: number | undefined;
  let isGuess = false;

  /** Reports an error after which the meaning of the rest is uncertain. */
  const stop = (message: string, start: number, end: number, fixes: readonly Fix[] = []) => {
    problems.push({ code: "syntax", message, start, end, fixes });
    stoppedAt = start;
  };
  /** Reports an error, and reads the rest as if its first fix were applied. Where it has none, `null` stands for the value. */
  const correct = (problem: LocatedFinding, end = problem.end) => {
    const { start, fixes } = problem;
    problems.push(problem);
    corrections.push(...(fixes[0]?.edits ?? [replace(start, end, "null")]));
    if (fixes.length === 0) unknownValues.add(start);
  };
  const remove = (code: IssueCode, message: string, title: string, safe: boolean, start: number, end: number) =>
    correct({ code, message, start, end, fixes: [{ title, safe, edits: [replace(start, end, "")] }] });
  const removeLastComma = () => {
    const { start, end, problem } = lastComma;
    // Changing it to a comma would leave one that must go as well.
    if (problem !== undefined) {
      problems.splice(problems.indexOf(problem), 1);
      corrections.splice(
        corrections.findIndex(({ offset }) => offset === start),
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
      if (scanMessage !== undefined) {
        stop(scanMessage, start, end);
        break;
      }
      remove("comment", "JSON has no comments.", "Remove the comment", false, start, end);
      continue;
    }
    if (kind === token.end) {
      if (expected === "end") break;
      problems.push(endTooEarly(text, end, open, expected === "next"));
      // Without indentation, the bracket may be missing anywhere.
      if (indentation.missing !== undefined || open.some(({ isBlock }) => !isBlock))
        return { ...unread(problems), misplacedBracket: indentation.missing };
      stoppedAt = end;
      break;
    }
    const bracket = open.at(-1);
    const inside = bracket?.kind;
    const isCloser = kind === token.closeBrace || kind === token.closeBracket;
    const comma = expected === "key" || expected === "item" ? lastComma.start : undefined;
    const next = comma ?? (expected === "next" && kind !== token.comma ? previous.end : undefined);
    if (bracket !== undefined) indentation.look({ start, end, isCloser, next, previousEnd: previous.end }, bracket);
    const { takes } = expectations[expected];
    if (scanMessage !== undefined || !fits(kind, expected, inside) || isPartOfNumber(text, kind, end, inside)) {
      const marked = takes === "value" ? endOfMarkedScalar(text, start) : undefined;
      if (marked !== undefined) {
        scanner.setPosition(marked);
        previous = { start, end: marked };
        valueStart = start;
        expected = afterValue();
        continue;
      }
      const context = { text, start, needs: takes, open, previous, comma: lastComma.start };
      const mistake =
        findMistake(context) ?? findBracketMistake(context) ?? wrongScalar(text, start, end, scanError, takes);
      if (mistake?.readOn !== undefined) {
        correct(mistake, mistake.readOn);
        // It is in what was read before, which could mean something else.
        if (mistake.start < start) isGuess = true;
        scanner.setPosition(mistake.readOn);
        if (mistake.standsFor === "space") continue;
        if (mistake.standsFor === "comma") lastComma = { start: mistake.start, end: mistake.end, problem: mistake };
        if (mistake.standsFor === "closer" || mistake.standsFor === "closer and comma") open.pop();
        if (mistake.standsFor === "value") valueStart = mistake.start;
        previous = { start: mistake.start, end: mistake.readOn };
        expected = followingOf(mistake.standsFor, open.at(-1)?.kind);
        continue;
      }
      if (mistake !== undefined) {
        stop(mistake.message, mistake.start, mistake.end, mistake.fixes);
        break;
      }
      if (scanMessage !== undefined) {
        stop(scanMessage, start, end);
        break;
      }
    }
    const isStart = startsScalar(kind) || kind === token.openBrace || kind === token.openBracket;
    const startsMember =
      expected === "next" &&
      inside === "object" &&
      !isStart &&
      // On the line of the value, a word would rather belong to it.
      text.slice(previous.end, start).includes("\n") &&
      findMistake({ text, start, needs: "key", open, previous, comma: lastComma.start })?.standsFor === "key";
    if ((expected === "next" || expected === "colon") && (isStart || startsMember)) {
      const mark = expected === "colon" ? ":" : ",";
      const name = expected === "colon" ? "colon" : "comma";
      const fix = { title: `Add the ${name}`, safe: false, edits: [replace(previous.end, previous.end, mark)] };
      const message = `A ${name} is missing before this.`;
      if (previous.end === start) {
        stop(message, start, end, [fix]);
        break;
      }
      correct({ code: "syntax", message, start, end, fixes: [fix] });
      if (startsMember) {
        expected = "key";
        scanner.setPosition(start);
        continue;
      }
      if (expected === "next") lastComma = { start: previous.end, end: previous.end + 1 };
      expected = expected === "colon" ? "value" : open.at(-1)?.kind === "object" ? "key" : "item";
    }
    const { takes: needed, mayClose, needs } = expectations[expected];
    const closes = kind === token.closeBrace ? "object" : kind === token.closeBracket ? "array" : undefined;
    if (closes !== undefined && closes === open.at(-1)?.kind && mayClose) {
      if (comma !== undefined) removeLastComma();
      valueStart = open.pop()?.start ?? start;
      expected = afterValue();
    } else if (needed === "value" && kind === token.openBrace) {
      open.push(bracketAt(text, "object", start));
      expected = "first-key";
    } else if (needed === "value" && kind === token.openBracket) {
      open.push(bracketAt(text, "array", start));
      expected = "first-item";
    } else if (needed === "value" && startsScalar(kind)) {
      valueStart = start;
      expected = afterValue();
    } else if (needed === "key" && kind === token.string) {
      expected = "colon";
    } else if (needed === "colon" && kind === token.colon) {
      expected = "value";
    } else if (needed === "comma" && kind === token.comma) {
      lastComma = { start, end };
      expected = open.at(-1)?.kind === "object" ? "key" : "item";
    } else {
      const isMergeMark = /^(?:<{7}|={7}|>{7})/.test(text.slice(start, start + 7));
      const message = isMergeMark
        ? "This is the mark of a merge conflict: keep one of the two versions, and remove the marks."
        : `${quoted(text.slice(start, end))} is not allowed here: ${needs}.`;
      stop(message, start, end, expected === "end" ? removeClosers(text, start) : []);
      break;
    }
    previous = { start, end };
  }
  if (stoppedAt === undefined && problems.length < MAX_PROBLEMS)
    return { problems, corrections, unknownValues, unreadFrom: Number.POSITIVE_INFINITY, isGuess };
  if (expected === "root") return unread(problems);
  const where = { start: stoppedAt ?? previous.end, needs: expectations[expected].takes, open, previous, valueStart };
  const opening = misplacedOpening(text, where);
  // Without indentation, a bracket too many may stand anywhere.
  if (
    expected === "end" &&
    (indentation.surplus !== undefined || !bracketAt(text, "object", text.search(/\S/)).isBlock)
  )
    return { ...unread(problems), misplacedBracket: opening ?? indentation.surplus };
  // A name without a colon may be a value, and what is before it a list.
  const isAfterComma = expected === "key" || expected === "item" || (expected === "colon" && lastComma.start > 0);
  const unreadFrom = isAfterComma ? lastComma.start : previous.end;
  const end = replace(unreadFrom, text.length, (isAfterComma ? "" : endOf(expected)) + closersOf(open));
  return {
    problems,
    corrections: [...corrections.filter(({ offset }) => offset < unreadFrom), end],
    unknownValues,
    unreadFrom,
    isGuess,
    misplacedBracket: opening ?? indentation.missing,
  };
}

/** The report of a text whose beginning cannot be read either. */
function unread(problems: readonly LocatedFinding[]): ScanReport {
  return { problems, corrections: [], unknownValues: new Set(), unreadFrom: 0, isGuess: false };
}

/** What completes a member that has no value yet. */
function endOf(expected: Expected): string {
  if (expected === "colon") return ":null";
  return expected === "value" ? "null" : "";
}

function startsScalar(kind: number): boolean {
  return kind >= token.null && kind <= token.number;
}

/** Whether a token may come where something is expected. */
function fits(kind: number, expected: Expected, inside: Bracket["kind"] | undefined): boolean {
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
function isPartOfNumber(text: string, kind: number, end: number, inside: Bracket["kind"] | undefined): boolean {
  if (kind !== token.number) return false;
  const [next = "", afterNext = ""] = text.slice(end, end + 2);
  return next === "," ? inside === "object" && /\d/.test(afterNext) : /[^\s,:}\]]/.test(next);
}

/** What may come after a mistake. @param inside the innermost bracket that is still open */
function followingOf(standsFor: Mistake["standsFor"], inside: Bracket["kind"] | undefined): Expected {
  if (standsFor === "key") return "colon";
  if (standsFor === "colon") return "value";
  if (standsFor === "comma" || standsFor === "closer and comma") return inside === "object" ? "key" : "item";
  return inside === undefined ? "end" : "next";
}

/** A text or a number that the scanner refuses, though it is clear where it ends; undefined if it is not. */
function wrongScalar(
  text: string,
  start: number,
  end: number,
  scanError: number,
  takes: (typeof expectations)[Expected]["takes"],
): Mistake | undefined {
  const message = scanErrors[scanError];
  if (message === undefined || (takes !== "value" && takes !== "key")) return undefined;
  const finding = { code: "syntax", message, start, end, standsFor: takes } as const;
  if (scanError === UNCLOSED_STRING) {
    const fix = closeText(text, start, takes === "key");
    return fix && { ...finding, fixes: [fix], readOn: fix.edits[0]?.offset };
  }
  const fixes =
    scanError === CONTROL_CHARACTER
      ? escapeControls(text, start, end)
      : scanError === WRONG_ESCAPE || scanError === WRONG_UNICODE
        ? escapeBackslashes(text, start, end)
        : [];
  // Nobody knows the name.
  const readOn = takes === "key" && fixes.length === 0 ? undefined : end;
  return { ...finding, fixes, readOn };
}
