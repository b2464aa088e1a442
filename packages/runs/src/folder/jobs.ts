import { type Client, cancelHandle, familyApi, type JobHandle, type JobStatus, replay } from "@analytics-engines/core";
import { type Clock, type FamilyId, systemClock } from "@analytics-engines/core/basics";
import { UserError } from "../user-error.ts";
import { openJournal, readJournal } from "./journal/journal-file.ts";
import { type FolderLock, lockRunFolder } from "./lock/run-lock.ts";
import type { Manifest, ManifestFile, ManifestUnit } from "./manifest/manifest.ts";
import { findManifest, readManifest, writeManifest } from "./manifest/manifest-file.ts";
import { wholeStatus } from "./manifest/whole-status.ts";

/**
 * The state of a job as its run last saw it. `not-created`: no request was sent. `creating`: the request may have been sent. `running`: the
 * service computes it. `ready`: the service has finished it, and its results are not all read. Or how it ended.
 */
export type RunJobState = "not-created" | "creating" | "running" | "ready" | JobStatus;

/** A job of a run folder. */
export interface RunJob {
  /** The parameter file. */
  readonly path: string;
  readonly family: FamilyId;
  readonly state: RunJobState;
  /** Absent where the service has not named it. */
  readonly jobId?: string;
  /** ISO 8601, UTC; absent where the job was not created. */
  readonly createdAt?: string;
  /** Why it did not succeed, in sentences. */
  readonly problem?: string;
}

/** The jobs of a run folder. */
export interface RunJobs {
  /** Origin of the service. */
  readonly service: string;
  readonly jobs: readonly RunJob[];
}

/**
 * The jobs of a run folder and their states, in the order of the parameter files, from its manifest and its journal. Asks no service, and
 * changes nothing; a run may be using the folder.
 *
 * @throws UserError for a folder without a run, or whose manifest or journal is damaged
 */
export async function readRunJobs(folder: string): Promise<RunJobs> {
  const { service, files } = await readManifest(folder);
  const handles = replay(await readJournal(folder));
  const jobs = files.map(({ path, family, problem, status }): RunJob => {
    const handle = handles.get(path);
    // A file whose results were all reused has no job.
    const withoutJob = status === "success" ? status : "not-created";
    const state = handle === undefined ? withoutJob : stateOf(handle);
    const hasProblem = problem !== undefined && handle?.outcome?.status === state;
    return {
      path,
      family,
      state,
      ...(handle?.jobId !== undefined && { jobId: handle.jobId, createdAt: handle.createdAt }),
      ...(hasProblem && { problem: problem.message }),
    };
  });
  return { service, jobs };
}

function stateOf(handle: JobHandle): RunJobState {
  const { phase, canceled, outcome, jobId } = handle;
  if (canceled) return "canceled";
  if (outcome !== undefined && (jobId === undefined || !isOpenEnd(outcome.status))) return outcome.status;
  return phase === "done" ? "ready" : phase;
}

/** Whether a job may still run on the service. */
function mayRun({ phase, canceled, outcome }: JobHandle): boolean {
  return !canceled && phase !== "done" && (outcome === undefined || isOpenEnd(outcome.status));
}

/** A job that was too late runs on, unless it was canceled. */
function isOpenEnd(status: JobStatus): boolean {
  return status === "unknown" || status === "timed-out";
}

/** The jobs that were canceled, and those that could not be. */
export interface CanceledRun {
  readonly canceled: string[];
  readonly failed: { jobId: string; reason: string }[];
}

/** How long canceling may take. */
interface CancelLimits {
  /** Seconds, at most. */
  readonly timeoutSeconds: number;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
}

/**
 * Cancels the jobs of a run folder that may still run on the service, after the run was stopped or killed, or did not wait for them. Finished
 * jobs keep their results. Journal and manifest record it, so that a resumed run creates the canceled jobs again.
 * A job that was never created is in neither list. A job that was created, and that the service does not know, counts as not canceled: a
 * resumed run asks for its status. A run that uses the folder cancels its own jobs when its signal is aborted.
 *
 * @throws UserError where a run uses the folder, the journal is damaged, or the client is of another service
 */
