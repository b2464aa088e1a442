import type { JournalEntry } from "@analytics-engines/core";
import type { Manifest } from "./manifest/manifest.ts";
import { filesOf } from "./results/check-stored.ts";
import { storedEntries } from "./results/read-stored.ts";

/**
 * The first difference between a manifest and a journal, a clause; `undefined` where they belong to one run: every job and file of the manifest
 * is in the journal, and every parameter file of the journal is in the manifest.
 */
export function journalDifference(manifest: Manifest, entries: readonly JournalEntry[]): string | undefined {
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
