import type { JournalEntry } from "@analytics-engines/core";
import { count } from "@analytics-engines/core/basics";
import { readJournal } from "../folder/journal/journal-file.ts";
import { journalDifference } from "../folder/journal-difference.ts";
import type { Manifest } from "../folder/manifest/manifest.ts";
import { UserError } from "../user-error.ts";

/** A run folder with its name in messages. */
interface NamedRun {
  /** Absolute. */
  readonly folder: string;
  readonly name: string;
  readonly manifest: Manifest;
}

/** How the files of a shard differ from those that its plan gives it: the rest of a sentence each. */
export function filesBesidePlan({ shard, files }: Manifest): readonly string[] {
  if (shard === undefined) return [];
  const planned = shard.files.filter((file) => file.shard === shard.index).map((file) => file.path);
  const computed = files.map((file) => file.path);
  return [
    ...without(planned, computed).map((file) => `lacks ${file}, which the plan gives to shard ${shard.index}.`),
    ...without(computed, planned).map((file) => `has ${file}, which the plan does not give to shard ${shard.index}.`),
  ];
}

function without(paths: readonly string[], others: readonly string[]): readonly string[] {
  const set = new Set(others);
  return paths.filter((file) => !set.has(file));
}

/** The journal of a shard, which must agree with its manifest. @throws UserError where it is missing, damaged, or of another run */
export async function readShardJournal({ folder, name, manifest }: NamedRun): Promise<readonly JournalEntry[]> {
  const entries = await readJournal(folder);
  const difference = journalDifference(manifest, entries) ?? unitDifference(manifest, entries);
  if (difference === undefined) return entries;
  throw new UserError(`${name}: ${difference}. Get the folder again from where the run stored it.`);
}

/** A unit that the journal says the job has, and that the manifest does not. The manifest of a run that has not ended names no units yet. */
function unitDifference({ files, finishedAt }: Manifest, entries: readonly JournalEntry[]): string | undefined {
  if (finishedAt === undefined) return undefined;
  const idsByFile = new Map(files.map(({ path: file, units }) => [file, new Set(units.map(({ id }) => id))]));
  for (const entry of entries) {
    if (entry.type !== "finished") continue;
    const lacking = entry.outcome.units.find(({ id }) => !idsByFile.get(entry.key)?.has(id));
    if (lacking !== undefined)
      return `journal.jsonl names the unit ${lacking.id} of ${entry.key}, and manifest.json does not`;
  }
  return undefined;
}

/** @throws UserError where runs are of several plans or services, of the same shard, or of the same file */
export function checkTogether(runs: readonly NamedRun[]): void {
  requireSame(runs, "plan", ({ shard }) => shard?.planSha256 ?? "no plan");
  requireSame(runs, "service", ({ service }) => service);
  const byShard = Map.groupBy(runs, ({ manifest: { shard } }) => shard?.index);
  const twice = [...byShard].filter(([index, group]) => index !== undefined && group.length > 1);
  if (twice.length > 0)
    throw new UserError(
      twice.map(
        ([index, group]) =>
          `Shard ${index} of ${group[0]?.manifest.shard?.total} is given ${count(group.length, "time")}: ${group.map(({ name }) => name).join(", ")}. Name one of them.`,
      ),
    );
  const owners = new Map<string, string>();
  for (const { name, manifest } of runs)
    for (const { path: file } of manifest.files) {
      const owner = owners.get(file);
      if (owner !== undefined && owner !== name)
        throw new UserError(`${file} is in two of the runs: ${owner} and ${name}. Name only one of them.`);
      owners.set(file, name);
    }
}

/** @throws UserError that names the runs of each value, where there are several */
export function requireSame(runs: readonly NamedRun[], what: string, fieldOf: (manifest: Manifest) => string): void {
  const groups = [...Map.groupBy(runs, ({ manifest }) => fieldOf(manifest))];
  if (groups.length <= 1) return;
  const list = groups.map(([value, group]) => `${group.map(({ name }) => name).join(", ")} of ${value.slice(0, 60)}`);
  throw new UserError(
    `The run folders do not belong together: they are of ${count(groups.length, what)}: ${list.join("; ")}. Name only those of one ${what}.`,
  );
}