export async function cancelRun(folder: string, client: Client, limits: CancelLimits): Promise<CanceledRun> {
  const lock = await lockRunFolder(folder);
  try {
    return await cancelLocked(folder, lock, client, limits);
  } finally {
    await lock.release();
  }
}

/** A 404 to a cancel proves nothing: the service also forgets a job whose results were read. */
const NOT_KNOWN =
  "the service does not know the job, which does not prove that it was canceled: resume the run, which asks for its status";

async function cancelLocked(
  folder: string,
  lock: FolderLock,
  client: Client,
  { timeoutSeconds: seconds, clock = systemClock, signal }: CancelLimits,
): Promise<CanceledRun> {
  const run: CanceledRun = { canceled: [], failed: [] };
  if ((await readJournal(folder)).length === 0) return run;
  checkService(client, (await findReadable(folder))?.service);
  const journal = await openJournal(folder, { check: lock.check });
  const canceledKeys = new Set<string>();
  try {
    const open = [...replay(journal.earlier).values()].flatMap((handle) => {
      const { jobId } = handle;
      return jobId !== undefined && mayRun(handle) ? [{ ...handle, jobId }] : [];
    });
    await Promise.all(
      open.map(async (handle) => {
        const { key, family, jobId } = handle;
        const entry = (type: "cancel" | "canceled") => {
          return journal.append({ type, key, jobId, at: new Date(clock.now()).toISOString() });
        };
        const api = familyApi(client, family);
        if (api.cancel !== undefined) await entry("cancel");
        const result = await cancelHandle(api, handle, { clock, seconds, signal });
        if (result.state === "failed") {
          run.failed.push({ jobId, reason: result.reason });
          return;
        }
        if (result.state === "gone" && handle.phase !== "creating") {
          run.failed.push({ jobId, reason: NOT_KNOWN });
          return;
        }
        await entry("canceled");
        if (result.state !== "canceled") return;
        run.canceled.push(jobId);
        canceledKeys.add(key);
      }),
    );
  } finally {
    await journal.close();
  }
  await recordCanceled(folder, canceledKeys, lock.check);
  return run;
}

/** Another service would answer that it does not know the jobs, and a resumed run would create them again. */
export function checkService(client: Client, service: string | undefined): void {
  const { origin } = new URL(client.baseUrl);
  if (service === undefined || service === origin) return;
  throw new UserError(
    `The jobs of this run are at another service: it was started with ${service}, not ${origin}. Name the first one.`,
  );
}

const problem = {
  code: "canceled",
  message: "The job was canceled on the service. Resume the run to create it again.",
};

/**
 * Writes into the manifest of a run that jobs were canceled. A manifest that is missing or altered is left as it is: the journal has the same.
 * @param paths the parameter files of the jobs
 * @param check throws where the folder is no longer this process's
 */
async function recordCanceled(folder: string, paths: ReadonlySet<string>, check: () => Promise<void>): Promise<void> {
  if (paths.size === 0) return;
  const manifest = await findReadable(folder);
  if (manifest === undefined) return;
  await check();
  const files = manifest.files.map((file): ManifestFile => {
    if (!paths.has(file.path)) return file;
    return { ...file, status: "canceled", problem, units: file.units.map(canceledUnit) };
  });
  await writeManifest(folder, { ...manifest, status: wholeStatus(files.map(({ status }) => status)), files });
}

/** The manifest of a folder; `undefined` where it is missing or altered. */
async function findReadable(folder: string): Promise<Manifest | undefined> {
  return findManifest(folder).catch((error: unknown) => {
    if (error instanceof UserError) return undefined;
    throw error;
  });
}

/** A unit whose result is stored keeps it. */
function canceledUnit(unit: ManifestUnit): ManifestUnit {
  if (unit.status !== "unknown" && unit.status !== "timed-out") return unit;
  const { code, message: detail } = problem;
  return { ...unit, status: "canceled", errors: [{ code, detail }] };
}
