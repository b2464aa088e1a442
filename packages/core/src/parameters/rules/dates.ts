import { forEachField, type Pattern, pattern } from "../fields.ts";
import { replaceValue } from "../fixes.ts";
import type { Path } from "../pointer.ts";
import type { DocumentKind } from "../shapes/shape.ts";
import { quoted } from "../text/words.ts";
import { property } from "../value.ts";
import { type DateText, readDate } from "./date-text.ts";
import type { RuleContext } from "./rule.ts";

interface DateFields {
  /** Where single dates stand in a payload. */
  readonly dates: readonly Pattern[];
  /** Where a first and a last day stand together: the object, its two properties. */
  readonly spans: readonly (readonly [object: Pattern, start: string, end: string])[];
  /** Whether `MM/DD/YYYY` is taken too. */
  readonly slashes: boolean;
}

const calculation: DateFields = { dates: [], spans: [[pattern("dates"), "startdate", "enddate"]], slashes: false };
const optimization: DateFields = {
  dates: ["optimization.riskModelDate", "optimization.backtestDate", "outputTypes.account.archiveDate"].map(pattern),
  spans: [],
  slashes: true,
};
const fixedIncome: DateFields = {
  dates: [
    "jobSettings.asOfDate",
    "jobSettings.settlement",
    "securities.*.settlement",
    "securities.*.referenceSecurity.settlement",
  ].map(pattern),
  spans: [[pattern("jobSettings.attribution"), "startDate", "endDate"]],
  slashes: true,
};
const component: DateFields = {
  dates: [],
  spans: [[pattern("componentData.dates"), "startdate", "enddate"]],
  slashes: false,
};
const none: DateFields = { dates: [], spans: [], slashes: false };

const dateFields: Readonly<Record<DocumentKind, DateFields>> = {
  pa: calculation,
  spar: calculation,
  vault: calculation,
  pub: calculation,
  fiab: calculation,
  quant: { dates: [pattern("dates.dates.*")], spans: [[pattern("dates"), "startDate", "endDate"]], slashes: false },
  fi: fixedIncome,
  afi: optimization,
  axp: optimization,
  bpm: optimization,
  fpo: optimization,
  npo: optimization,
  linkedTemplate: none,
  linkedTemplateUpdate: none,
  unlinkedTemplate: calculation,
  unlinkedTemplateUpdate: calculation,
  templatedComponent: component,
  templatedComponentUpdate: component,
};

/** Dates that cannot be, that have a form which the service does not name, or that end before they start. */
export function checkDates(context: RuleContext): void {
  const { dates, spans, slashes } = dateFields[context.kind];
  for (const payload of context.payloads) {
    for (const way of dates) {
      forEachField(payload, way, (value, path) => checkDate(context, value, path, undefined, slashes));
    }
    for (const [object, start, end] of spans) {
      forEachField(payload, object, (span, path) => checkSpan(context, span, path, start, end, slashes));
    }
  }
}

function checkSpan(
  context: RuleContext,
  span: unknown,
  path: Path,
  start: string,
  end: string,
  slashes: boolean,
): void {
  const first = checkDate(context, property(span, start), path, start, slashes);
  const last = checkDate(context, property(span, end), path, end, slashes);
  if (!first || !last || !isAfter(first, last)) return;
  context.report({
    code: "dates-reversed",
    severity: first.form === "relative" ? "warning" : "error",
    message: `${quoted(start)} is after ${quoted(end)}.`,
    path: [...path, start],
    at: "value",
  });
}

function isAfter(first: DateText, last: DateText): boolean {
  if (first.form === "relative")
    return last.form === "relative" && first.period === last.period && first.count > last.count;
  if (first.form === "unknown" || last.form === "unknown" || last.form === "relative") return false;
  return first.day !== undefined && last.day !== undefined && first.day > last.day;
}

/** Checks the date at the path, or at a property of the object there. An empty text stands for "not given". */
function checkDate(
  context: RuleContext,
  value: unknown,
  at: Path,
  name: string | undefined,
  slashes: boolean,
): DateText | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const date = readDate(value);
  if (date.form === "relative") return date;
  const common = { path: name === undefined ? at : [...at, name], at: "value" } as const;
  if (date.form === "unknown") {
    if (/^\d+$/.test(value)) {
      context.report({
        ...common,
        code: "date-form",
        severity: "warning",
        message: `${quoted(value)} is no date: a day is written \`YYYYMMDD\`.`,
      });
    }
    return date;
  }
  if (date.day === undefined) {
    context.report({
      ...common,
      code: "impossible-date",
      severity: "error",
      message: `There is no day ${quoted(value)}.`,
    });
  } else if (date.form === "iso" || (date.form === "slashes" && !slashes)) {
    const day = String(date.day).padStart(8, "0");
    context.report({
      ...common,
      code: "date-form",
      severity: "warning",
      message: `A day is written \`YYYYMMDD\` here, not ${quoted(value)}.`,
      fixes: date.form === "iso" ? [replaceValue(`Change to ${quoted(day)}`, day, false)] : [],
    });
  } else if (context.hintAbsoluteDates) {
    context.report({
      ...common,
      code: "absolute-date",
      severity: "hint",
      message: `${quoted(value)} stays the same day for ever. A relative date such as \`0\` or \`-1M\` moves on with each run.`,
    });
  }
  return date;
}
