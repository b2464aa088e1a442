import { documentFields } from "../../families/fields.ts";
import type { JsonPath } from "../../json/pointer.ts";
import { property } from "../../json/value.ts";
import type { FieldVisit } from "../fields.ts";
import type { IssueFinding } from "../findings.ts";
import { replaceValue } from "../fixes.ts";
import { quoted } from "../text/words.ts";
import { type DateText, readDate } from "./date-text.ts";
import type { RuleContext } from "./rule.ts";

/** A date and what is wrong with it. */
interface JudgedDate {
  readonly date: DateText;
  readonly fault: Omit<IssueFinding, "path"> | undefined;
}

/** The units of a file share few dates, so each is judged once. */
const maxRemembered = 1000;

/** Reports days that do not exist, dates in a form that the service does not name, and spans that end before they start. */
export function checkDates(context: RuleContext): FieldVisit[] {
  const { dates, spans, slashes } = documentFields[context.kind];
  const known = new Map<string, JudgedDate>();
  const judge = (text: string): JudgedDate => {
    const remembered = known.get(text);
    if (remembered) return remembered;
    const judged = judgeDate(text, slashes, context.hintAbsoluteDates);
    if (known.size < maxRemembered) known.set(text, judged);
    return judged;
  };
  /** Checks the date at the path, or at a property of the object there. An empty text stands for "not given". */
  const checkDate = (value: unknown, at: JsonPath, name?: string): DateText | undefined => {
    if (typeof value !== "string" || value === "") return undefined;
    const { date, fault } = judge(value);
    if (fault) context.report({ ...fault, path: name === undefined ? at : [...at, name] });
    return date;
  };
  const checkSpan = (start: string, end: string): FieldVisit[1] => {
    return (span, path) => {
      const first = checkDate(property(span, start), path, start);
      const last = checkDate(property(span, end), path, end);
      if (!first || !last || !isAfter(first, last)) return;
      context.report({
        code: "dates-reversed",
        severity: first.form === "relative" ? "warning" : "error",
        message: `${quoted(start)} is after ${quoted(end)}.`,
        path: [...path, start],
      });
    };
  };
  return [
    ...dates.map((way): FieldVisit => [way, (value, path) => checkDate(value, path)]),
    ...spans.map(([object, start, end]): FieldVisit => [object, checkSpan(start, end)]),
  ];
}

function isAfter(first: DateText, last: DateText): boolean {
  if (first.form === "relative") {
    return last.form === "relative" && first.period === last.period && first.count > last.count;
  }
  if (first.form === "unknown" || last.form === "unknown" || last.form === "relative") return false;
  return first.day !== undefined && last.day !== undefined && first.day > last.day;
}

function judgeDate(text: string, slashes: boolean, hintAbsolute: boolean): JudgedDate {
  const bare = text.trim();
  const date = readDate(bare);
  const as = (fault?: JudgedDate["fault"]): JudgedDate => ({ date, fault });
  if (date.form === "unknown") {
    const message = `${quoted(text)} is not a date: a day is written \`YYYYMMDD\`.`;
    return as(isMeantAsDay(bare) ? { code: "date-form", message } : undefined);
  }
  if (date.form !== "relative" && date.day === undefined)
    return as({ code: "impossible-date", message: `There is no day ${quoted(text)}.` });
  if (bare !== text) {
    const message = `${quoted(text)} has blanks around the date.`;
    return as({ code: "date-form", message, fixes: [replaceValue("Remove the blanks", bare, false)] });
  }
  if (date.form === "relative") return as();
  if (date.form === "iso" || (date.form === "slashes" && !slashes)) {
    const day = String(date.day).padStart(8, "0");
    const message = `A day is written \`YYYYMMDD\` here, not ${quoted(text)}.`;
    const fixes = date.form === "iso" ? [replaceValue(`Change to ${quoted(day)}`, day, false)] : [];
    return as({ code: "date-form", message, fixes });
  }
  const moves = "A relative date such as `0` or `-1M` moves on with each run.";
  return as(
    hintAbsolute ? { code: "absolute-date", message: `${quoted(text)} is always the same day. ${moves}` } : undefined,
  );
}

/**
 * Whether a text of no known form can only be a calendar day: digits and separators, or more digits at its start than a relative date has.
 * Words are not reported, since the service may know words that we do not.
 */
function isMeantAsDay(text: string): boolean {
  return /^\d[\d\s.,/_-]*$/.test(text) || /^[+-]?\d{5}/.test(text);
}
