import {
  type Client,
  familyApi,
  isOpen,
  type JobOutcome,
  preflight,
  type RunEvent,
  type RunOptions,
  RunTakenOverError,
  replay,
  runJobs,
  StorageError,
} from "@analytics-engines/core";
import { systemClock } from "@analytics-engines/core/basics";
import { FileBusyError } from "../files/busy-files.ts";
import { type RunFolder, syncFolder } from "../files/disk.ts";
import { type JournalFile, openJournal } from "./journal/journal-file.ts";
import type { FolderLock } from "./lock/run-lock.ts";
import type { Manifest } from "./manifest/manifest.ts";
import { buildManifest, type ManifestHead } from "./manifest/manifest-build.ts";
import { syncManifest, writeManifest } from "./manifest/manifest-file.ts";
import { eventWithoutDamaged, filesOf, filesOfJobs, findDamage, withoutDamaged } from "./results/check-stored.ts";
import { createRunStore } from "./results/run-store.ts";
import { createDiskSpace } from "./results/write-body.ts";
import type { ReuseSource } from "./reuse/find-reusable.ts";
import {
  filesOfReused,
  needsJob,
  outcomeWithoutJob,
  reusedIn,
  withoutReused,
  withReused,
} from "./reuse/reuse-units.ts";
import { createRunNames } from "./run-names.ts";
import type { RunFile, RunToFolderOptions } from "./run-options.ts";

/** A run with its locked folder. */
interface LockedRun {
  readonly files: readonly RunFile[];
  readonly runFolder: RunFolder;
  readonly lock: FolderLock;
  readonly start: StartWatch;
  /** The manifest of the resumed run; `undefined` for a new run. */
  readonly earlier: Manifest | undefined;
  readonly head: ManifestHead;
  /** Whether the service answered before the first job of a new run. */
  readonly isAnswering: boolean;
  /** The run whose results may be copied; `undefined` for none, and for a resumed run. */
  readonly reuseSource: ReuseSource | undefined;
}

/** Runs the files in a folder, and writes its manifest before, during and after that. Throws as `runToFolder`. */
export async function runInFolder(
  { files, runFolder, lock, start, earlier, head: firstHead, isAnswering: answered, reuseSource }: LockedRun,
  options: RunToFolderOptions,
): Promise<Manifest> {
  const { client, service, signal, clock = systemClock } = options;
  const { folder } = runFolder;
  let isAnswering = answered;
  let head = firstHead;
  const write = async (manifest: Manifest) => {
    await lock.check();
    await writeManifest(folder, manifest).catch((error: unknown) => {
      // By now, the folder has a run that can be resumed.
      throw error instanceof FileBusyError ? new StorageError(error.message, { cause: error }) : error;
    });
  };
  let hasBegun = earlier !== undefined;
  const begin = async () => {
    await write(buildManifest(head, files, new Map(), false));
    hasBegun = true;
  };
  const journal = await openJournalOf({ runFolder, lock, earlier }, begin);
  try {
    const jobs = [...replay(journal.earlier).values()];
    const recorded = reusedIn(journal.earlier);
    const damage = await findDamage(folder, [...filesOfJobs(jobs), ...filesOfReused(recorded)], "digest");
    const runNames = namesOf(files, head, client);
    const space = createDiskSpace(folder, options.freeBytes);
    const store = createRunStore(folder, runNames, space, (text) => client.redact(text), lock.check);
    const onEvent = (event: RunEvent) => options.onEvent?.(event);
    if (reuseSource !== undefined) start.begin("reuse");
    const reuse =
      reuseSource === undefined || journal.earlier.length > 0
        ? undefined
        : await (await import("./reuse/reuse-units.ts")).reuseUnits(files, reuseSource, {
            ...{ client, journal, store, service, signal, onEvent },
            userSha256: head.userSha256,
            now: clock.now(),
          });
    const reused = reuse?.reused ?? recorded;
    if (reuse !== undefined) head = { ...head, reuse: reuse.summary };
    const outcomes = new Map<string, JobOutcome>();
    const wholeOutcome = (outcome: JobOutcome) => withoutDamaged(withReused(outcome, reused), damage);
    const finish = (outcome: JobOutcome) => {
      const whole = wholeOutcome(outcome);
      outcomes.set(whole.key, whole);
      onEvent({ type: "job-finished", key: whole.key, outcome: whole });
    };
    for (const { key, outcome } of jobs) if (outcome !== undefined) outcomes.set(key, wholeOutcome(outcome));
    const requests = files
      .filter((file) => needsJob(file, reused, client))
      .map((file) => ({
        key: file.path,
        family: file.family,
        // Read when it is needed: many requests need not be in memory at once.
        get body() {
          return withoutReused(file, reused);
        },
      }));
    const handles = new Map(jobs.map((handle) => [handle.key, handle]));
    const hasOpenJob = requests.some(({ key }) => isOpen(handles.get(key)));
    if (earlier !== undefined) {
      if (hasOpenJob) isAnswering = await preflight(client, options);
      await write(buildManifest(head, files, outcomes, false));
    }
    try {
      start.begin("jobs");
      for (const file of files) if (!needsJob(file, reused, client)) finish(outcomeWithoutJob(file));
      await runJobs(requests, {
        ...{ ...options, isAnswering, journal, store },
        onEvent(event) {
          if (event.type === "job-finished") finish(event.outcome);
          else onEvent(eventWithoutDamaged(event, damage));
        },
      });
    } catch (error) {
      // The manifest records what is stored. Where it cannot be written, the full disk is still the error to report.
      const mayWrite = error instanceof StorageError && !(error instanceof RunTakenOverError) && hasBegun;
      if (mayWrite) await write(buildManifest(head, files, outcomes, false)).catch(() => {});
      throw error;
    }
    // A run that was over keeps its end: nothing was computed now.
    const end = hasOpenJob ? undefined : earlier?.finishedAt;
    const finishedAt = end ?? new Date(clock.now()).toISOString();
    const newDamage = await findDamage(folder, [...outcomes.values()].flatMap(filesOf), "size");
    const allDamage = new Map([...newDamage, ...damage]);
    for (const [path, outcome] of outcomes) outcomes.set(path, withoutDamaged(outcome, allDamage));
    const manifest = buildManifest({ ...head, finishedAt }, files, outcomes, isCanceled(options));
    await write(manifest);
    return manifest;
  } finally {
    await journal.close();
  }
}

