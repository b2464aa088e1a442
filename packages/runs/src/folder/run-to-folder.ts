import { type JournalEntry, preflight } from "@analytics-engines/core";
import { systemClock } from "@analytics-engines/core/basics";
import { withBusyRule } from "../files/busy-files.ts";
import { ensureRunFolder, folderEntries, type RunFolder } from "../files/disk.ts";
import { UserError } from "../user-error.ts";
import { COMMIT_NAME, JOURNAL_NAME } from "./journal/journal-format.ts";
import { readState, remedy } from "./journal/journal-state.ts";
import { journalDifference } from "./journal-difference.ts";
import { type FolderLock, LOCK_NAME, lockRunFolder } from "./lock/run-lock.ts";
import { MAX_NAME } from "./manifest/format.ts";
import type { Manifest, ReproducedRun } from "./manifest/manifest.ts";
import { resumedWith } from "./manifest/manifest-build.ts";
import { findManifest } from "./manifest/manifest-file.ts";
import { openReuseSource, userDigest } from "./reuse/find-reusable.ts";
import { runInFolder, type StartWatch, watchStart } from "./run-in-folder.ts";
import type { RunFile, RunToFolderOptions } from "./run-options.ts";

/**
 * Runs parameter files into a run folder: `manifest.json`, `journal.jsonl`, and the bytes of each unit's result as `NAME/UNIT.EXTENSION`. A
 * run that was killed at any instant can be resumed: no job is created twice, and no stored result is read again. One run at a time can use
 * the folder.
 *
 * @returns the manifest as it was written
 * @throws UserError for a folder that is not empty, that another run uses, or that cannot be resumed with these files
 * @throws PreflightError where the service certainly cannot be used: the folder is unchanged, or empty
 * @throws RunTakenOverError where another process took over the folder, because this one was paused for long
 * @throws StorageError where the disk fails; and the errors of `runJobs`
 *
 * @example
 * ```ts
 * import type { Client } from "@analytics-engines/core";
 * import { type RunFile, runToFolder } from "@analytics-engines/runs";
 *
 * export const runNightly = (files: readonly RunFile[], client: Client) =>
 *   runToFolder(files, { client, folder: "nightly", tool: "nightly/1.0", service: "https://api.vendor.example" });
 * ```
 */
export function runToFolder(files: readonly RunFile[], options: RunToFolderOptions): Promise<Manifest> {
  const { name, client, clock = systemClock } = options;
  const facts = { "analytics_engines.run.name": name, "analytics_engines.files": files.length };
  return client.telemetry.span("run", facts, async (step) => {
    const manifest = await withBusyRule({ clock, remedy: "resume the run" }, () => runReported(files, options));
    step.add({ "analytics_engines.status": manifest.status });
    if (manifest.status !== "success") step.fail(manifest.status);
    return manifest;
  });
}

async function runReported(files: readonly RunFile[], options: RunToFolderOptions): Promise<Manifest> {
  checkPaths(files);
  if ((options.name?.length ?? 0) > MAX_NAME)
    throw new RangeError(`The name of a run has at most ${MAX_NAME} characters.`);
  const runFolder = ensureRunFolder(options.folder, options.workspace);
  const start = watchStart(options.onDelay);
  try {
    const lock = await lockRunFolder(runFolder.folder);
    try {
      return await runLocked(files, runFolder, lock, start, { ...options, onEvent: start.endAtEvent(options.onEvent) });
    } finally {
      await lock.release();
    }
  } finally {
    start.end();
  }
}

async function runLocked(
  files: readonly RunFile[],
  runFolder: RunFolder,
  lock: FolderLock,
  start: StartWatch,
  options: RunToFolderOptions,
): Promise<Manifest> {
  const { client, tool, service, reproduces, resume = false, clock = systemClock } = options;
  const { folder } = runFolder;
  start.begin("folder");
  const paths = new Set(files.map(({ path }) => path));
  const earlier = resume ? await findEarlier(folder, paths) : undefined;
  if (earlier === undefined) await checkEmpty(folder, resume);
  else {
    if (earlier.missing !== undefined)
      throw new UserError(
        `${folder} was merged without ${earlier.missing.map(({ index, total }) => `shard ${index} of ${total}`).join(", ")}: resume the shards, and merge them again.`,
      );
    checkReproduces(earlier.reproduces, reproduces);
    checkSame(earlier, files, service);
  }

  const reuseSource = await openSource(options, earlier);
  const startedAt = earlier?.startedAt ?? new Date(clock.now()).toISOString();
  start.begin("check");
  // Before anything is written: where the service cannot be used, the folder stays unchanged.
  const isAnswering = earlier === undefined && (await preflight(client, options));
  start.begin("provenance");
  // Not earlier, because it would delay the first request.
  const currentProvenance = await options.provenance?.();
  const name = earlier === undefined ? options.name : earlier.name;
  const provenance = earlier === undefined ? currentProvenance : earlier.provenance;
  const resumed = earlier && resumedWith(earlier, currentProvenance);
  const shard = earlier === undefined ? options.shard : earlier.shard;
  const user = userDigest(client);
  // Where users differ, nobody computed the whole run.
  const userSha256 = earlier === undefined || earlier.userSha256 === user ? user : undefined;
  const reuse = earlier?.reuse;
  const head = {
    tool,
    service,
    startedAt,
    ...(userSha256 !== undefined && { userSha256 }),
    ...(reuse && { reuse }),
    ...(name !== undefined && { name }),
    ...(provenance && { provenance }),
    ...(resumed && resumed.length > 0 && { resumed }),
    ...(shard && { shard }),
    ...(reproduces && { reproduces }),
  };
  start.begin("folder");
  return runInFolder({ files, runFolder, lock, start, earlier, head, isAnswering, reuseSource }, options);
}

