import type { JournalEntry } from "@analytics-engines/core";
import { folderEntries } from "../files/disk.ts";
import { UserError } from "../user-error.ts";
import { readState, remedy } from "./journal/journal-state.ts";
import type { Manifest } from "./manifest/manifest.ts";
import { findManifest } from "./manifest/manifest-file.ts";
import { filesOf } from "./results/check-stored.ts";
import { storedEntries } from "./results/read-stored.ts";

/**
 * Finds the manifest of the run in a folder, checked with its journal; `undefined` where the run has sent no request yet.
 * @param paths the parameter files to resume
 * @throws UserError where journal and manifest cannot be trusted, which says what to do
 */
export async function findEarlier(folder: string, paths: ReadonlySet<string>): Promise<Manifest | undefined> {
  const { entries, isBeginning } = await readState(folder);
  if (isBeginning && (await folderEntries(folder)).some((entry) => entry.isDirectory())) {
    throw new UserError(`${folder} has results without a journal. ${await remedy(folder)}`);
  }
  const manifest = await findManifest(folder);
  if (manifest !== undefined) await checkJournal(folder, manifest, entries);
  else if (!isBeginning) {
    throw new UserError(`${folder} has a journal without a manifest.json. ${await remedy(folder)}`);
  } else {
    // The jobs of such a journal keep their ids.
    const other = entries.find(({ key }) => !paths.has(key));
    if (other !== undefined) {
      throw new UserError(
        `The run in ${folder} has not begun, and its journal.jsonl names ${other.key}, which is not among the files. Resume it with the same files, or start a new run in another folder.`,
      );
    }
  }
  return manifest;
}

/**
 * Checks that a manifest and a journal belong to one run: every job and file of the manifest is in the journal, and every parameter file of
 * the journal is in the manifest. Without this check, a run without its journal would be computed again over its results.
 * @throws UserError, which names the first difference and what to do
 */
async function checkJournal(folder: string, manifest: Manifest, entries: readonly JournalEntry[]): Promise<void> {
  const difference = findDifference(manifest, entries);
  if (difference === undefined) return;
  throw new UserError(`The run in ${folder} cannot be resumed: ${difference}. ${await remedy(folder)}`);
}

function findDifference(manifest: Manifest, entries: readonly JournalEntry[]): string | undefined {
  const keys = new Set(entries.map(({ key }) => key));
  const jobs = new Set(entries.map(jobIdOf));
  const stored = new Set(entries.flatMap(filesIn));
  for (const { path, jobId, problem, units } of manifest.files) {
    if (jobId !== undefined && !jobs.has(jobId)) {
      return `manifest.json names job ${jobId} of ${path}, and journal.jsonl does not`;
    }
    const unknown = units.flatMap(storedEntries).find(({ file }) => !stored.has(file));
    if (unknown !== undefined) return `manifest.json names the file ${unknown.file}, and journal.jsonl does not`;
    if ((problem !== undefined || units.length > 0) && !keys.has(path)) {
      return `manifest.json says how ${path} ended, and journal.jsonl does not`;
    }
  }
  const paths = new Set(manifest.files.map(({ path }) => path));
  const foreign = [...keys].find((key) => !paths.has(key));
  return foreign === undefined ? undefined : `journal.jsonl names ${foreign}, and manifest.json does not`;
}

function jobIdOf(entry: JournalEntry): string | undefined {
  if (entry.type === "finished") return entry.outcome.jobId;
  return "jobId" in entry ? entry.jobId : undefined;
}

function filesIn(entry: JournalEntry): string[] {
  if (entry.type === "stored") return [entry.file.file];
  if (entry.type === "reused") return filesOf(entry).map(({ file }) => file);
  return entry.type === "finished" ? filesOf(entry.outcome).map(({ file }) => file) : [];
}
