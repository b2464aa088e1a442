import { familyIds } from "@analytics-engines/core/basics";
import * as z from "zod/mini";

const text = z.string();
const count = z.int().check(z.nonnegative());

/** A parameter file of a run, without its request. */
const recordedFile = z.readonly(
  z.object({
    /** Names the job within the run. */
    path: text,
    /** The URI of the file; absent for a text that was never saved. */
    uri: z.exactOptional(text),
    family: z.enum(familyIds),
    /** SHA-256 of the text that was run, hex. */
    sha256: text,
    /** SHA-256 of the canonical parameters, hex. */
    parametersSha256: text,
    /** The requested units; `result` for a job without units. */
    units: z.readonly(z.array(text)),
    /** For a job of a sweep: the sweep, its files with their SHA-256, and the row of each unit. */
    sweep: z.exactOptional(
      z.readonly(
        z.object({
          path: text,
          sources: z.readonly(z.array(z.readonly(z.object({ path: text, sha256: text })))),
          rows: z.readonly(z.array(z.readonly(z.object({ id: text, line: z.exactOptional(count) })))),
        }),
      ),
    ),
    /** The dates and the currency of a set that the request has in place of those of the file. */
    fixedValues: z.exactOptional(
      z.object({
        dates: z.optional(z.object({ startdate: z.optional(text), enddate: z.optional(text) })),
        currency: z.optional(text),
      }),
    ),
  }),
);
export type RecordedFile = z.infer<typeof recordedFile>;

const runEnd = z.readonly(
  z.object({
    status: z.enum(["success", "failure", "timed-out", "canceled", "unknown"]),
    /** ISO 8601, UTC. */
    finishedAt: text,
    /** The number of units, and of those with a result. */
    units: count,
    succeeded: count,
  }),
);
export type RunEnd = z.infer<typeof runEnd>;

/** The record of a run: enough to show it and, with its requests, to continue it after a restart. Contains no secret. */
const runRecord = z.readonly(
  z.object({
    version: z.literal(1),
    /** 32 hex digits. */
    id: text,
    /** The connection of the run. `baseUrl` shows whether it still leads to the same service. */
    connection: z.readonly(z.object({ id: text, name: text, baseUrl: text })),
    /** ISO 8601, UTC. */
    startedAt: text,
    /** The run folder, an absolute path. */
    folder: text,
    files: z.readonly(z.array(recordedFile)),
    /** Patterns of the units with a commentary. */
    commentary: z.exactOptional(z.readonly(z.array(text))),
    /** The most jobs in progress at once. */
    concurrency: z.exactOptional(count),
    /** The rules that apply to the results. */
    checks: z.exactOptional(
      z.readonly(
        z.object({
          /** The absolute path of the folder with the checks files, and their globs. */
          folder: text,
          files: z.readonly(z.array(text)),
          /** The id of the run that numbers are compared with. */
          earlier: z.exactOptional(text),
        }),
      ),
    ),
    /** The name that the user gave the run. */
    name: z.exactOptional(text),
    /** The end of the run; absent while it is open. */
    end: z.exactOptional(runEnd),
  }),
);
export type RunRecord = z.infer<typeof runRecord>;

/** A record with its requests, in the order of its files. */
export interface PlannedRun {
  readonly record: RunRecord;
  readonly requests: readonly unknown[];
}

/** Reads a record from disk; undefined if this version cannot read it. */
export function parseRecord(value: unknown): RunRecord | undefined {
  return runRecord.safeParse(value).data;
}
