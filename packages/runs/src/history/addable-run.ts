import { join } from "node:path";
import type { ChecksReport } from "../checks/checks-report.ts";
import { CHECKS_NAME, readChecksReport } from "../checks/read-report.ts";
import { sha256 } from "../files/open-file.ts";
import { MANIFEST_NAME } from "../folder/manifest/format.ts";
import type { Manifest, ManifestUnit } from "../folder/manifest/manifest.ts";
import { readDigestedManifest } from "../folder/manifest/manifest-file.ts";
import { UserError } from "../user-error.ts";
import type { RunState } from "./store-files.ts";

/** A run whose numbers and units become rows, and which state of the run it is. */
export interface AddableRun extends RunState {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly startedAt: Date;
  /** What its checks found, if it was checked. */
  readonly checks: ChecksReport | undefined;
  /** When the run began that computed a reused result, by the text in the manifest. */
  readonly reusedFrom: (startedAt: string) => Date;
}

/**
 * Reads a run that can be added to a history.
 * @throws UserError for a folder without a finished run, with a damaged report of checks, or with times that no run has
 */
export async function readAddableRun(folder: string): Promise<AddableRun> {
  const path = join(folder, MANIFEST_NAME);
  const { manifest, manifestSha256 } = await readDigestedManifest(path, {
    explain: (reason) => `${path}: ${reason}. Name a run folder.`,
  });
  if (manifest.finishedAt === undefined)
    throw new UserError(`The run in ${folder} has not finished. Resume it, and add it then.`);
  const startedAt = readTime(manifest.startedAt, `${path}: startedAt`);
  const finishedAt = readTime(manifest.finishedAt, `${path}: finishedAt`);
  const checks = await readChecksReport(folder);
  const checkedAt = checks && readTime(checks.checkedAt, `${join(folder, CHECKS_NAME)}: checkedAt`);
  return {
    run: `${startedAt.toISOString().replace(/[-:.]/g, "")}-${identityOf(manifest, startedAt).slice(0, 12)}`,
    state: [
      digitsOf(finishedAt),
      String(progressOf(manifest)).padStart(9, "0"),
      checkedAt ? digitsOf(checkedAt) : NEVER,
      manifestSha256.slice(0, 8),
    ].join("-"),
    ...{ folder, manifest, startedAt, checks },
    reusedFrom: (text) => readTime(text, `${path}: startedAt of a reused result`),
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

function readTime(text: string, address: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new UserError(`${address} is not a time. Restore the run folder.`);
  return time;
}
