import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import type { JournalEntry } from "@analytics-engines/core";
import { count } from "@analytics-engines/core/basics";
import { hasEntries, makeFolders } from "../files/disk.ts";
import { copyInside } from "../files/inside.ts";
import { openJournal } from "../folder/journal/journal-file.ts";
import { MANIFEST_NAME, MAX_RESUMED } from "../folder/manifest/format.ts";
import type { Manifest, ManifestReuse, ManifestUnit, MissingShard } from "../folder/manifest/manifest.ts";
import { readManifest, writeManifest } from "../folder/manifest/manifest-file.ts";
import { wholeStatus } from "../folder/manifest/whole-status.ts";
import { commentaryFileOf, storedEntries, tableFilesOf } from "../folder/results/read-stored.ts";
import { UserError } from "../user-error.ts";
import { checkRun } from "../verify/check-run.ts";
import { checkTogether, filesBesidePlan, readShardJournal, requireSame } from "./check-shard.ts";

/** A run folder and its manifest. */
export interface FoundRun {
  /** Absolute. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** The name of the run in messages. */
  readonly name: string;
}

/** One run: a run folder, or the run folders of all shards merged. */
export interface MergedRun {
  /** What the files of the manifest are relative to; absolute. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly missing: readonly MissingShard[];
}

/** How shards are merged. */
interface MergeOptions {
  /** The new run folder; absent or empty. */
  readonly folder: string;
  /** Whether shards may be missing, or may not have ended. */
  readonly mayMiss: boolean;
  /** Called with the file that is checked or copied. */
  readonly onFile?: (file: string) => void;
}

/**
 * Opens a run folder, or the run folders that are directly in a folder.
 * @throws UserError if there is none
 */
export async function openRunFolders(name: string): Promise<readonly FoundRun[]> {
  const isRun = (folder: string) => existsSync(path.join(folder, MANIFEST_NAME));
  const candidates = isRun(name)
    ? [name]
    : (await readdir(name).catch(() => [])).map((inner) => path.join(name, inner));
  const runNames = candidates.filter(isRun).sort();
  if (runNames.length === 0)
    throw new UserError(
      `${name} is no run folder, and has none in it: there is no ${MANIFEST_NAME}. Name the folders of runs.`,
    );
  return Promise.all(
    runNames.map(async (runName) => ({
      name: runName,
      folder: path.resolve(runName),
      manifest: await readManifest(runName),
    })),
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
  const strangers = runs.filter(({ manifest }) => manifest.shard === undefined).map(({ name }) => name);
  if (strangers.length > 0)
    throw new UserError(`${strangers.join(", ")}: no shard of a plan. Name run folders that run --plan has written.`);
  requireSame(runs, "tool", ({ tool }) => tool);
  const strays = runs.flatMap(({ name, manifest }) => filesBesidePlan(manifest).map((text) => `${name} ${text}`));
  if (strays.length > 0)
    throw new UserError([
      ...strays,
      "A shard computes the files of its plan. Get the folder again from where the run stored it.",
    ]);
  const { manifest, missing, inOrder } = mergeManifests(runs);
  if (!mayMiss) refuseMissing(inOrder, missing);
  for (const { folder: source, name } of inOrder) {
    const { problems } = await checkRun(source, (file) => onFile?.(file));
    if (problems.length > 0)
      throw new UserError(
        problems.map(
          ({ file, parameters, unit, message }) =>
            `${name}: ${file ?? `${parameters}, unit ${unit}`}: ${message}. Get the folder again from where the run stored it.`,
        ),
      );
  }
  const entries = (await Promise.all(inOrder.map(readShardJournal))).flat();
  makeFolders(folder);
  for (const run of inOrder)
    for (const file of storedFiles(run.manifest)) {
      onFile?.(file);
      await copyInside(run.folder, file, folder, file);
    }
  await writeJournal(folder, entries);
  // Last, because a folder with a manifest counts as a run.
  await writeManifest(folder, manifest);
  return manifest;
}

/**
 * Merges run folders for a review: one manifest of all their files, and the results of each run in a folder of its own. A single run folder
 * without a missing shard is used as it is. Of two runs of one shard, the later counts. A missing file stays missing: its reader reports that.
 *
 * @param target where the merged folder is made; absolute
 * @throws UserError where the run folders do not belong together
 */
export async function mergeRuns(candidates: readonly FoundRun[], target: string): Promise<MergedRun> {
  const runs = newestOfEachShard(candidates);
  const [first] = runs;
  if (first === undefined)
    throw new UserError("There is no run to review. Name a run folder or an artifact in the input run.");
  const { manifest, missing, inOrder } = mergeManifests(runs, nameOfPart);
  if (runs.length === 1 && missing.length === 0) return { ...first, missing: first.manifest.missing ?? [] };
  makeFolders(target);
  for (const [index, run] of inOrder.entries())
    for (const file of storedFiles(run.manifest))
      await copyInside(run.folder, file, target, `${nameOfPart(run, index)}/${file}`);
  await writeManifest(target, manifest);
  return { folder: target, manifest, missing };
}

function nameOfPart({ manifest: { shard } }: FoundRun, index: number): string {
  return `shard-${shard?.index ?? index + 1}`;
}

/** Keeps the later of two run folders of one shard: a job of the workflow that ran again leaves both. */
function newestOfEachShard(candidates: readonly FoundRun[]): readonly FoundRun[] {
  const newest = new Map<string, FoundRun>();
  for (const run of candidates) {
    const { shard, startedAt } = run.manifest;
    const key = shard === undefined ? run.folder : `${shard.planSha256} ${shard.index}`;
    const earlier = newest.get(key);
    if (earlier === undefined || earlier.manifest.startedAt < startedAt) newest.set(key, run);
  }
  return [...newest.values()].sort(
    (firstRun, secondRun) => (firstRun.manifest.shard?.index ?? 0) - (secondRun.manifest.shard?.index ?? 0),
  );
}

/** Several runs as one. */
interface MergedManifest extends Pick<MergedRun, "manifest" | "missing"> {
  /** The runs in the order of their shards. */
  readonly inOrder: readonly FoundRun[];
}

/**
 * The manifest of several runs as one: of the shards of a plan, or of runs of different files. Reads and writes nothing.
 * @param folderOf names the folder of each run's results below the merged one; absent if they keep their names
 * @throws UserError that names the runs: of several plans or services, of the same shard, or of the same file
 */
function mergeManifests(
  runs: readonly FoundRun[],
  folderOf?: (run: FoundRun, index: number) => string,
): MergedManifest {
  const inOrder = runs.toSorted(
    (firstRun, secondRun) => (firstRun.manifest.shard?.index ?? 0) - (secondRun.manifest.shard?.index ?? 0),
  );
  checkTogether(inOrder);
  const [first, ...others] = inOrder.map(({ manifest }) => manifest);
  if (first === undefined) throw new UserError("Name the run folders of the shards.");
  const missing = findMissingShards([first, ...others]);
  const files = inOrder.flatMap((run, index) =>
    run.manifest.files.map((file) => {
      const folder = folderOf?.(run, index);
      return folder === undefined ? file : { ...file, units: file.units.map((unit) => unitInFolder(unit, folder)) };
    }),
  );
  const manifest: Manifest = {
    ...commonHead([first, ...others], missing.length > 0),
    ...(missing.length > 0 && { missing }),
    files: files.sort((firstFile, secondFile) => (firstFile.path < secondFile.path ? -1 : 1)),
  };
  return { manifest, missing, inOrder };
}

/** The unit with its stored files below a folder. */
function unitInFolder(unit: ManifestUnit, folder: string): ManifestUnit {
  const { file, info, tables } = unit;
  const moved = (name: string) => `${folder}/${name}`;
  return {
    ...unit,
    ...(file !== undefined && { file: moved(file) }),
    ...(info !== undefined && { info: moved(info) }),
    ...(tables !== undefined && {
      tables: tables.map(({ csv, parquet, ...table }) => ({
        ...table,
        ...(csv !== undefined && { csv: moved(csv) }),
        ...(parquet !== undefined && { parquet: moved(parquet) }),
      })),
    }),
  };
}

/** The stored files of a run and the commentaries that may be beside them, each once. */
function storedFiles({ files }: Manifest): ReadonlySet<string> {
  const units = files.flatMap((file) => file.units);
  return new Set(
    units.flatMap((unit) => [
      ...storedEntries(unit).map(({ file }) => file),
      ...tableFilesOf(unit),
      ...(unit.file === undefined ? [] : [commentaryFileOf(unit.file)]),
    ]),
  );
}

/** The shards of a plan that have no run. */
function findMissingShards(manifests: readonly Manifest[]): readonly MissingShard[] {
  const shards = manifests.map(({ shard }) => shard).filter((shard) => shard !== undefined);
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
function commonHead(manifests: readonly [Manifest, ...Manifest[]], isPartial: boolean): Omit<Manifest, "files"> {
  const [first] = manifests;
  const { version, tool, service, name, provenance, userSha256 } = first;
  const reuse = commonReuse(manifests);
  const [startedAt = ""] = manifests.map((manifest) => manifest.startedAt).sort();
  const ends = manifests.map(({ finishedAt }) => finishedAt).filter((end) => end !== undefined);
  const finishedAt = ends.sort().at(-1);
  const resumed = manifests.flatMap((manifest) => manifest.resumed ?? []).slice(-MAX_RESUMED);
  const isCommon = (field: (manifest: Manifest) => unknown) =>
    new Set(manifests.map((manifest) => JSON.stringify(field(manifest)))).size === 1;
  const isOfOneCommit = isCommon(({ provenance: runProvenance }) => [runProvenance?.repository, runProvenance?.commit]);
  return {
    version,
    tool,
    service,
    startedAt,
    ...(finishedAt !== undefined && ends.length === manifests.length && { finishedAt }),
    status: wholeStatus([...manifests.map(({ status }) => status), ...(isPartial ? (["unknown"] as const) : [])]),
    ...(userSha256 !== undefined && isCommon((manifest) => manifest.userSha256) && { userSha256 }),
    ...(name !== undefined && isCommon((manifest) => manifest.name) && { name }),
    ...(provenance && isOfOneCommit && { provenance }),
    ...(resumed.length > 0 && { resumed }),
    ...(reuse && { reuse }),
  };
}

/** What several runs copied of one earlier run together; `undefined` where they did not all copy of the same. */
function commonReuse(manifests: readonly Manifest[]): ManifestReuse | undefined {
  const reuses = manifests.flatMap(({ reuse }) => reuse ?? []);
  const [first] = reuses;
  if (first === undefined || reuses.length < manifests.length || reuses.some(({ run }) => run !== first.run))
    return undefined;
  const byReason = Map.groupBy(
    reuses.flatMap(({ computed }) => computed),
    ({ reason }) => reason,
  );
  const computed = [...byReason].map(([reason, parts]) => ({
    reason,
    units: parts.reduce((sum, { units }) => sum + units, 0),
  }));
  return {
    run: first.run,
    copied: reuses.reduce((sum, { copied }) => sum + copied, 0),
    computed: computed.sort((before, after) => after.units - before.units),
  };
}

function refuseMissing(runs: readonly FoundRun[], missing: readonly MissingShard[]): void {
  const unfinished = runs.filter(({ manifest }) => manifest.finishedAt === undefined);
  const sentences = [
    ...missing.map(
      ({ index, total, files }) =>
        `Shard ${index} of ${total} is missing, with ${count(files.length, "file")}: ${files.slice(0, 3).join(", ")}${files.length > 3 ? ", ..." : ""}.`,
    ),
    ...unfinished.map(
      ({ name, manifest: { shard } }) =>
        `Shard ${shard?.index} of ${shard?.total} (${name}) has not ended: run it again with --resume.`,
    ),
  ];
  if (sentences.length > 0)
    throw new UserError([...sentences, "To merge the others nevertheless, add --allow-missing."]);
}

/** Writes one journal with the entries of all shards. */
async function writeJournal(folder: string, entries: readonly JournalEntry[]): Promise<void> {
  const journal = await openJournal(folder);
  try {
    await Promise.all(entries.map((entry) => journal.append(entry)));
  } finally {
    await journal.close();
  }
}
