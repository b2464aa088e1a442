import { join } from "node:path";
import type { JobOutcome, JournalEntry } from "@analytics-engines/core";
import { UserError } from "../user-error.ts";
import { JOURNAL_NAME } from "./journal/journal-commit.ts";
import { readLooseLines } from "./journal/journal-lines.ts";
import { journalContent } from "./journal/journal-state.ts";
import type { FolderLock } from "./lock/run-lock.ts";
import type { Manifest } from "./manifest/manifest.ts";
import { buildManifest } from "./manifest/manifest-build.ts";
import { findManifest, writeManifest } from "./manifest/manifest-file.ts";
import { filesOf, findDamage } from "./results/check-stored.ts";
import { storedEntries, whyAltered } from "./results/open-stored.ts";
import type { RunFile } from "./run-options.ts";

/** A run whose results are all stored. */
export interface RecoveredRun {
  readonly manifest: Manifest;
  /** How each job ended, by file; absent where the manifest has that. */
  readonly outcomes?: ReadonlyMap<string, JobOutcome>;
}

/**
 * Finds whether a run whose journal is not whole has nothing left to do: each unit of each file succeeded, and each result has the digest that
 * the manifest or a line of the journal records. Then nothing is requested, so the lines that are missing are not needed.
 * @returns `undefined` where a result is missing, the manifest cannot be trusted, or a line of the journal was altered
 */
export async function recoverRun(folder: string): Promise<RecoveredRun | undefined> {
  const manifest = await findManifest(folder).catch((error: unknown) => {
    if (error instanceof UserError) return undefined;
    throw error;
  });
  const entries = readLooseLines(await journalContent(join(folder, JOURNAL_NAME)));
  if (manifest === undefined || entries === undefined) return undefined;
  if (await isWhole(folder, manifest)) return { manifest };
  const outcomes = await findOutcomes(folder, manifest, entries);
  return outcomes && { manifest, outcomes };
}

/** Writes the manifest of a run whose results are all stored, where it does not say so. Nothing is requested. */
export async function keepRecovered(
  folder: string,
  files: readonly RunFile[],
  { manifest, outcomes }: RecoveredRun,
  lock: FolderLock,
): Promise<Manifest> {
  if (outcomes === undefined) return manifest;
  const { version: _, status: __, files: ___, ...head } = manifest;
  const whole = buildManifest(head, files, outcomes, false);
  await lock.check();
  await writeManifest(folder, whole);
  return whole;
}

async function isWhole(folder: string, { files }: Manifest): Promise<boolean> {
  for (const { status, units } of files) {
    if (status !== "success" || units.length === 0) return false;
    for (const unit of units) {
      if (unit.status !== "success" || unit.file === undefined) return false;
      for (const entry of storedEntries(unit)) if ((await whyAltered(folder, entry)) !== undefined) return false;
    }
  }
  return true;
}

/** Two processes may have written the journal at once, and the one that knew less may have written the manifest. */
async function findOutcomes(
  folder: string,
  { files }: Manifest,
  entries: readonly JournalEntry[],
): Promise<ReadonlyMap<string, JobOutcome> | undefined> {
  // Which units a job did not have is not certain where lines may be missing.
  if (entries.some(({ type }) => type === "reused")) return undefined;
  const outcomes = new Map(
    entries.flatMap((entry) =>
      entry.type === "finished" && isSuccess(entry.outcome) ? [[entry.key, entry.outcome] as const] : [],
    ),
  );
  const stored = [...outcomes.values()].flatMap(filesOf);
  const isComplete = files.every(({ path, family }) => outcomes.get(path)?.family === family);
  return isComplete && (await findDamage(folder, stored, "digest")).size === 0 ? outcomes : undefined;
}

function isSuccess({ status, units }: JobOutcome): boolean {
  return (
    status === "success" &&
    units.length > 0 &&
    units.every((unit) => unit.status === "success" && unit.stored !== undefined && unit.stored.defect === undefined)
  );
}
