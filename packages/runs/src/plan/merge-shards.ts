import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { count } from "@analytics-engines/core/basics";
import { hasEntries, makeFolders } from "../files/disk.ts";
import { copyInside } from "../files/find-inside.ts";
import { openJournal, readJournal } from "../folder/journal/journal-file.ts";
import type { Manifest, ManifestShard, MissingShard } from "../folder/manifest/manifest.ts";
import { wholeStatus } from "../folder/manifest/manifest-build.ts";
import { readManifest } from "../folder/manifest/manifest-file.ts";
import { MANIFEST_NAME } from "../folder/manifest/manifest-names.ts";
import { MAX_RESUMED } from "../folder/manifest/schema/limits.ts";
import { writeManifest } from "../folder/manifest/write-manifest.ts";
import { storedEntries, tableFilesOf } from "../folder/results/open-stored.ts";
import { commentaryFileOf } from "../folder/results/read-commentary.ts";
import { UserError } from "../user-error.ts";
import { checkRun } from "../verify/check-run.ts";

/** A run folder and its manifest. */
export interface FoundRun {
  /** Absolute. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** The name of the run in messages. */
  readonly name: string;
}

/** How shards are merged. */
export interface MergeOptions {
  /** The new run folder; absent or empty. */
  readonly folder: string;
  /** Whether shards may be missing, or may not have ended. */
  readonly mayMiss: boolean;
  /** Called with the file that is checked or copied. */
  readonly onFile?: (file: string) => void;
}

interface ShardRun extends FoundRun {
  readonly shard: ManifestShard;
}

/**
 * Opens a run folder, or the run folders that are directly in a folder.
 * @throws UserError if there is none
 */
export async function openRunFolders(name: string): Promise<readonly FoundRun[]> {
  const isRun = (folder: string) => existsSync(path.join(folder, MANIFEST_NAME));
  const names = isRun(name) ? [name] : (await readdir(name).catch(() => [])).map((inner) => path.join(name, inner));
  const runNames = names.filter(isRun).sort();
  if (runNames.length === 0)
    throw new UserError(
      `${name} is no run folder, and has none in it: there is no ${MANIFEST_NAME}. Name the folders of runs.`,
    );
  return Promise.all(
    runNames.map(async (one) => ({ name: one, folder: path.resolve(one), manifest: await readManifest(one) })),
  );
}

/**
 * Joins the run folders of all shards of a plan to the folder that one run of the whole plan would have written: the same files, and a
 * manifest and a journal that differ only in times, keys of requests, ids of jobs, and the order in which units ended.
 *
 * Every result is compared with its digest first, and nothing is written before all are checked.
 *
 * @returns the manifest as it was written
 * @throws UserError that names folders and shards: for a run without a shard, shards of several plans, services or tools, the same shard twice, an
 *   altered result, a folder that is not empty, and, unless they may miss, shards that are missing or have not ended
 */
export async function mergeShards(
  runs: readonly FoundRun[],
  { folder, mayMiss, onFile }: MergeOptions,
): Promise<Manifest> {
  if (hasEntries(folder)) throw new UserError(`The folder ${folder} is not empty. Name another.`);
  const shards = checkTogether(runs);
  const missing = findMissingShards(shards);
  if (!mayMiss) refuseMissing(shards, missing);
  for (const { folder: source, name } of shards) {
    const { problems } = await checkRun(source, (file) => onFile?.(file));
    if (problems.length > 0)
      throw new UserError(
        problems.map(
          ({ file, parameters, unit, message }) =>
            `${name}: ${file ?? `${parameters}, unit ${unit}`}: ${message}. Get the folder again from where the run stored it.`,
        ),
      );
  }
  await makeFolders(folder);
  for (const { folder: source, manifest } of shards) {
    const files = manifest.files.flatMap(({ units }) =>
      units.flatMap((unit) => [
        ...storedEntries(unit).map(({ file }) => file),
        ...tableFilesOf(unit),
        ...(unit.file === undefined ? [] : [commentaryFileOf(unit.file)]),
      ]),
    );
    for (const file of new Set(files)) {
      onFile?.(file);
      await copyInside(source, file, folder, file);
    }
  }
  const manifest = joinManifests(shards, missing);
  await joinJournals(shards, folder, () => writeManifest(folder, manifest));
  return manifest;
}

/** The shards of a plan that have no run. */
export function findMissingShards(runs: readonly { readonly manifest: Manifest }[]): readonly MissingShard[] {
  const shards = runs.map(({ manifest }) => manifest.shard).filter((shard) => shard !== undefined);
  const [first] = shards;
  if (first === undefined) return [];
  const indexes = new Set(shards.map(({ index }) => index));
  const files = Map.groupBy(first.files, ({ shard }) => shard);
  return Array.from({ length: first.total }, (_, at) => at + 1)
    .filter((index) => !indexes.has(index))
    .map((index) => ({ index, total: first.total, files: (files.get(index) ?? []).map((file) => file.path) }));
}

/**
 * What the manifests of several runs have in common, for the manifest of all. What differs between them is left out.
 * @param isPartial whether a part has no run, so that its outcome is not known
 */
