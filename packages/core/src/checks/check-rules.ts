import { isObject, items, type JsonObject, type JsonPath, property } from "../json/value.ts";
import type { Finding } from "../parameters/issues/findings.ts";
import type { MeantNames } from "../parameters/read/check-state.ts";
import { listed } from "../parameters/text/words.ts";

// What the shape of a checks file does not say. Values may have any type: what is wrong with that is an issue already, and hides nothing else.

/** The rules that a check can have: it has exactly one. */
export const ruleNames = ["rowCount", "sum", "between", "notNull", "unique", "equals", "newestDate", "moved"] as const;
export type RuleName = (typeof ruleNames)[number];

/** The most checks of a file: far above what a person writes. The place of each is looked up in the text. */
const MAX_CHECKS = 5000;

type Report = (finding: Finding) => void;

/** Reports what is wrong with the checks of a file, whatever else is. @param meantNames the names that misspelled names mean */
export function checkAll(file: unknown, report: Report, meantNames: MeantNames): void {
  const checks = property(file, "checks");
  if (Array.isArray(checks) && checks.length === 0)
    report({
      code: "unknown-value",
      message: "The file has no check, so nothing would be checked: write one, or remove the file.",
      path: ["checks"],
    });
  if (items(checks).length > MAX_CHECKS) {
    const message = `A checks file has at most ${MAX_CHECKS} checks, and this one has ${items(checks).length}: divide it.`;
    report({ code: "unknown-value", message, path: ["checks"] });
    return;
  }
  for (const [at, check] of items(checks).entries())
    if (isObject(check)) checkOne({ check, path: ["checks", at], report, meantNames });
}

/** A check of any shape. */
interface UnprovenCheck {
  readonly check: JsonObject;
  readonly path: JsonPath;
  readonly report: Report;
  readonly meantNames: MeantNames;
}

/** The settings that are distances, by their rules. */
const distances = [
  ["sum", "tolerance"],
  ["equals", "tolerance"],
  ["moved", "atMost"],
  ["moved", "atMostPercent"],
] as const satisfies readonly (readonly [RuleName, string])[];

type Refuse = (message: string, ...subpath: readonly string[]) => void;

function checkOne({ check, path, report, meantNames }: UnprovenCheck): void {
  const refuse: Refuse = (message, ...subpath) =>
    report({ code: "unknown-value", message, path: [...path, ...subpath] });
  /** Whether an object has a name, or another name that means it. */
  const has = (object: JsonObject, name: string) =>
    property(object, name) !== undefined || meantNames.get(object)?.has(name) === true;
  const [rule, second] = ruleNames.filter((name) => check[name] !== undefined);
  if (!ruleNames.some((name) => has(check, name)))
    report({
      code: "missing-property",
      message: `The check has no rule: add ${listed(ruleNames)}.`,
      path,
      at: "start",
    });
  if (rule !== undefined && second !== undefined)
    report({
      code: "unknown-property",
      message: `A check has one rule, and this one also has ${listed([rule])}. Write a second check.`,
      path: [...path, second],
      at: "key",
    });
  const { table, files, rowCount, sum, between, unique, newestDate, moved } = check;
  if (isNegative(table)) refuse("Tables are counted from 0.", "table");
  if (typeof files === "string" && files.includes("#"))
    refuse("A glob of files has no `#`: name the units in `units`.", "files");
  for (const [name, limits] of Object.entries({ rowCount, between })) {
    if (!isObject(limits)) continue;
    if (!has(limits, "min") && !has(limits, "max")) refuse("The limits are missing: write `min`, `max` or both.", name);
    const { min, max } = limits;
    if (typeof min === "number" && typeof max === "number" && min > max)
      refuse("`min` is larger than `max`.", name, "min");
  }
  if (isObject(sum)) {
    // A total row of a wrong type is meant to be one.
    const hasTotalRow = has(sum, "totalRow") && sum["totalRow"] !== false;
    if (has(sum, "value") === hasTotalRow)
      refuse("What the sum must be is missing or doubled: write `value`, or `totalRow` with `true`.", "sum");
  }
  const uniqueColumns = property(unique, "columns");
  if (Array.isArray(uniqueColumns) && uniqueColumns.length === 0)
    refuse("At least one column is needed.", "unique", "columns");
  if (isNegative(property(newestDate, "maxBusinessDays")))
    refuse("A negative age is not possible.", "newestDate", "maxBusinessDays");
  if (isObject(moved) && !has(moved, "atMost") && !has(moved, "atMostPercent"))
    refuse("The limit is missing: write `atMost` or `atMostPercent`.", "moved");
  for (const [name, key] of distances)
    if (isNegative(property(check[name], key))) refuse("A distance cannot be negative.", name, key);
}

function isNegative(value: unknown): boolean {
  return typeof value === "number" && value < 0;
}
