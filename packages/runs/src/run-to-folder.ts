import { readdirSync } from "node:fs";
import { systemClock } from "@analytics-engines/core/client";
import { preflight } from "@analytics-engines/core/jobs";
import { ensureRunFolder, type RunFolder } from "./folder.ts";
import { COMMIT_NAME } from "./journal-commit.ts";
import { JOURNAL_NAME } from "./journal-state.ts";
import type { Manifest, ReproducedRun } from "./manifest.ts";
import { RunFolderError } from "./run-folder-error.ts";
import { LOCK_NAME, lockRun } from "./run-lock.ts";
import type { RunFile, RunToFolderOptions } from "./run-options.ts";

/**
 * Runs parameter files into a run folder: `manifest.json`, `journal.jsonl`, and each unit's result as it came under
 * `NAME/UNIT.EXTENSION`. The folder can be resumed after a kill at any instant: nothing is created twice, nothing that
 * is stored is read again. One run at a time may use it.
 *
 * @returns the manifest as written
 * @throws RunFolderError for a folder that is not empty, one that another run uses, or one that cannot be resumed with these files;
 *   PreflightError when the service certainly cannot be used: the folder is then as it was, or empty; StorageError when the disk fails;
 *   what `runJobs` throws
 */
export async function runToFolder(files: readonly RunFile[], options: RunToFolderOptions): Promise<Manifest> {
  checkPaths(files);
  const place = ensureRunFolder(options.folder, options.workspace);
  const unlock = await lockRun(place.folder);
  try {
    return await runLocked(files, place, options);
  } finally {
    await unlock();
  }
}

async function runLocked(files: readonly RunFile[], place: RunFolder, options: RunToFolderOptions): Promise<Manifest> {
  const { client, tool, service, resume = false, clock = systemClock } = options;
  const { folder } = place;
  const earlier = resume ? await (await import("./find-earlier.ts")).findEarlier(folder) : undefined;
  if (earlier === undefined) checkEmpty(folder, resume);
  else {
    checkReproduces(earlier.reproduces, options.reproduces);
    checkSame(earlier, files, service);
  }

  const startedAt = earlier?.startedAt ?? new Date(clock.now()).toISOString();
  const shard = earlier === undefined ? options.shard : earlier.shard;
  const reproduces = runOf(options.reproduces);
  const commentary = options.commentary ?? earlier?.commentary;
  const head = {
    tool,
    service,
    startedAt,
    ...(shard && { shard }),
    ...(reproduces && { reproduces }),
    ...(commentary && { commentary }),
  };
  // Before anything is written: where the service cannot be used, the folder stays as it is.
  const isAnswering = earlier === undefined && (await preflight(client, options));
  // Loaded once the service has answered, so that the question leaves sooner.
  const { runInFolder } = await import("./run-in-folder.ts");
  return runInFolder({ files, place, earlier, head, isAnswering }, options);
}

function checkPaths(files: readonly RunFile[]): void {
  if (files.length === 0) throw new RangeError("A run needs a parameter file.");
  const paths = new Set<string>();
  for (const { path } of files) {
    if (paths.has(path)) throw new RangeError(`The parameter file ${path} is given twice.`);
    paths.add(path);
  }
}

function checkEmpty(folder: string, resume: boolean): void {
  // What a kill left before the first manifest was whole, or a power cut before the first request, and this run's own lock.
  const begun = resume ? ["manifest.json", JOURNAL_NAME, COMMIT_NAME] : [];
  const own = ["manifest.json.partial", ...begun];
  const found = readdirSync(folder).filter((name) => !own.includes(name) && !name.startsWith(LOCK_NAME));
  if (found.length === 0) return;
  const what = resume ? "it holds no run that could be resumed" : "give an empty folder, or resume the run in it";
  throw new RunFolderError(`${folder} is not empty: ${what}.`);
}

/** Without what an earlier end of the run came to: that is compared anew. */
function runOf(reproduces: ReproducedRun | undefined): ReproducedRun | undefined {
  if (reproduces === undefined) return undefined;
  const { manifestSha256, startedAt, service } = reproduces;
  return { manifestSha256, startedAt, service };
}

/** The dates of a run that reproduces another are in no file: resumed without them, its results would be of other days. */
function checkReproduces(before: ReproducedRun | undefined, now: ReproducedRun | undefined): void {
  if (before?.manifestSha256 === now?.manifestSha256) return;
  throw new RunFolderError(
    before === undefined
      ? "The run in this folder reproduces no other: resume it without a manifest to reproduce."
      : `The run in this folder reproduces the run of ${before.startedAt}: resume it with the manifest of that one (SHA-256 ${before.manifestSha256}).`,
  );
}

/** A run is resumed with the files that it began with, or the results in one folder would be of different parameters. */
function checkSame(earlier: Manifest, files: readonly RunFile[], service: string): void {
  if (earlier.service !== service) {
    throw new RunFolderError(
      `The run is of another service: it began with ${earlier.service}, and is resumed with ${service}.`,
    );
  }
  const before = new Map(earlier.files.map((file) => [file.path, file]));
  const added = files.filter(({ path }) => !before.has(path)).map(({ path }) => path);
  const changed = files.flatMap(({ path, sha256, family }) => {
    const file = before.get(path);
    return file !== undefined && (file.sha256 !== sha256 || file.family !== family) ? [path] : [];
  });
  const given = new Set(files.map(({ path }) => path));
  const missing = earlier.files.map(({ path }) => path).filter((path) => !given.has(path));
  const said = [
    ...(changed.length > 0 ? [`changed: ${changed.join(", ")}`] : []),
    ...(added.length > 0 ? [`new: ${added.join(", ")}`] : []),
    ...(missing.length > 0 ? [`missing: ${missing.join(", ")}`] : []),
  ];
  if (said.length === 0) return;
  throw new RunFolderError(
    `The run cannot be resumed with other parameter files (${said.join("; ")}). Start a new run in another folder.`,
  );
}