/** The run whose results may be copied. A resumed run has decided that at its start. */
async function openSource({ reuse, reproduces, cacheControl }: RunToFolderOptions, earlier: Manifest | undefined) {
  if (reuse === undefined || earlier !== undefined) return undefined;
  if (cacheControl !== undefined)
    throw new UserError(
      `The run is to copy results of ${reuse.name ?? reuse.folder}, and its cache setting, ${cacheControl}, says how old a result may be. Leave out one of the two: copied results have an age limit of their own.`,
    );
  if (reproduces !== undefined)
    throw new UserError("A run that computes another again computes every unit: it cannot reuse results.");
  return openReuseSource(reuse);
}

function checkPaths(files: readonly RunFile[]): void {
  if (files.length === 0) throw new RangeError("A run needs a parameter file.");
  const paths = new Set<string>();
  for (const { path } of files) {
    if (paths.has(path)) throw new RangeError(`The parameter file ${path} is given twice.`);
    paths.add(path);
  }
}

async function checkEmpty(folder: string, resume: boolean): Promise<void> {
  // Files that a kill or a power cut leaves before the first request, and the lock of this run.
  const expectedNames = ["manifest.json.partial", ...(resume ? [JOURNAL_NAME, COMMIT_NAME] : [])];
  const others = (await folderEntries(folder)).filter(
    ({ name }) => !expectedNames.includes(name) && !name.startsWith(LOCK_NAME),
  );
  if (others.length === 0) return;
  throw new UserError(
    resume
      ? `${folder} is not empty, and has no run to resume. Name the folder of a run.`
      : `${folder} is not empty: name an empty folder, or resume the run in it.`,
  );
}

/** Refuses to resume a reproduction without its manifest: no file has its dates, so the results would be of other days. */
function checkReproduces(before: ReproducedRun | undefined, now: ReproducedRun | undefined): void {
  if (before?.manifestSha256 === now?.manifestSha256) return;
  throw new UserError(
    before === undefined
      ? "The run in this folder reproduces no other: resume it without a manifest to reproduce."
      : `The run in this folder reproduces the run of ${before.startedAt}: resume it with the manifest of that one (SHA-256 ${before.manifestSha256}).`,
  );
}

/** Refuses to resume a run with other files: the results in one folder would have different parameters. */
function checkSame(earlier: Manifest, files: readonly RunFile[], service: string): void {
  if (earlier.service !== service) {
    throw new UserError(
      `The run cannot be resumed with another service: it was started with ${earlier.service}, not ${service}. Name the first one.`,
    );
  }
  const before = new Map(earlier.files.map((file) => [file.path, file]));
  const newPaths = files.filter(({ path }) => !before.has(path)).map(({ path }) => path);
  const changedPaths = files.flatMap(({ path, sha256, family }) => {
    const file = before.get(path);
    return file !== undefined && (file.sha256 !== sha256 || file.family !== family) ? [path] : [];
  });
  const paths = new Set(files.map(({ path }) => path));
  const missingPaths = earlier.files.map(({ path }) => path).filter((path) => !paths.has(path));
  const differences = [
    ...(changedPaths.length > 0 ? [`changed: ${changedPaths.join(", ")}`] : []),
    ...(newPaths.length > 0 ? [`new: ${newPaths.join(", ")}`] : []),
    ...(missingPaths.length > 0 ? [`missing: ${missingPaths.join(", ")}`] : []),
  ];
  if (differences.length === 0) return;
  throw new UserError(
    `The run cannot be resumed with other parameter files (${differences.join("; ")}). Start a new run in another folder.`,
  );
}

/**
 * Finds the manifest of the run in a folder, checked with its journal; `undefined` where the run has sent no request yet.
 * @param paths the parameter files to resume
 * @throws UserError where journal and manifest cannot be trusted, which says what to do
 */
async function findEarlier(folder: string, paths: ReadonlySet<string>): Promise<Manifest | undefined> {
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
    const unexpectedEntry = entries.find(({ key }) => !paths.has(key));
    if (unexpectedEntry !== undefined) {
      throw new UserError(
        `The run in ${folder} has not begun, and its journal.jsonl names ${unexpectedEntry.key}, which is not among the files. Resume it with the same files, or start a new run in another folder.`,
      );
    }
  }
  return manifest;
}

/**
 * Checks that a manifest and a journal belong to one run. Without this check, a run without its journal would be computed again over its
 * results.
 * @throws UserError, which names the first difference and what to do
 */
async function checkJournal(folder: string, manifest: Manifest, entries: readonly JournalEntry[]): Promise<void> {
  const difference = journalDifference(manifest, entries);
  if (difference === undefined) return;
  throw new UserError(`The run in ${folder} cannot be resumed: ${difference}. ${await remedy(folder)}`);
}
