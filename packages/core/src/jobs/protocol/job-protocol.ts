import type { AnswerMeta, ResultBody } from "../../service/answer.ts";
import type { UnitReport } from "../types.ts";

/**
 * The state of a job on the service, the same for every family.
 * `result`: this answer is the result itself, given once. `done`: finished; `units` say how. `gone`: the service does not know the job: it
 * was never created, it was canceled, it expired, or all its results were read.
 */
export type JobState =
  | {
      readonly state: "running";
      readonly meta: AnswerMeta;
      /** Set where the answer says "complete" although a unit is running or missing: the reports of the units. */
      readonly contradiction?: readonly UnitReport[];
    }
  | { readonly state: "done"; readonly units: readonly UnitReport[]; readonly meta: Pick<AnswerMeta, "requestKey"> }
  | {
      readonly state: "result";
      readonly unitId: string;
      /** The answer that contains it. */
      readonly source: "create" | "status";
      readonly body: ResultBody;
      readonly meta: AnswerMeta;
    }
  | { readonly state: "canceled"; readonly meta: AnswerMeta }
  | {
      readonly state: "gone";
      /** Whether its result may have been in an answer that was lost. */
      readonly resultMayBeConsumed?: boolean;
    };

interface ApiOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface StatusOptions extends ApiOptions {
  /** The units of the request: a finished job must name them. Absent where they are not known. */
  readonly units?: readonly string[] | undefined;
}

export interface Created {
  /** The id of the service's choice; absent where the caller chose it. */
  readonly jobId?: string;
  readonly jobState: JobState;
}

/** The answer to a read of a result or an info document, not read yet. */
export interface ResultRead {
  readonly body: ResultBody;
  readonly meta: AnswerMeta;
}

/** The jobs of one family, with the same methods for all families. They throw the client's errors, and `MalformedAnswerError` where an answer names another job. */
export interface JobProtocol {
  /** How long a request without an answer may still be delivered: a gateway holds it as long as the client waits. */
  readonly deliveryMs: number;
  /** Whether the status of a finished job is its result, given once. */
  readonly statusIsResult: boolean;
  /** Whether a result can be read again. Otherwise the service gives it once. */
  readonly resultRepeats?: boolean;
  /** Whether a failed unit has a result too, which is stored. */
  readonly failureHasResult?: boolean;
  /** The job's address without credentials, for people. */
  address(jobId: string): string;
  /** The units of a request; `result` for a family without units. */
  unitsOf(body: unknown): readonly string[];
  /** `jobId`: the caller's choice; ignored where `families[id].hasPut` is false. */
  create(
    jobId: string,
    body: unknown,
    options: ApiOptions & { readonly cacheControl?: string | undefined },
  ): Promise<Created>;
  status(jobId: string, options: StatusOptions): Promise<JobState>;
  /** Whether the service ever took the job: its parameters can be read, also after its results were read. */
  exists(jobId: string, options: ApiOptions): Promise<boolean>;
  result(jobId: string, unitId: string, options: ApiOptions): Promise<ResultRead>;
  /** Only where units have an info document. */
  info?(jobId: string, unitId: string, options: ApiOptions): Promise<ResultRead>;
  /** `gone`: no job runs under that id. Absent where the family has no cancel. */
  cancel?(jobId: string, options: ApiOptions): Promise<"canceled" | "gone">;
}

/** The reports of the units of a finished job; `undefined` while it is running. */
export function reportsOf(jobState: JobState): readonly UnitReport[] | undefined {
  if (jobState.state === "done") return jobState.units;
  if (jobState.state !== "result") return undefined;
  return [successOf(jobState.unitId)];
}

/** The report of a unit that has a result, or had one. */
export function successOf(id: string): UnitReport {
  return { id, status: "success", warnings: [], errors: [], hasInfo: false };
}
