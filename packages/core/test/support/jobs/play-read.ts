import { readOnce } from "../../../src/jobs/collect/read-once.ts";
import type { UnitRead } from "../../../src/jobs/handle.ts";
import { documentBody } from "../../../src/jobs/protocol/by-family.ts";
import { type JobState, type ResultRead, successOf } from "../../../src/jobs/protocol/job-protocol.ts";
import type { ResultBody } from "../../../src/service/answer.ts";
import { silentMeta } from "../../../src/testing/index.ts";
import { type MemoryStore, memoryStore } from "../world.ts";
import { createTestJob, handleWith, type TestJobOptions } from "./test-job.ts";

const runningState: JobState = { state: "running", meta: silentMeta };
/** A result without tables. */
export const tableText = '{"data":{"tables":{}}}';

export const bodyOf = (text: string) => documentBody(new TextEncoder().encode(text));

/** A body that breaks off after these many bytes. */
export function brokenBody(bytes: number): ResultBody {
  let isFirst = true;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isFirst) controller.enqueue(new Uint8Array(bytes));
      else controller.error(new Error("the connection broke"));
      isFirst = false;
    },
  });
  return { ...bodyOf(""), stream };
}

/** What the service answers to the read of a result, and what is known of it before. */
export interface ReadScript {
  /** What each read brings. After them: a table. */
  readonly answers?: readonly (Error | ResultBody)[];
  /** What each status says. After them: running. */
  readonly states?: readonly JobState[];
  readonly kind?: "result" | "info";
  readonly units?: readonly string[];
  /** A read that an earlier execution began. */
  readonly earlierRead?: Partial<UnitRead>;
  readonly store?: MemoryStore;
}

/** Reads a result of unit `a`. The steps are the requests, with their time in seconds. */
export async function playRead(script: ReadScript, options: TestJobOptions = {}) {
  const { answers = [], states = [], kind = "result", units = ["a"], earlierRead, store = memoryStore() } = script;
  const steps: string[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const [nextAnswers, nextStates] = [[...answers], [...states]];
  const note = (what: string, signal: AbortSignal | undefined) => {
    steps.push(`${test.elapsedMs() / 1000} ${what}`);
    signals.push(signal);
  };
  async function answer(): Promise<ResultRead> {
    const next = nextAnswers.shift() ?? bodyOf(tableText);
    if (next instanceof Error) throw next;
    return { body: next, meta: silentMeta };
  }
  const reads: UnitRead[] = earlierRead === undefined ? [] : [{ unitId: "a", kind, ...earlierRead }];
  const test = createTestJob({
    earlier: handleWith(units, { phase: "done", units: units.map(successOf), reads }),
    store,
    ...options,
    api: {
      result(jobId, unitId, { signal }) {
        note(`result ${unitId} of ${jobId}`, signal);
        return answer();
      },
      info(jobId, unitId, { signal }) {
        note(`info ${unitId} of ${jobId}`, signal);
        return answer();
      },
      async status(jobId, { signal }) {
        note(`status of ${jobId}`, signal);
        return nextStates.shift() ?? runningState;
      },
      ...options.api,
    },
  });
  const end: unknown = await test.clock.run(() => readOnce(test.job, "a", kind)).catch((error: unknown) => error);
  const types = test.entries.map(({ type }) => type);
  const seconds = steps.map((step) => Number(step.split(" ")[0]));
  return { ...test, steps, seconds, signals, types, end };
}

/** What a stored result shows of its file. */
export const storedTable = { file: "a.json/a/result", bytes: tableText.length };

/** The error of a lost result, whose message ends with this text. */
export const lossOf = (text: string) => ({
  name: "LostResultError",
  message: `The result of unit a of job a1 (a.json) is lost: ${text}`,
});
