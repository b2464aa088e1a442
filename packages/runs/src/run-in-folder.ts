import { randomBytes } from "node:crypto";
import { type Client, systemClock } from "@analytics-engines/core/client";
import {
  familyApi,
  type JobOutcome,
  type JobRequest,
  preflight,
  type RunEvent,
  type RunOptions,
  replay,
  StorageError,
} from "@analytics-engines/core/jobs";
import { isOpen, runJobs } from "@analytics-engines/core/jobs/run";
import { unitMatcher } from "@analytics-engines/core/parameters/unit-glob";
import { type Damage, eventWithoutDamaged, filesOf, filesOfJobs, findDamage, withoutDamaged } from "./check-stored.ts";
import { createDiskSpace } from "./disk-space.ts";
import { type RunFolder, syncFolder } from "./folder.ts";
import { openJournal } from "./journal-file.ts";
import type { Manifest } from "./manifest.ts";
import { buildManifest, type ManifestHead } from "./manifest-build.ts";
import { beginManifest, syncManifest, writeManifest } from "./manifest-file.ts";
import { createRunNames, type RunNames } from "./run-names.ts";
import type { RunFile, RunToFolderOptions } from "./run-options.ts";
import { createRunStore } from "./run-store.ts";

/** A run whose folder is locked, and whose service was asked. */
interface LockedRun {
  readonly files: readonly RunFile[];
  readonly place: RunFolder;
  /** The manifest of the run that is resumed. */
  readonly earlier: Manifest | undefined;
  readonly head: ManifestHead;
  /** Whether the service answered before the first job of a new run. */
  readonly isAnswering: boolean;
}

/** Runs the files in a folder, from the first manifest to the last. Throws as `runToFolder`. */
export async function runInFolder(
  { files, place, earlier, head, isAnswering: answered }: LockedRun,
  options: RunToFolderOptions,
): Promise<Manifest> {
  const { client, clock = systemClock } = options;
  const { folder } = place;
  const wantsCommentary = head.commentary && unitMatcher(head.commentary);
  let isAnswering = answered;
  // The manifest makes a folder a run's: it comes first, so that no kill leaves a journal without it.
  if (earlier === undefined) await beginManifest(folder, buildManifest(head, files, new Map(), false));
  // The disk takes all of them together, before the first job is created.
  const journal = await openJournal(folder, () => Promise.all([syncManifest(folder), ...place.above.map(syncFolder)]));
  try {
    const handles = replay(journal.earlier);
    const isLeft = files.some(({ path }) => isOpen(handles.get(path), wantsCommentary));
    if (earlier !== undefined && isLeft) isAnswering = await preflight(client, options);
    const jobs = [...handles.values()];
    const damage = await findDamage(folder, filesOfJobs(jobs), "digest");
    const known = new Map(
      jobs.flatMap(({ key, outcome }) => (outcome ? [[key, withoutDamaged(outcome, damage)] as const] : [])),
    );
    if (earlier !== undefined) await writeManifest(folder, buildManifest(head, files, known, false));
    const requests = files.map((file) => new FileRequest(file));
    const store = createRunStore(folder, namesOf(requests, client), createDiskSpace(folder, options.freeBytes));
    const onEvent = (event: RunEvent) => {
      const told = eventWithoutDamaged(event, damage);
      if (told.type === "job-finished") known.set(told.key, told.outcome);
      options.onEvent?.(told);
    };
    try {
      const commentary = wantsCommentary && { wantsCommentary };
      await runJobs(requests, { newJobId, ...options, ...commentary, isAnswering, journal, store, onEvent });
    } catch (error) {
      // The manifest says what there is. Where it cannot be written, that the disk is full is the news.
      if (error instanceof StorageError)
        await writeManifest(folder, buildManifest(head, files, known, false)).catch(() => {});
      throw error;
    }
    const finishedAt = new Date(clock.now()).toISOString();
    const now = await findDamage(folder, [...known.values()].flatMap(filesOf), "size");
    const damaged = new Map([...now, ...damage]);
    const manifest = buildManifest({ ...head, finishedAt }, files, taking(known, damaged), isCanceled(options));
    await writeManifest(folder, manifest);
    return manifest;
  } finally {
    await journal.close();
  }
}

/**
 * Outcomes that call nothing stored that is not there: the digests are known, of this run's files as of the earlier ones. Each is let go of as
 * it is read: the manifest takes its place, and two of 100,000 need not be in memory.
 */
function taking(outcomes: Map<string, JobOutcome>, damage: Damage): Pick<ReadonlyMap<string, JobOutcome>, "get"> {
  return {
    get(path) {
      const outcome = outcomes.get(path);
      outcomes.delete(path);
      return outcome && withoutDamaged(outcome, damage);
    },
  };
}

function namesOf(requests: readonly JobRequest[], client: Client): RunNames {
  return createRunNames(
    requests.map(({ key, family, body }) => ({ key, units: familyApi(client, family).unitsOf(body) })),
  );
}

/** The request of a file, which is read when it is needed. A class: 100,000 of them share their accessors. */
class FileRequest implements JobRequest {
  readonly #file: RunFile;
  constructor(file: RunFile) {
    this.#file = file;
  }
  get key() {
    return this.#file.path;
  }
  get family() {
    return this.#file.family;
  }
  get body() {
    return this.#file.request;
  }
}

/** As jobs choose their ids elsewhere. Web Crypto, which gives the same, is not loaded yet when a run begins, and takes 2 ms. */
function newJobId(): string {
  return randomBytes(16).toString("hex");
}

/** Jobs that are left to run on are not canceled. */
function isCanceled({ signal, cancelOnAbort = true }: RunOptions): boolean {
  return cancelOnAbort && signal?.aborted === true;
}
