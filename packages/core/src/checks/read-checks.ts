import canonicalize from "canonicalize";
import { isObject, type JsonObject, type JsonPath, property } from "../json/value.ts";
import type { Issue, Range } from "../parameters/issues/issue.ts";
import { readUserFile } from "../parameters/read/read.ts";
import { shapeOfFile } from "../parameters/shapes/shape.ts";
import { quotedWithin } from "../parameters/text/words.ts";
import type { Sentence } from "../text/words.ts";
import { checkAll, type RuleName, ruleNames } from "./check-rules.ts";
import type { Check, ChecksFile } from "./checks-schema.ts";

/** A check with its line in the file. */
export interface PlacedCheck {
  readonly check: Check;
  /** What the check is about, without its limits: `sum of Weight, units weights*`. Two checks of a file have two ids. */
  readonly id: string;
  readonly rule: RuleName;
  readonly line: number;
}

/** The checks of a file, none if it has errors, and its issues. */
export interface ReadChecks {
  readonly checks: readonly PlacedCheck[];
  readonly issues: readonly Issue[];
  /** Where a value of the file is. */
  readonly rangeOf: (path: JsonPath) => Range | undefined;
}

/**
 * Reads a checks file, `NAME.checks.json`. It never throws: whatever is wrong with the text becomes an issue with its place. Whether the
 * tables have the columns that the file names shows only when they are checked.
 */
export function readChecks(text: string): ReadChecks {
  const file = readUserFile(text, {
    shape: shapeOfFile("checks"),
    applyRules: (value, report, meantNames) => checkAll(value, report, meantNames),
  });
  const { value, issues } = file;
  const rangeOf = (path: JsonPath) => file.rangeOf(path);
  if (value === undefined || !isChecksFile(value)) return { checks: [], issues, rangeOf };
  const counts = new Map<string, number>();
  const checks = value.checks.flatMap((check, at) => {
    const [rule] = rulesOf(check);
    if (rule === undefined) return [];
    const subject = subjectOf(check, rule);
    const count = (counts.get(subject) ?? 0) + 1;
    counts.set(subject, count);
    const line = file.rangeOf(["checks", at])?.start.line ?? 1;
    return [{ check, id: count === 1 ? subject : `${subject} (${count})`, rule, line }];
  });
  return { checks, issues, rangeOf };
}

/** The shape was checked, and it is made from the schema that the type comes from. */
function isChecksFile(value: unknown): value is ChecksFile {
  return Array.isArray(property(value, "checks"));
}

function rulesOf(check: Check): RuleName[] {
  return ruleNames.filter((name) => check[name] !== undefined);
}

/** What a check is about, without its limits. */
function subjectOf(check: Check, rule: RuleName): string {
  const columns = ["column", "other", "columns", "to", "item"].flatMap((name) => property(check[rule], name) ?? []);
  const { rows: otherRows, ...other } = check.agrees?.with ?? {};
  const compared = Object.entries({ ...other, ...otherRows }).map(([name, text]) => [`with ${name}`, text]);
  const { table, units, files, role, rows = {} } = check;
  const selection = [...Object.entries({ table, units, files, role, ...rows }), ...compared];
  return [
    columns.length === 0 ? rule : `${rule} of ${columns.join(" and ")}`,
    ...selection.filter(([, text]) => text !== undefined).map((part) => part.join(" ")),
  ].join(", ");
}

/** What a larger value of a setting does to its rule, and the number that stands for an absent one. */
const limits: Readonly<Record<string, { readonly larger: "loosened" | "tightened"; readonly absent: number }>> = {
  min: { larger: "tightened", absent: Number.NEGATIVE_INFINITY },
  max: { larger: "loosened", absent: Number.POSITIVE_INFINITY },
  tolerance: { larger: "loosened", absent: 0 },
  atMost: { larger: "loosened", absent: 0 },
  atMostPercent: { larger: "loosened", absent: 0 },
  maxBusinessDays: { larger: "loosened", absent: 0 },
};

