import { property } from "../../json/value.ts";
import { forEachField, type Pattern, pattern } from "../fields.ts";
import type { IssueFinding } from "../findings.ts";
import { replaceValue } from "../fixes.ts";
import type { DocumentKind } from "../shapes/shape.ts";
import { listed, nearest, quoted } from "../text/words.ts";
import type { RuleContext } from "./rule.ts";

/** A list of values that the models leave as text. */
interface ValueList {
  /** What one value is, for messages. */
  readonly noun: string;
  /** The values in the service's spelling. */
  readonly values: () => readonly string[];
  /** The same in lower case. */
  readonly known: () => ReadonlySet<string>;
  /** Whether there are no others. Of an open list only values close to a known one are reported. */
  readonly closed: boolean;
}

function listOf(noun: string, make: () => readonly string[], closed: boolean): ValueList {
  let values: readonly string[] | undefined;
  let known: ReadonlySet<string> | undefined;
  const made = () => (values ??= make());
  return { noun, closed, values: made, known: () => (known ??= new Set(made().map((value) => value.toLowerCase()))) };
}

const fixed = (noun: string, values: readonly string[]) => listOf(noun, () => values, true);
const open = (noun: string, values: readonly string[]) => listOf(noun, () => values, false);

// The texts that the models describe but do not enforce.
const holdingsMode = fixed("holdings mode", ["B&H", "TBR", "OMS", "EXT", "VLT"]);
const reportHoldingsMode = fixed("holdings mode", ["B&H", "TBR", "OMS", "EXT"]);
const componentDetail = fixed("component detail", ["securities", "groups", "groupsall", "totals"]);
/** ISO 4217, as the platform knows it: active and historic codes. */
const currency = listOf("ISO 4217 currency", () => Intl.supportedValuesOf("currency"), true);
// The service lists these, and a deployment may have more: those of official samples and of the simulator.
const frequency = open("frequency", ["Single", "Daily", "Weekly", "Monthly", "Quarterly", "SemiAnnually", "Yearly"]);
const calendar = open("calendar", ["FIVEDAY", "SEVENDAY"]);

const field = (way: string, list: ValueList) => ({ way: pattern(way), list });
type ValueField = ReturnType<typeof field>;

const paSettings = (under: string): readonly ValueField[] => [
  field(`${under}accounts.*.holdingsmode`, holdingsMode),
  field(`${under}benchmarks.*.holdingsmode`, holdingsMode),
  field(`${under}componentdetail`, componentDetail),
  field(`${under}currencyisocode`, currency),
  field(`${under}dates.frequency`, frequency),
  field(`${under}dates.calendar`, calendar),
];
const optimizer = [field("account.overrides.currency", currency)];

const valueFields: Readonly<Record<DocumentKind, readonly ValueField[]>> = {
  pa: paSettings(""),
  spar: [field("currencyisocode", currency), field("dates.frequency", frequency)],
  vault: [field("componentdetail", componentDetail), field("dates.frequency", frequency)],
  pub: [field("account.holdingsmode", reportHoldingsMode)],
  quant: [field("dates.calendar", calendar)],
  fi: [],
  fiab: [],
  afi: optimizer,
  axp: optimizer,
  bpm: optimizer,
  fpo: optimizer,
  npo: optimizer,
  linkedTemplate: [],
  linkedTemplateUpdate: [],
  unlinkedTemplate: paSettings(""),
  unlinkedTemplateUpdate: paSettings(""),
  templatedComponent: paSettings("componentData."),
  templatedComponentUpdate: paSettings("componentData."),
};

/** Values that the service's fixed lists do not have. A warning, since a deployment may know more. */
export function checkValues(context: RuleContext): void {
  for (const { way, list } of valueFields[context.kind]) {
    forEachField(context.payloads, way, (value, path) => {
      if (typeof value !== "string" || value.trim() === "" || list.known().has(value.toLowerCase())) return;
      const meant = nearest(value, list.values());
      if (meant === undefined && !list.closed) return;
      context.report({
        code: "unlisted-value",
        severity: "warning",
        message: `${quoted(value)} is no ${list.noun} that the service lists. ${advice(meant, list)}`,
        path,
        at: "value",
        fixes: meant === undefined ? [] : [replaceValue(`Change to ${quoted(meant)}`, meant, false)],
      });
    });
  }
}

/** As many as fit into a sentence. */
const MAX_LISTED = 8;

function advice(meant: string | undefined, list: ValueList): string {
  if (meant !== undefined) return `Did you mean ${quoted(meant)}?`;
  const values = list.values();
  return values.length <= MAX_LISTED ? `Use ${listed(values)}.` : "Look it up in the service's list.";
}

/** Fields whose empty text asks for nothing: an account, a benchmark, a date or a currency that was to be filled in. */
const account = ["accounts.*.id", "benchmarks.*.id"];
const span = ["dates.startdate", "dates.enddate"];
const patterns = (...ways: readonly string[]): readonly Pattern[] => ways.map(pattern);
const paFields = (under: string) =>
  patterns(...[...account, ...span, "dates.frequency", "currencyisocode"].map((way) => under + way));
const optimizerFields = patterns("strategy.id", "account.id", "account.overrides.currency");

const neededTexts: Readonly<Record<DocumentKind, readonly Pattern[]>> = {
  pa: paFields(""),
  spar: patterns("accounts.*.id", "benchmark.id", ...span, "dates.frequency", "currencyisocode"),
  vault: patterns("account.id", "configid", ...span, "dates.frequency"),
  pub: patterns("document", "account.id", ...span),
  quant: patterns("dates.startDate", "dates.endDate", "dates.dates.*", "dates.frequency", "dates.calendar"),
  fi: patterns("jobSettings.asOfDate", "securities.*.symbol"),
  fiab: patterns("account.id", ...span),
  afi: optimizerFields,
  axp: optimizerFields,
  bpm: optimizerFields,
  fpo: [...optimizerFields, pattern("account.paDocument.id")],
  npo: optimizerFields,
  linkedTemplate: [],
  linkedTemplateUpdate: [],
  unlinkedTemplate: paFields(""),
  unlinkedTemplateUpdate: paFields(""),
  templatedComponent: paFields("componentData."),
  templatedComponentUpdate: paFields("componentData."),
};

/** Empty texts where the service needs a name, a date or a currency. */
export function checkEmptyTexts(context: RuleContext): void {
  for (const way of neededTexts[context.kind]) {
    forEachField(context.payloads, way, (value, path) => {
      if (typeof value !== "string" || value.trim() !== "") return;
      const key = path.findLast((segment) => typeof segment === "string") ?? "This";
      const isSingle = isStartOfSingle(context.request, path);
      const advice = isSingle
        ? "With the frequency `Single` the service takes that, too; remove it, or fill it in."
        : "Fill it in, or remove it where the component's own setting is wanted.";
      context.report({
        code: "empty-value",
        severity: isSingle ? "hint" : "warning",
        message: `${quoted(String(key))} is empty. ${advice}`,
        path,
        at: "value",
      });
    });
  }
}

/** Whether a path is that of a start date beside the frequency `Single`: official requests leave it empty. */
function isStartOfSingle(request: unknown, path: IssueFinding["path"]): boolean {
  if (path.at(-1) !== "startdate") return false;
  const dates = path.slice(0, -1).reduce<unknown>((value, key) => property(value, String(key)), request);
  return String(property(dates, "frequency")).toLowerCase() === "single";
}
