import type { History } from "../history.ts";
import type { Given } from "../wire/encode.ts";
import { type Kind, markerIn } from "./kinds.ts";
import { makeInfo, makeResult } from "./results.ts";

/** How many seconds a job computes. */
export const JOB_SECONDS = 12;

export interface Job {
  readonly id: string;
  readonly marker: string;
  /** The request as it came. */
  readonly request: Buffer;
  readonly finishesAt: number;
  canceled: boolean;
  /** What the job made, by unit. */
  readonly made: Map<string, Buffer>;
  /** The documents that describe it, by unit. */
  readonly infos: ReadonlyMap<string, Buffer>;
  /** The units whose result was given away. */
  readonly consumed: Set<string>;
}

/** The jobs of a service, in memory. */
export interface Jobs {
  get(id: string): Job | undefined;
  readonly all: readonly Job[];
  /** Carries out a create. If the id is taken, its job is computed again. */
  accept(id: string | undefined, request: Buffer): Job;
  isDone(job: Job): boolean;
  /** Gives a result away, for good. */
  consume(job: Job, unitId: string): Given;
  /** What can be read again: an info document, or the document of a bare job. */
  show(job: Job, unitId: string, kind: "info" | "document"): Given;
  cancel(job: Job): void;
}

export function createJobs(kind: Kind, history: History, now: () => number): Jobs {
  const byId = new Map<string, Job>();
  let computations = 0;
  const bytesOf = (job: Job, unitId: string): Buffer => job.made.get(unitId) ?? Buffer.alloc(0);
  return {
    get: (id) => byId.get(id),
    get all() {
      return [...byId.values()];
    },
    accept(chosen, request) {
      const marker = markerIn(request) ?? "no marker";
      const id = chosen ?? (byId.size + 1).toString(16).padStart(32, "f");
      computations += 1;
      const finishesAt = now() + (kind.gives === "at-create" ? 0 : 1000 * JOB_SECONDS);
      const made = new Map(kind.units.map((unit) => [unit, makeResult(kind, marker, unit, computations)]));
      if (kind.answers === "bare") made.set("result", bareDocument(id, "Done", `${marker} ${computations}`));
      const infos = new Map(kind.hasInfo ? kind.units.map((unit) => [unit, makeInfo(marker, unit)]) : []);
      const job: Job = { id, marker, request, finishesAt, canceled: false, made, infos, consumed: new Set() };
      byId.set(id, job);
      history.add({ type: "accepted", jobId: id, marker });
      return job;
    },
    isDone: (job) => now() >= job.finishesAt,
    consume(job, unitId) {
      job.consumed.add(unitId);
      history.add({ type: "consumed", jobId: job.id, unitId });
      return { jobId: job.id, unitId, kind: "result", made: bytesOf(job, unitId) };
    },
    show(job, unitId, what) {
      const info = job.infos.get(unitId) ?? Buffer.alloc(0);
      return { jobId: job.id, unitId, kind: what, made: what === "info" ? info : bytesOf(job, unitId) };
    },
    cancel(job) {
      job.canceled = true;
      history.add({ type: "canceled", jobId: job.id });
    },
  };
}

/** The document of a bare job. */
export function bareDocument(id: string, status: string, message: string): Buffer {
  const progress = status === "Done" ? 100 : 40;
  const batchevents = [{ type: "Information", message }];
  return Buffer.from(JSON.stringify({ id, status, startdatetime: "2026-01-01T00:00:00Z", progress, batchevents }));
}