/** The settings that are no limits, and can change without making another rule. */
const values: ReadonlySet<string> = new Set(["value", "is", "oneOf", "matches", "minFrom", "maxFrom"]);

/** A rule: what it is for, and the settings that can change without making it another rule. */
interface Rule {
  readonly rule: string;
  readonly target: JsonObject;
  readonly settings: JsonObject;
}

/** What changed from one version of a checks file to another, a sentence for each rule that was added, removed or changed. */
export function describeCheckChanges(
  before: readonly PlacedCheck[],
  after: readonly PlacedCheck[],
): readonly Sentence[] {
  const textsOf = (checks: readonly PlacedCheck[]) => new Set(checks.map(({ check }) => canonicalize(check)));
  const [was, is] = [textsOf(before), textsOf(after)];
  const keyOf = ({ rule, target }: Rule) => canonicalize([rule, target]);
  const removedRules = Map.groupBy(before.filter(({ check }) => !is.has(canonicalize(check))).map(ruleOf), keyOf);
  const newRules = after.filter(({ check }) => !was.has(canonicalize(check))).map(ruleOf);
  const changes = newRules.map((rule): Sentence => {
    const old = removedRules.get(keyOf(rule))?.shift();
    return { text: old === undefined ? `${nameOf(rule)} added: ${pairs(rule.settings)}` : describeChange(old, rule) };
  });
  const removals = [...removedRules.values()]
    .flat()
    .map((rule) => ({ text: `${nameOf(rule)} removed: ${pairs(rule.settings)}` }));
  return [...changes, ...removals];
}

function ruleOf({ check, rule }: PlacedCheck): Rule {
  const { [rule]: settings, severity = "error", optional = false, because, ...selection } = check;
  const all: [string, unknown][] = isObject(settings) ? Object.entries(settings) : [];
  const isSetting = ([name]: [string, unknown]) => name in limits || values.has(name);
  return {
    rule,
    target: { ...Object.fromEntries(all.filter((setting) => !isSetting(setting))), ...selection },
    settings: {
      ...Object.fromEntries(all.filter(isSetting)),
      severity,
      ...(optional && { optional }),
      ...(because !== undefined && { because }),
    },
  };
}

function describeChange(before: Rule, after: Rule): string {
  const names = [...new Set([...Object.keys(before.settings), ...Object.keys(after.settings)])];
  const changes = names
    .map((name) => ({ name, was: before.settings[name], is: after.settings[name] }))
    .filter(({ was, is }) => canonicalize(was) !== canonicalize(is));
  const [effect, otherEffect] = new Set(changes.map(effectOf));
  const list = changes.map(({ name, was, is }) => `${code(name)} ${code(was)} → ${code(is)}`).join(", ");
  return `${nameOf(after)} ${otherEffect === undefined ? effect : "changed"}: ${list}`;
}

function effectOf({ name, was, is }: { readonly name: string; readonly was: unknown; readonly is: unknown }): string {
  if (name === "severity") return is === "warning" ? "loosened" : "tightened";
  if (name === "optional") return is === true ? "loosened" : "tightened";
  const limit = limits[name];
  if (limit === undefined) return "changed";
  const isLarger = Number(is ?? limit.absent) > Number(was ?? limit.absent);
  return isLarger === (limit.larger === "loosened") ? "loosened" : "tightened";
}

function nameOf({ rule, target }: Rule): string {
  const words = pairs(target);
  return `Rule ${code(rule)}${words === "" ? "" : ` (${words})`}`;
}

function pairs(values: JsonObject): string {
  return Object.entries(values)
    .map(([name, value]) => `${code(name)} ${code(value)}`)
    .join(", ");
}

function code(value: unknown): string {
  return quotedWithin(typeof value === "string" ? value : value === undefined ? "none" : JSON.stringify(value), 200);
}
