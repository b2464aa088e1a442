import { basename, join, resolve } from "node:path";
import { count } from "@analytics-engines/core/basics";
import type { ChecksReport } from "../checks/checks-report.ts";
import { CHECKS_NAME, readChecksReport } from "../checks/read-report.ts";
import { sha256 } from "../files/open-file.ts";
import { isRunFolderInUse } from "../folder/lock/run-lock.ts";
import { MANIFEST_NAME } from "../folder/manifest/format.ts";
import type { Manifest, ManifestFile, ManifestUnit } from "../folder/manifest/manifest.ts";
import { isLeftRunning } from "../folder/manifest/manifest-build.ts";
import { readDigestedManifest } from "../folder/manifest/manifest-file.ts";
import { UserError } from "../user-error.ts";
import type { RunState } from "./store-files.ts";

/** A run whose numbers and units become rows, and which state of the run it is. */
export interface AddableRun extends RunState {
  readonly folder: string;
  readonly manifest: Manifest;
  /** What people call the run: the name in its manifest, or that of its folder. */
  readonly name: string;
  readonly startedAt: Date;
  /** What its checks found, if it was checked. */
  readonly checks: ChecksReport | undefined;
  /** When the run began that computed a reused result, by the text in the manifest. */
  readonly reusedFrom: (startedAt: string) => Date;
}

/**
 * Reads a run that can be added to a history.
 * @param now milliseconds since 1970
 * @throws UserError for a folder without a finished run, with a damaged report of checks, or with times that no run has
 */
export async function readAddableRun(folder: string, now: number): Promise<AddableRun> {
  const path = join(folder, MANIFEST_NAME);
  // Before the manifest: a run that begins afterwards does not change the manifest that is read.
  const isInUse = await isRunFolderInUse(folder);
  const { manifest, manifestSha256 } = await readDigestedManifest(path, {
    explain: (reason) => `${path}: ${reason}. Name a run folder.`,
  });
  if (isInUse)
    throw new UserError(`The run in ${folder} has not finished: a process uses the folder. Wait until it ends.`);
  if (manifest.finishedAt === undefined)
    throw new UserError(
      `The run in ${folder} has not finished: it was stopped or killed, or it goes on on another machine. Wait until it ends, or resume it, and add it then.`,
    );
  refuseOpenJobs(folder, manifest);
  const startedAt = readTime(manifest.startedAt, `${path}: startedAt`, now);
  const finishedAt = readTime(manifest.finishedAt, `${path}: finishedAt`, now);
  const checks = await readChecksReport(folder);
  const checkedAt = checks && readTime(checks.checkedAt, `${join(folder, CHECKS_NAME)}: checkedAt`, now);
  return {
    run: `${startedAt.toISOString().replace(/[-:.]/g, "")}-${identityOf(manifest, startedAt).slice(0, 12)}`,
    state: [
      digitsOf(finishedAt),
      String(progressOf(manifest)).padStart(9, "0"),
      checkedAt ? digitsOf(checkedAt) : NEVER,
      manifestSha256.slice(0, 8),
    ].join("-"),
    ...{ folder, manifest, startedAt, checks },
    name: manifest.name ?? basename(resolve(folder)),
    reusedFrom: (text) => readTime(text, `${path}: startedAt of a reused result`, now),
  };
}

const NEVER = "0".repeat(17);

/** A time with all its digits: the later time is the greater text. */
function digitsOf(time: Date): string {
  return time.toISOString().replace(/\D/g, "");
}

/**
 * How certain the outcomes of a run are, as a sum over its jobs and units: to cancel jobs changes their outcomes, but not when the run ended.
 */
function progressOf({ files }: Manifest): number {
  const outcomes = files.flatMap(({ status, units }) => [status, ...units.map((unit) => unit.status)]);
  return outcomes.reduce((sum, status) => sum + (certainties[status] ?? CERTAIN), 0);
}

const CERTAIN = 2;
const certainties: Partial<Record<ManifestUnit["status"], number>> = { unknown: 0, "timed-out": 1, success: 3 };

/** A digest of what a run keeps when it is resumed, and when missing shards are merged into it. */
function identityOf({ service, shard, files, missing = [] }: Manifest, startedAt: Date): string {
  const part = shard && [shard.planSha256, shard.index, shard.total];
  const paths = [...files.map(({ path }) => path), ...missing.flatMap((absent) => absent.files)].sort();
  return sha256(JSON.stringify([startedAt.getTime(), service, part ?? null, paths]));
}

/** A job that the run did not wait for, or whose outcome a killed run did not record, has no result that counts. */
function refuseOpenJobs(folder: string, { files }: Manifest): void {
  const isOpen = (file: ManifestFile) =>
    isLeftRunning(file) || (file.status === "unknown" && file.problem === undefined && file.units.length === 0);
  const openPaths = files.filter(isOpen).map(({ path }) => path);
  if (openPaths.length === 0) return;
  const openNames = openPaths.slice(0, 3).join(", ") + (openPaths.length > 3 ? ", ..." : "");
  throw new UserError(
    `The run in ${folder} has not finished: ${count(openPaths.length, "job")} may still run on the service: ${openNames}. Wait until they end, resume the run, and add it then.`,
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Reads a time of a run.
 * @param address of the time in messages
 * @throws UserError for no time, a year that the names of the store cannot have, and more than a day after now
 */
function readTime(text: string, address: string, now: number): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new UserError(`${address} is not a time. Restore the run folder.`);
  const year = time.getUTCFullYear();
  if (year < 0 || year > 9999)
    throw new UserError(
      `${address} is in the year ${year}, and a history has the years 0 to 9999. Set the clock of the machine that runs right, and run the files again.`,
    );
  if (time.getTime() > now + DAY_MS)
    throw new UserError(
      `${address} is ${time.toISOString()}, more than a day after the time of this machine, ${new Date(now).toISOString()}. Set the clock that is wrong; if it was that of the run, run the files again.`,
    );
  return time;
}
