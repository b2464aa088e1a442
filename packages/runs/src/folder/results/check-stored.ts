import type {
  JobHandle,
  JobOutcome,
  RunEvent,
  ServiceErrorItem,
  StoredFile,
  UnitOutcome,
} from "@analytics-engines/core";
import { findInside } from "../../files/inside.ts";
import type { Manifest, ManifestFile, ManifestUnit } from "../manifest/manifest.ts";
import { otherSize, whyAltered } from "./read-stored.ts";

/** The number of files that are read at once. */
const AT_ONCE = 4;

/** `size` is enough for files that the same run stored; `digest` is for files that others can have changed since. */
export type CheckDepth = "size" | "digest";

/** Stored files that are missing or altered, with the reasons; made by `findDamage`. */
export type Damage = ReadonlyMap<string, string>;

/** Checks stored files, each once, and returns those that were changed. A missing or unreadable file is a reason, not an error. */
export async function findDamage(folder: string, files: Iterable<StoredFile>, depth: CheckDepth): Promise<Damage> {
  const entries = new Map([...files].map((file) => [nameOf(file), file])).entries();
  const damage = new Map<string, string>();
  const work = async () => {
    for (const [name, file] of entries) {
      const reason = await whyDamaged(folder, file, depth);
      if (reason !== undefined) damage.set(name, reason);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return damage;
}

/** The files that the jobs of a journal have stored. */
export function filesOfJobs(handles: Iterable<JobHandle>): StoredFile[] {
  return [...handles].flatMap(({ reads, outcome }) => [
    ...reads.flatMap(({ file }) => file ?? []),
    ...(outcome === undefined ? [] : filesOf(outcome)),
  ]);
}

/** The stored files of some units, such as those of an outcome. */
export function filesOf({ units }: Pick<JobOutcome, "units">): StoredFile[] {
  return units.flatMap(({ stored, info }) => [stored, info].filter((file) => file !== undefined));
}

/** The outcome without the damaged files: a unit with a damaged result is lost, and its errors name the file and the reason. */
export function withoutDamaged(outcome: JobOutcome, damage: Damage): JobOutcome {
  const units = outcome.units.map((unit) => withoutDamagedFiles(unit, damage));
  const lostUnits = units.filter((unit, index) => unit.status === "lost" && outcome.units[index]?.status !== "lost");
  if (outcome.status !== "success" || lostUnits.length === 0) return { ...outcome, units };
  const message = `${lostUnits.length} of ${units.length} units have lost their results: the stored files of ${lostUnits.map(({ id }) => id).join(", ")} are missing or altered. ${REMEDY}`;
  return { ...outcome, status: "failure", units, problem: { code: "lost-result", message } };
}

/**
 * A manifest as its folder is now: a unit whose result is missing, or has another size, is lost. The entry of its file stays, so that a reader
 * that opens the result says what is wrong with it.
 */
export async function withoutMissingResults(folder: string, manifest: Manifest): Promise<Manifest> {
  const files = manifest.files.flatMap((file) => file.units.flatMap((unit) => storedResult(unit) ?? []));
  const damage = await findDamage(folder, files, "size");
  if (damage.size === 0) return manifest;
  const checkedFiles = manifest.files.map((file) => withoutLost(file, damage));
  const isLess = checkedFiles.some(({ status }, index) => status !== manifest.files[index]?.status);
  const status = isLess && manifest.status === "success" ? "failure" : manifest.status;
  return { ...manifest, status, files: checkedFiles };
}

function withoutLost(file: ManifestFile, damage: Damage): ManifestFile {
  const units = file.units.map((unit): ManifestUnit => {
    const stored = storedResult(unit);
    const why = stored && damage.get(nameOf(stored));
    if (stored === undefined || why === undefined) return unit;
    const status = unit.status === "success" ? "lost" : unit.status;
    return { ...unit, status, errors: [...unit.errors, damageItem(stored, why)] };
  });
  const isLess = units.some(({ status }, index) => status !== file.units[index]?.status);
  return { ...file, status: isLess && file.status === "success" ? "failure" : file.status, units };
}

function storedResult({ file, bytes, sha256, contentType = "" }: ManifestUnit): StoredFile | undefined {
  return file === undefined || bytes === undefined || sha256 === undefined
    ? undefined
    : { file, bytes, sha256, contentType };
}

/** The event without the damaged files. */
export function eventWithoutDamaged(event: RunEvent, damage: Damage): RunEvent {
  if (event.type === "unit-finished") return { ...event, unit: withoutDamagedFiles(event.unit, damage) };
  if (event.type === "job-finished") return { ...event, outcome: withoutDamaged(event.outcome, damage) };
  return event;
}

const REMEDY =
  "Restore the files from the run's artifact or a backup and resume the run, or run the parameter file again in a new folder: the service gives a result once.";

function withoutDamagedFiles(unit: UnitOutcome, damage: Damage): UnitOutcome {
  const checkedUnit = withoutDamagedInfo(unit, damage);
  const { stored, ...rest } = checkedUnit;
  const why = stored && damage.get(nameOf(stored));
  if (stored === undefined || why === undefined) return checkedUnit;
  const status = unit.status === "success" ? "lost" : unit.status;
  return { ...rest, status, errors: [...unit.errors, damageItem(stored, why)] };
}

function withoutDamagedInfo(unit: UnitOutcome, damage: Damage): UnitOutcome {
  const { info, ...rest } = unit;
  const why = info && damage.get(nameOf(info));
  if (info === undefined || why === undefined) return unit;
  return { ...rest, warnings: [...unit.warnings, `The info document ${info.file} does not count: ${why}.`] };
}

function damageItem({ file }: StoredFile, why: string): ServiceErrorItem {
  const detail = `${file}: ${why}. The file is left unchanged. ${REMEDY}`;
  return { code: "damaged-result", title: "The stored result is missing or altered", detail };
}

/** The results of two jobs, one after the other, can have the same name. */
function nameOf({ file, sha256 }: StoredFile): string {
  return `${sha256} ${file}`;
}

async function whyDamaged(folder: string, stored: StoredFile, depth: CheckDepth): Promise<string | undefined> {
  if (depth === "digest") return whyAltered(folder, stored);
  const target = await findInside(folder, stored.file);
  if ("reason" in target) return target.reason;
  return target.bytes === stored.bytes ? undefined : otherSize(target.bytes, stored.bytes);
}