export function commonHead(manifests: readonly Manifest[], isPartial: boolean): Omit<Manifest, "files"> | undefined {
  const [first] = manifests;
  if (first === undefined) return undefined;
  const { version, tool, service, name, provenance } = first;
  const [startedAt = ""] = manifests.map((manifest) => manifest.startedAt).sort();
  const ends = manifests.map(({ finishedAt }) => finishedAt).filter((end) => end !== undefined);
  const finishedAt = ends.sort().at(-1);
  const resumed = manifests.flatMap((manifest) => manifest.resumed ?? []).slice(-MAX_RESUMED);
  const isCommon = (field: (manifest: Manifest) => unknown) =>
    new Set(manifests.map((manifest) => JSON.stringify(field(manifest)))).size === 1;
  const isOfOneCommit = isCommon(({ provenance: one }) => [one?.repository, one?.commit]);
  return {
    version,
    tool,
    service,
    startedAt,
    ...(finishedAt !== undefined && ends.length === manifests.length && { finishedAt }),
    status: wholeStatus([...manifests.map(({ status }) => status), ...(isPartial ? (["unknown"] as const) : [])]),
    ...(name !== undefined && isCommon((manifest) => manifest.name) && { name }),
    ...(provenance && isOfOneCommit && { provenance }),
    ...(resumed.length > 0 && { resumed }),
  };
}

/** The runs in the order of their shards. @throws UserError if they are not different shards of one plan */
function checkTogether(runs: readonly FoundRun[]): readonly [ShardRun, ...ShardRun[]] {
  const shards = runs
    .flatMap((run): ShardRun[] => (run.manifest.shard === undefined ? [] : [{ ...run, shard: run.manifest.shard }]))
    .sort((one, other) => one.shard.index - other.shard.index);
  const strangers = runs.filter(({ manifest }) => manifest.shard === undefined).map(({ name }) => name);
  if (strangers.length > 0)
    throw new UserError(`${strangers.join(", ")}: no shard of a plan. Name run folders that run --plan has written.`);
  const [first, ...others] = shards;
  if (first === undefined) throw new UserError("Name the run folders of the shards.");
  const values = [
    { what: "plans", valueIn: ({ shard }: ShardRun) => shard.planSha256 },
    { what: "services", valueIn: ({ manifest }: ShardRun) => manifest.service },
    { what: "tools", valueIn: ({ manifest }: ShardRun) => manifest.tool },
  ];
  for (const { what, valueIn } of values) {
    const groups = [...Map.groupBy(shards, valueIn)];
    if (groups.length > 1)
      throw new UserError(
        `The shards are of ${groups.length} ${what}: ${groups.map(([value, group]) => `${group.map(({ name }) => name).join(", ")} of ${value.slice(0, 60)}`).join("; ")}. Name the shards of one.`,
      );
  }
  const twice = [...Map.groupBy(shards, ({ shard }) => shard.index)].filter(([, group]) => group.length > 1);
  if (twice.length > 0)
    throw new UserError(
      twice.map(
        ([index, group]) =>
          `Shard ${index} of ${first.shard.total} is given ${count(group.length, "time")}: ${group.map(({ name }) => name).join(", ")}. Name one of them.`,
      ),
    );
  return [first, ...others];
}

function refuseMissing(shards: readonly ShardRun[], missing: readonly MissingShard[]): void {
  const unfinished = shards.filter(({ manifest }) => manifest.finishedAt === undefined);
  const sentences = [
    ...missing.map(
      ({ index, total, files }) =>
        `Shard ${index} of ${total} is missing, with ${count(files.length, "file")}: ${files.slice(0, 3).join(", ")}${files.length > 3 ? ", ..." : ""}.`,
    ),
    ...unfinished.map(
      ({ name, shard }) =>
        `Shard ${shard.index} of ${shard.total} (${name}) has not ended: run it again with --resume.`,
    ),
  ];
  if (sentences.length > 0)
    throw new UserError([...sentences, "To merge the others nevertheless, add --allow-missing."]);
}

function joinManifests(shards: readonly [ShardRun, ...ShardRun[]], missing: readonly MissingShard[]): Manifest {
  const manifests = shards.map(({ manifest }) => manifest);
  const files = new Map(manifests.flatMap((manifest) => manifest.files.map((file) => [file.path, file] as const)));
  const [{ shard, manifest: first }] = shards;
  return {
    ...(commonHead(manifests, missing.length > 0) ?? first),
    ...(missing.length > 0 && { missing }),
    files: shard.files.flatMap(({ path }) => files.get(path) ?? []),
  };
}

/** Writes one journal with the entries of all shards. @param begin writes the manifest, once the journal is durable */
async function joinJournals(shards: readonly ShardRun[], folder: string, begin: () => Promise<void>): Promise<void> {
  const journal = await openJournal(folder, { begin });
  try {
    for (const { folder: source } of shards)
      await Promise.all((await readJournal(source)).map((entry) => journal.append(entry)));
  } finally {
    await journal.close();
  }
}