/** A shard names its results as one run of the whole plan would, so that the folders of all shards fit together. */
function namesOf(files: readonly RunFile[], { shard }: ManifestHead, client: Client) {
  const jobs = files.map(({ path, family, request }) => ({
    key: path,
    units: familyApi(client, family).unitsOf(request),
  }));
  const paths = new Set(files.map(({ path }) => path));
  const others = (shard?.files ?? []).filter(({ path }) => !paths.has(path));
  return createRunNames([...jobs, ...others.map(({ path }) => ({ key: path, units: [] }))]);
}

/**
 * The journal of a new or a resumed run. A manifest says that the run has begun: requests may have left. So it gets its name after the journal
 * is durable, and before the first request: a folder with a manifest and an empty journal is damaged, and no job is created again.
 */
function openJournalOf(
  { runFolder: { folder, parents }, lock: { check }, earlier }: Pick<LockedRun, "runFolder" | "lock" | "earlier">,
  begin: () => Promise<void>,
): Promise<JournalFile> {
  const syncFolders = () => Promise.all([folder, ...parents].map(syncFolder));
  if (earlier === undefined) return openJournal(folder, { check, syncOthers: syncFolders, begin });
  return openJournal(folder, { check, syncOthers: () => Promise.all([syncManifest(folder), syncFolders()]) });
}

/** Whether the run was stopped, and its jobs were canceled. */
function isCanceled({ signal, cancelOnAbort = true }: RunOptions): boolean {
  return cancelOnAbort && signal?.aborted === true;
}

/** What a run waits for before its first event. */
const waits = {
  lock: "the lock of the run folder",
  folder: "the disk of the run folder",
  check: "an answer to the check of the connection",
  provenance: "git, to find the commit of the parameter files",
  reuse: "the results of an earlier run, and the days of relative dates",
  jobs: "the answer to its first job",
} as const;

/** The pause between two sentences. Longer than the check of the connection and the watch of a lock, so that most runs have none. */
const BETWEEN_SENTENCES_MS = 15_000;

export type StartWatch = ReturnType<typeof watchStart>;

/**
 * Says what a run waits for, while it has had no event. Each step ends by itself, but those that wait for a disk: no program can end them. Then
 * the sentence is all that a user learns.
 */
export function watchStart(onDelay: ((sentence: string) => void) | undefined) {
  let step: keyof typeof waits = "lock";
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    onDelay?.(`The run has not begun after ${seconds} s: it waits for ${waits[step]}.`);
  }, BETWEEN_SENTENCES_MS);
  timer.unref();
  const end = () => clearInterval(timer);
  return {
    begin(next: keyof typeof waits): void {
      step = next;
    },
    end,
    /** A receiver of events that ends the watch at the first one. */
    endAtEvent(onEvent: ((event: RunEvent) => void) | undefined): (event: RunEvent) => void {
      return (event) => {
        end();
        onEvent?.(event);
      };
    },
  };
}
