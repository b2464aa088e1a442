import { type CheckOutcome, type OtherUnit, otherUnitOf, type UnitTables } from "@analytics-engines/core/files";
import { readStored } from "../folder/results/read-stored.ts";
import type { ComparedFolder } from "../review/compare-runs.ts";
import { keyOfUnit, nameOfUnit, sourceOfUnit, type UnitOfRun } from "../review/unit-review.ts";
import type { ChangedUnits, FiledCheck } from "./escapes.ts";
import { quote } from "./row-limits.ts";

/** Where another unit of the run can be. */
interface OtherContext {
  readonly run: ComparedFolder;
  readonly change: ChangedUnits | undefined;
  /** The units of the run by their ids; of sweeps, by those of their rows. */
  readonly unitsById: ReadonlyMap<string, readonly UnitOfRun[]>;
}

/** The units of a run for `OtherContext`. */
export function groupUnits(run: ComparedFolder | undefined): OtherContext["unitsById"] {
  const units = (run?.manifest.files ?? []).flatMap((file) => file.units.map((unit) => ({ file, unit })));
  return Map.groupBy(units, (entry) => sourceOfUnit(entry).unit);
}

/** The checks of a unit that can be judged, with the units that they compare it with; and the outcomes of the others. */
export async function findOthers(context: OtherContext, entry: UnitOfRun, selected: readonly FiledCheck[]) {
  const unjudged = new Map<FiledCheck, CheckOutcome>();
  const others = new Map<FiledCheck, OtherUnit>();
  const { status } = entry.unit;
  for (const check of selected) {
    if (status !== "success")
      unjudged.set(check, unjudgedOutcome(`The status of the unit is ${status}, so there is no table to check.`));
    else if (check.rule === "agrees") {
      const other = await findOtherUnit(context, entry, check);
      if ("status" in other) unjudged.set(check, other);
      else others.set(check, other);
    }
  }
  return { judged: selected.filter((check) => !unjudged.has(check)), others, unjudged };
}

/** The unit that a check compares a unit with; an outcome where it failed, which is a failure of the run already, or is in another shard. */
async function findOtherUnit(
  { run, change, unitsById }: OtherContext,
  entry: UnitOfRun,
  { check }: FiledCheck,
): Promise<OtherUnit | CheckOutcome> {
  const { manifest } = run;
  const { name: wanted, id, hasPath } = otherUnitOf(check, entry.file.path, sourceOfUnit(entry).unit);
  const candidates = unitsById.get(id) ?? [];
  const [other, ...more] = candidates.filter(({ file, unit }) => unit !== entry.unit && hasPath(file.path));
  if (more.length > 0)
    return {
      reason: `The run has ${more.length + 1} units ${quote(wanted)}, and one is needed: name its \`file\` in \`with\`.`,
    };
  if (other === undefined) {
    const { shard } = manifest;
    if (shard?.files.some((planned) => planned.shard !== shard.index && hasPath(planned.path)) === true)
      return skippedOutcome("Another shard has the unit to compare with: check the merged run.");
    if (await change?.hasOther((path, unit) => unit === id && hasPath(path)))
      return skippedOutcome("The change does not touch the unit to compare with, so that it was not computed.");
    const failedJob = manifest.files.find(({ path, units }) => units.length === 0 && hasPath(path));
    if (failedJob === undefined) return { reason: `The run has no unit ${quote(wanted)} to compare with.` };
    return unjudgedOutcome(`The status of the job ${quote(failedJob.path)} is ${failedJob.status}.`);
  }
  const name = keyOfUnit(nameOfUnit(other));
  if (other.unit.status !== "success") return unjudgedOutcome(`The status of ${quote(name)} is ${other.unit.status}.`);
  const tables = await tablesToCheck(run, other);
  return "reason" in tables ? { reason: `${quote(name)} cannot be compared: ${tables.reason}.` } : { name, tables };
}

function skippedOutcome(message: string): CheckOutcome {
  return { status: "skipped", message, cells: 0 };
}

/** The outcome of a check of what failed: the failure is in the manifest, and is no second one here. */
export function unjudgedOutcome(message: string): CheckOutcome {
  return { status: "unjudged", message, cells: 0 };
}

/** The tables of a unit, or why there are none. */
export async function tablesToCheck(run: ComparedFolder, { unit }: Pick<UnitOfRun, "unit">): Promise<UnitTables> {
  if (unit.status !== "success") return { reason: `the status of the unit is ${unit.status}` };
  const stored = await readStored(run.folder, unit);
  return stored.kind === "tables" ? stored.tables : { reason: stored.reason.replace(/\.$/, "") };
}
