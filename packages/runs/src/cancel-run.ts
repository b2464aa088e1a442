import { type Client, type Clock, systemClock } from "@analytics-engines/core/client";
import { cancelHandle, familyApi, type JobHandle, replay } from "@analytics-engines/core/jobs";
import { openJournal, readJournal } from "./journal-file.ts";
import { lockRun } from "./run-lock.ts";

/** What could and could not be canceled, by job id. */
export interface CanceledRun {
  readonly canceled: string[];
  readonly failed: { jobId: string; reason: string }[];
}

/**
 * Cancels on the service what the journal of a run folder says may still run, all at once. For the time after a run was
 * stopped or killed. Jobs that are finished there keep their results. A job that the service does not know is in
 * neither list: it does not run. While its create may still be delivered, it counts as not canceled. A run that uses the folder stops its own jobs (`signal` of `runToFolder`): meanwhile
 * nothing is canceled here.
 *
 * @param options `timeoutSeconds`: the longest that it may take, seconds
 * @throws RunFolderError when a run uses the folder, or the journal is damaged
 */
export async function cancelRun(
  folder: string,
  client: Client,
  {
    timeoutSeconds,
    clock = systemClock,
    signal,
  }: { readonly timeoutSeconds: number; readonly clock?: Clock; readonly signal?: AbortSignal },
): Promise<CanceledRun> {
  const unlock = await lockRun(folder);
  try {
    return await cancelLeft(folder, client, { clock, seconds: timeoutSeconds, signal });
  } finally {
    await unlock();
  }
}

async function cancelLeft(
  folder: string,
  client: Client,
  limits: { readonly clock: Clock; readonly seconds: number; readonly signal: AbortSignal | undefined },
): Promise<CanceledRun> {
  const run: CanceledRun = { canceled: [], failed: [] };
  if ((await readJournal(folder)).length === 0) return run;
  const journal = await openJournal(folder);
  try {
    const open = [...replay(journal.earlier).values()].flatMap((handle) => {
      const { jobId } = handle;
      return jobId !== undefined && mayRun(handle) ? [{ ...handle, jobId }] : [];
    });
    await Promise.all(
      open.map(async (handle) => {
        const { key, family, jobId } = handle;
        const entry = (type: "cancel" | "canceled") => {
          return journal.append({ type, key, jobId, at: new Date(limits.clock.now()).toISOString() });
        };
        const api = familyApi(client, family);
        if (api.cancel !== undefined) await entry("cancel");
        const result = await cancelHandle(api, handle, limits);
        if (result.state === "failed") {
          run.failed.push({ jobId, reason: result.reason });
          return;
        }
        if (result.state === "canceled") run.canceled.push(jobId);
        await entry("canceled");
      }),
    );
  } finally {
    await journal.close();
  }
  return run;
}

function mayRun({ phase, canceled, outcome }: JobHandle): boolean {
  if (canceled || phase === "done") return false;
  return outcome === undefined || outcome.status === "unknown";
}
