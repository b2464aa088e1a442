import { cancelHandle, familyApi, replay } from "@analytics-engines/core";
import { type Clock, systemClock } from "@analytics-engines/core/basics";
import type { Client } from "@analytics-engines/core/client";
import { UserError } from "../../user-error.ts";
import { openJournal, readJournal } from "../journal/journal-file.ts";
import { type FolderLock, lockRunFolder } from "../lock/run-lock.ts";
import { findReadable, recordCanceled } from "./record-canceled.ts";
import { mayRun } from "./run-jobs.ts";

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
 * A job that the service does not know is in neither list, unless its create may still be delivered: then it counts as not canceled. A run
 * that uses the folder cancels its own jobs when its signal is aborted.
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
