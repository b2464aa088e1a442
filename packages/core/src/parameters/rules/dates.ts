import { type DayForm, documentFields } from "../../families/fields.ts";
import { type JsonPath, property } from "../../json/value.ts";
import { nearestFew } from "../../text/nearest.ts";
import { datesMeant } from "../corrections/meanings.ts";
import { type DateText, readDate, resolveDate } from "../dates/days.ts";
import type { FieldVisit } from "../fields.ts";
import type { Finding } from "../issues/findings.ts";
import { replaceValue, swapValues } from "../issues/fixes.ts";
import { listed, quoted } from "../text/words.ts";
import type { RuleContext } from "./rule.ts";

/** A date and what is wrong with it. */
interface JudgedDate {
  readonly date: DateText;
  readonly fault: Omit<Finding, "path"> | undefined;
}

/** The units of a file share few dates, so each is judged once. */
const MAX_REMEMBERED_DATES = 1000;

/** Reports days that do not exist, dates in a form that the service does not name, and spans that end before they start. */
export function checkDates(context: RuleContext): FieldVisit[] {
  const { dates, spans, otherDayForm, dateWords } = documentFields[context.kind];
  const judgments = new Map<string, JudgedDate>();
  const judge = (text: string): JudgedDate => {
    const previousJudgment = judgments.get(text);
    if (previousJudgment) return previousJudgment;
    const judgment = judgeDate(text, {
      otherForm: otherDayForm,
      words: dateWords,
      hintAbsolute: context.hintAbsoluteDates,
    });
    if (judgments.size < MAX_REMEMBERED_DATES) judgments.set(text, judgment);
    return judgment;
  };
  /** Checks the date at the path, or at a property of the object there. An empty text stands for "not given". */
  const checkDate = (value: unknown, at: JsonPath, name?: string): DateText | undefined => {
    if (typeof value !== "string" || value.trim() === "") return undefined;
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
        fixes: [swapValues("Swap the two dates", context.pathInFile([...path, end]))],
      });
    };
  };
  return [
    ...dates.map((way): FieldVisit => [way, (value, path) => checkDate(value, path)]),
    ...spans.map(([object, start, end]): FieldVisit => [object, checkSpan(start, end)]),
  ];
}

/**
 * Whether one date is after another on every day. A relative and an absolute date are not compared, since their order changes with time.
 */
function isAfter(first: DateText, last: DateText): boolean {
  if (first.form === "relative")
    return last.form === "relative" && first.text !== last.text && isAlwaysAfter(first.text, last.text);
  if (first.form === "unknown" || last.form === "unknown" || last.form === "relative") return false;
  return first.day !== undefined && last.day !== undefined && first.day > last.day;
}

/** Days at starts, middles and ends of months, on all days of the week. */
const sampleDays = Array.from({ length: 72 }, (_, at) => new Date(Date.UTC(2024, 0, 1 + at * 5)));

/** By the first date, then by the last. */
const orders = new Map<string, Map<string, boolean>>();

function isAlwaysAfter(first: string, last: string): boolean {
  const ordersOfFirst = orders.get(first) ?? new Map<string, boolean>();
  const earlier = ordersOfFirst.get(last);
  if (earlier !== undefined) return earlier;
  const order = compareOnSamples(first, last);
  if (orders.size + ordersOfFirst.size < MAX_REMEMBERED_DATES) orders.set(first, ordersOfFirst.set(last, order));
  return order;
}

function compareOnSamples(first: string, last: string): boolean {
  return sampleDays.every((today) => (resolveDate(first, { today }) ?? 0) > (resolveDate(last, { today }) ?? 0));
}

const RELATIVE_FORMS = "a relative date such as `0`, `-1M` or `-3AY`";

/** What the dates of a kind of file may be. */
interface DateForms {
  readonly otherForm: DayForm | undefined;
  /** Words for days that the service decides. */
  readonly words: readonly string[];
  readonly hintAbsolute: boolean;
}

function judgeDate(text: string, { otherForm, words, hintAbsolute }: DateForms): JudgedDate {
  const bare = text.trim();
  const date = readDate(bare);
  const as = (fault?: JudgedDate["fault"]): JudgedDate => ({ date, fault });
  const changes = (dates: readonly string[]) =>
    dates.map((day) => replaceValue(`Change to ${quoted(day)}`, day, false));
  const isImpossible = date.form !== "unknown" && date.form !== "relative" && date.day === undefined;
  if (words.includes(text)) return as();
  const suggestions =
    date.form === "unknown" || isImpossible ? [...nearestFew(bare, words, 1), ...datesMeant(text)] : [];
  if (date.form === "unknown" || suggestions.length > 0) {
    // A settlement may be some days after the trade.
    if (otherForm === "MM/DD/YYYY" && /^T\+\d{1,2}$/i.test(bare)) return as();
    const advice =
      suggestions.length > 0
        ? `Did you mean ${listed(suggestions)}?`
        : `Write a day as \`YYYYMMDD\`, or ${RELATIVE_FORMS}.`;
    return as({ code: "date-form", message: `${quoted(text)} is not a date. ${advice}`, fixes: changes(suggestions) });
  }
  if (isImpossible) return as({ code: "impossible-date", message: `There is no day ${quoted(text)}.` });
  if (bare !== text) {
    const message = `${quoted(text)} has blanks around the date.`;
    return as({ code: "date-form", message, fixes: [replaceValue("Remove the blanks", bare, false)] });
  }
  if (date.form === "relative") return as();
  const isOther = date.form === "iso" ? otherForm === "YYYY-MM-DD" && !text.includes("T") : otherForm === "MM/DD/YYYY";
  if (date.form !== "absolute" && !isOther) {
    const message = `A day is written \`YYYYMMDD\` here, not ${quoted(text)}.`;
    return as({ code: "date-form", message, fixes: changes(datesMeant(text)) });
  }
  const moves = "A relative date such as `0` or `-1M` moves on with each run.";
  return as(
    hintAbsolute ? { code: "absolute-date", message: `${quoted(text)} is always the same day. ${moves}` } : undefined,
  );
}
