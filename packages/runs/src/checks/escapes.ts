import { codeQuote, count, shorten } from "@analytics-engines/core/basics";
import type { checkMatcher, PlacedCheck } from "@analytics-engines/core/files";
import type { MatchedRuns } from "../review/compare-runs.ts";
import type { ParameterReview } from "../review/parameter-review.ts";
import { keyOfUnit, nameOfUnit, type UnitName, type UnitOfRun } from "../review/unit-review.ts";
import type { CheckFinding } from "./checks-report.ts";

/** A check with its file. */
export interface FiledCheck extends PlacedCheck {
  readonly file: string;
  /** Its position in the file. */
  readonly at: number;
  readonly matches: ReturnType<typeof checkMatcher>;
  /** Whether the check is for units of a file, whatever these are called. */
  readonly matchesFile: (path: string) => boolean;
}

/** A unit with the names that it had and has. */
export interface UnitRename {
  readonly before: UnitName;
  readonly after: UnitName;
}

/** The units of the parameter files that a change touches, by the names that a manifest gives them. */
export interface ChangedUnits {
  readonly parameters: readonly ParameterReview[];
  readonly before: readonly UnitName[];
  readonly after: readonly UnitName[];
  readonly renames: readonly UnitRename[];
  /** Whether a parameter file that the change does not touch has a unit for a check. */
  readonly hasOther: (matches: FiledCheck["matches"]) => Promise<boolean>;
}

interface EscapeContext {
  /** What the check found in the units of the run. */
  readonly findings: readonly CheckFinding[];
  readonly match: MatchedRuns;
  readonly change: ChangedUnits | undefined;
  /** How many cells a check judged in a unit of the earlier run. */
  readonly cellsBefore: (check: FiledCheck, unit: UnitOfRun) => number | Promise<number>;
}

/** The most renamed units that a message names. */
const MAX_NAMED = 3;

/**
 * Describes how units escape a check: it judged them before, and now it judges nothing, or they have other names that it does not select.
 * Undefined where none does. Without it, a change could rename the units that a check is for, and nothing would fail.
 */
export async function describeEscape(check: FiledCheck, context: EscapeContext): Promise<string | undefined> {
  const { findings, match } = context;
  const renames = escapedRenames(check, context);
  const cellsNow = findings.reduce((sum, { cells = 0 }) => sum + cells, 0);
  const isOptional = check.check.optional === true;
  const hasFailed = findings.some(({ status }) => status === "failed" || status === "unjudged");
  const isSilent = cellsNow === 0 && (findings.length === 0 || !isOptional) && !hasFailed;
  const gone = isSilent && !(await hasUncomputedUnit(check, context)) ? goneUnits(check, context) : [];
  const unitsBefore = [...match.pairs.flatMap(({ before }) => before ?? []), ...match.goneUnits, ...match.notRunUnits];
  const entries = new Map(unitsBefore.map((entry) => [keyOfUnit(nameOfUnit(entry)), entry]));
  const unitKeys = new Set([...renames.map(({ before }) => before), ...gone].map(keyOfUnit));
  if (unitKeys.size === 0) return undefined;
  let cells = 0;
  for (const unitKey of unitKeys) {
    const entry = entries.get(unitKey);
    if (entry !== undefined) cells += await context.cellsBefore(check, entry);
  }
  // An optional check may find nothing in the units that it selects, now and before.
  if (cells === 0 && isOptional && [...unitKeys].every((unitKey) => entries.has(unitKey))) return undefined;
  const units = count(unitKeys.size, "unit");
  const what = check.rule === "rowCount" ? "the rows" : count(cells, "cell");
  const before = cells === 0 ? `selected ${units}` : `judged ${what} of ${units}`;
  const now = cellsNow === 0 ? "judges nothing now" : `does not select ${unitKeys.size === 1 ? "it" : "them"} now`;
  return [`The rule ${before} before and ${now}.`, ...describeRenames(renames)].join(" ");
}

/** Units that the check selects by the names that they had, and not by those that they have. */
function escapedRenames({ matches }: FiledCheck, { match, change }: EscapeContext): readonly UnitRename[] {
  const ofRuns = match.pairs.flatMap(({ now, before }) =>
    before === undefined ? [] : { before: nameOfUnit(before), after: nameOfUnit(now) },
  );
  const all = [...ofRuns, ...(change?.renames ?? [])].filter(
    ({ before, after }) => matches(before.path, before.unit) && !matches(after.path, after.unit),
  );
  return [...new Map(all.map((rename) => [keyOfUnit(rename.before), rename])).values()];
}

/** Whether the check has a unit that this run need not compute. */
async function hasUncomputedUnit({ matches }: FiledCheck, { match, change }: EscapeContext): Promise<boolean> {
  if (change !== undefined) return change.hasOther(matches);
  return match.notRunUnits.some(({ file, unit }) => matches(file.path, unit.id));
}

/** Units that the check was for, and that there are no more: by the runs, or by the parameter files if those have no such unit. */
function goneUnits({ matches }: FiledCheck, { match, change, findings }: EscapeContext): readonly UnitName[] {
  const isSelected = ({ path, unit }: UnitName) => matches(path, unit);
  const ofRuns = match.goneUnits.map(nameOfUnit).filter(isSelected);
  if (ofRuns.length > 0 || change === undefined || findings.length > 0 || change.after.some(isSelected)) return ofRuns;
  return change.before.filter(isSelected);
}

function describeRenames(renames: readonly UnitRename[]): readonly string[] {
  const quote = (name: UnitName) => codeQuote(shorten(keyOfUnit(name), 120));
  const named = renames.slice(0, MAX_NAMED).map(({ before, after }) => `${quote(before)} is ${quote(after)} now.`);
  const others = renames.length - named.length;
  return others > 0 ? [...named, `${count(others, "more unit")} ${others === 1 ? "has" : "have"} other names.`] : named;
}
