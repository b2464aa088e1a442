import { isObject, items, type JsonObject, type JsonPath, property } from "../json/value.ts";
import type { Finding } from "../parameters/issues/findings.ts";
import type { MeantNames } from "../parameters/read/check-state.ts";
import { listed } from "../parameters/text/words.ts";

// What the shape of a checks file does not say. Values may have any type: what is wrong with that is an issue already, and hides nothing else.

/** The rules that a check can have: it has exactly one. */
export const ruleNames = [
  "rowCount",
  "rowCountMoved",
  "sum",
  "addUp",
  "between",
  "notNull",
  "text",
  "unique",
  "equals",
  "agrees",
  "metadata",
  "newestDate",
  "moved",
] as const;
export type RuleName = (typeof ruleNames)[number];

/** The rules that compare with the earlier run. */
export const moveRules: ReadonlySet<string> = new Set<RuleName>(["moved", "rowCountMoved"]);

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
  ["addUp", "tolerance"],
  ["equals", "tolerance"],
  ["agrees", "tolerance"],
  ["rowCountMoved", "atMost"],
  ["rowCountMoved", "atMostPercent"],
  ["moved", "atMost"],
  ["moved", "atMostPercent"],
] as const satisfies readonly (readonly [RuleName, string])[];

type Refuse = (message: string, ...subpath: readonly string[]) => void;
type Has = (object: JsonObject, name: string) => boolean;

function checkOne({ check, path, report, meantNames }: UnprovenCheck): void {
  const refuse: Refuse = (message, ...subpath) =>
    report({ code: "unknown-value", message, path: [...path, ...subpath] });
  /** Whether an object has a name, or another name that means it. */
  const has: Has = (object, name) => property(object, name) !== undefined || meantNames.get(object)?.has(name) === true;
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
  const { table, files, sum, newestDate } = check;
  if (isNegative(table)) refuse("Tables are counted from 0.", "table");
  if (typeof files === "string" && files.includes("#"))
    refuse("A glob of files has no `#`: name the units in `units`.", "files");
  for (const name of ["rowCount", "between"])
    checkLimits(check[name], has, (message, ...subpath) => refuse(message, name, ...subpath));
  for (const name of ["text", "metadata"]) {
    const demanded = check[name];
    if (!isObject(demanded)) continue;
    const choices = ["is", "oneOf", "matches"].filter((choice) => has(demanded, choice));
    if (choices.length !== 1)
      refuse("What the text must be is missing or doubled: write `is`, `oneOf` or `matches`.", name);
  }
  if (isObject(sum)) {
    // A total row of a wrong type is meant to be one.
    const hasTotalRow = has(sum, "totalRow") && sum["totalRow"] !== false;
    if (has(sum, "value") === hasTotalRow)
      refuse("What the sum must be is missing or doubled: write `value`, or `totalRow` with `true`.", "sum");
  }
  for (const [name, key, noun] of lists) {
    const members = property(check[name], key);
    if (Array.isArray(members) && members.length === 0) refuse(`At least one ${noun} is needed.`, name, key);
  }
  if (isNegative(property(newestDate, "maxBusinessDays")))
    refuse("A negative age is not possible.", "newestDate", "maxBusinessDays");
  for (const name of moveRules) {
    const distance = check[name];
    if (isObject(distance) && !has(distance, "atMost") && !has(distance, "atMostPercent"))
      refuse("The limit is missing: write `atMost` or `atMostPercent`.", name);
  }
  for (const [name, key] of distances)
    if (isNegative(property(check[name], key))) refuse("A distance cannot be negative.", name, key);
  checkOtherNumber(check, has, refuse);
}

/** The settings that are lists, by their rules, and what they list. */
const lists = [
  ["unique", "columns", "column"],
  ["addUp", "columns", "column"],
  ["text", "oneOf", "text"],
  ["metadata", "oneOf", "text"],
] as const satisfies readonly (readonly [RuleName, string, string])[];

/** Each limit is a number of the rule, or a column of a CSV file. */
function checkLimits(limits: unknown, has: Has, refuse: Refuse): void {
  if (!isObject(limits)) return;
  if (!["min", "max", "minFrom", "maxFrom"].some((name) => has(limits, name)))
    refuse("The limits are missing: write `min`, `max` or both, or `minFrom` and `maxFrom` for columns of a sweep.");
  for (const name of ["min", "max"])
    if (has(limits, name) && has(limits, `${name}From`))
      refuse(`The limit is doubled: write \`${name}\` or \`${name}From\`.`, `${name}From`);
  const { min, max } = limits;
  if (typeof min === "number" && typeof max === "number" && min > max) refuse("`min` is larger than `max`.", "min");
}

/** What `agrees` compares with must be another unit, which the name of the unit alone decides. */
function checkOtherNumber({ units, agrees }: JsonObject, has: Has, refuse: Refuse): void {
  const source = property(agrees, "with");
  if (!isObject(source)) return;
  const { file, unit, table } = source;
  if (isNegative(table)) refuse("Tables are counted from 0.", "agrees", "with", "table");
  if (typeof file === "string" && file.includes("#"))
    refuse("A glob of files has no `#`: name the unit in `unit`.", "agrees", "with", "file");
  if (!has(source, "file") && !has(source, "unit"))
    refuse("The other unit is missing: write `file`, `unit` or both.", "agrees", "with");
  if (typeof unit !== "string" || !unit.includes("*")) return;
  const message =
    "`*` is the text that `*` of `units` is. Each of the two needs one `*`, and `units` no other wildcard.";
  if (typeof units !== "string" || /[?[\]{}]/.test(units) || starCount(units) !== 1 || starCount(unit) !== 1)
    refuse(message, "agrees", "with", "unit");
}

function starCount(text: string): number {
  return text.split("*").length - 1;
}

function isNegative(value: unknown): boolean {
  return typeof value === "number" && value < 0;
}
