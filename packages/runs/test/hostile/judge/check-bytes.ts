import { createHash } from "node:crypto";
import { type Case, eventsOf, jobOf } from "./case.ts";
import type { ToldFile, ToldUnit } from "./read-folder.ts";

/** A stored success has the bytes that the server made for that file and unit, and the server sent them whole. */
export function brokenBytes(one: Case): string[] {
  return one.told.files.flatMap((file) => [
    ...missingUnits(one, file),
    ...file.units.flatMap((unit) => (unit.status === "success" ? brokenUnit(one, file, unit) : [])),
  ]);
}

function missingUnits({ units }: Case, { path, status, units: told }: ToldFile): string[] {
  if (status !== "success") return [];
  return units
    .filter((unit) => !told.some(({ id }) => id === unit))
    .map((unit) => `${path} is called a success without ${unit}`);
}

function brokenUnit(one: Case, file: ToldFile, unit: ToldUnit): string[] {
  const where = `${file.path} ${unit.id}`;
  const job = jobOf(one, file);
  const made = job?.made.get(unit.id);
  const bytes = unit.file === undefined ? undefined : one.stored.get(unit.file);
  if (bytes === undefined) return [`${where} is called a success and has no file`];
  const broken: string[] = [];
  if (unit.bytes !== bytes.length || unit.sha256 !== digest(bytes)) broken.push(`${where} is not what its digest says`);
  const owner = one.jobs.find((other) => [...other.made.values()].some((own) => own.equals(bytes)));
  if (made === undefined || !bytes.equals(made)) {
    const whose = owner === undefined ? "nobody's" : owner === job ? "another unit's" : `those of ${owner.marker}`;
    broken.push(`${where} is called a success with wrong bytes, ${whose}`);
  }
  const came = eventsOf(one.history, "sent-bytes").some(
    ({ jobId, unitId, whole }) => jobId === job?.id && unitId === unit.id && whole,
  );
  if (!came) broken.push(`${where} is called a success, and its bytes never left whole`);
  if (file.jobId !== job?.id) broken.push(`${where} is said to be of job ${file.jobId}`);
  return [...broken, ...brokenInfo(one, unit, where, job?.infos.get(unit.id))];
}

function brokenInfo(
  { stored }: Case,
  { info, infoSha256 }: ToldUnit,
  where: string,
  made: Buffer | undefined,
): string[] {
  if (info === undefined) return [];
  const bytes = stored.get(info);
  if (bytes === undefined || digest(bytes) !== infoSha256) return [`${where} has an info document that is not there`];
  return made !== undefined && bytes.equals(made) ? [] : [`${where} has an info document that is not its own`];
}

const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
