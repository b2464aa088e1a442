import type { AnswerMeta, ResultBody } from "../service/answer.ts";
import { NotFoundError } from "../service/errors.ts";
import type { CommentaryApi } from "./commentary/api.ts";
import type { UnitReport } from "./types.ts";

/**
 * What the service says of a job, the same for every family.
 * `result`: this answer is the result itself, given once. `done`: finished, the units tell how. `gone`: the service does
 * not know the job (any more): never created, canceled, expired, or its results were all handed out.
 */
export type JobState =
  | {
      readonly state: "running";
      readonly meta: AnswerMeta;
      /** Set where the answer says "complete", and also that a unit runs, or nothing of one that was asked for: what it says of the units. */
      readonly contradiction?: readonly UnitReport[];
    }
  | { readonly state: "done"; readonly units: readonly UnitReport[]; readonly meta: Pick<AnswerMeta, "requestKey"> }
  | {
      readonly state: "result";
      readonly unitId: string;
      /** Which answer it came with. */
      readonly by: "create" | "status";
      readonly body: ResultBody;
      readonly meta: AnswerMeta;
    }
  | { readonly state: "canceled"; readonly meta: AnswerMeta }
  | {
      readonly state: "gone";
      /** Its result may have been given away in an answer that did not arrive. */
      readonly spent?: boolean;
    };

export interface ApiOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface StatusOptions extends ApiOptions {
  /** The units asked for: a finished job must name them. Absent where nobody knows them. */
  readonly units?: readonly string[] | undefined;
}

export interface Created {
  /** The id of the service's choice; absent where the caller chose it. */
  readonly jobId?: string;
  readonly seen: JobState;
}

/** A read of a result or an info document. */
export interface ResultRead {
  readonly body: ResultBody;
  readonly meta: AnswerMeta;
}

/** One face for the jobs of all families. Methods throw the client's errors, `MalformedAnswerError` too where an answer names another job. */
export interface FamilyAdapter {
  /** How long a request that got no answer may still be delivered: a gateway holds it as long as the client waits. */
  readonly deliveryMs: number;
  /** Whether the status of a finished job is its result, given once. */
  readonly statusIsResult: boolean;
  /** Whether a result can be read as often as one likes. Otherwise it is given once. */
  readonly resultRepeats?: boolean;
  /** Whether a unit that failed has a result too, which is to be kept. */
  readonly failureHasResult?: boolean;
  /** The job's address without credentials, for people. */
  address(jobId: string): string;
  /** The units that a request asks for; `result` for a family without units. */
  unitsOf(body: unknown): readonly string[];
  /** `jobId`: the caller's; not taken where `families[id].hasPut` is false. */
  create(
    jobId: string,
    body: unknown,
    options: ApiOptions & { readonly cacheControl?: string | undefined },
  ): Promise<Created>;
  status(jobId: string, options: StatusOptions): Promise<JobState>;
  /** Whether the service ever took the job: its parameters can be read, also when its results are spent. */
  exists(jobId: string, options: ApiOptions): Promise<boolean>;
  result(jobId: string, unitId: string, options: ApiOptions): Promise<ResultRead>;
  /** Only where units have an info document. */
  info?(jobId: string, unitId: string, options: ApiOptions): Promise<ResultRead>;
  /** `gone`: nothing runs under that id. Absent where the family has no cancel. */
  cancel?(jobId: string, options: ApiOptions): Promise<"canceled" | "gone">;
  /** Only where the service writes commentaries of units. */
  readonly commentary?: CommentaryApi;
}

/**
 * Turns the service's own "not found" into a value. A bare 404 (a proxy's page, no body) stays an error that may pass:
 * it is waited out, and never taken as leave to create a job again or to give up a result.
 */
export async function ifFound<T, U>(call: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof NotFoundError && error.isServiceError) return otherwise;
    throw error;
  }
}

/** What an answer says of the units, if it says that the job is finished. */
export function reportsOf(seen: JobState): readonly UnitReport[] | undefined {
  if (seen.state === "done") return seen.units;
  if (seen.state !== "result") return undefined;
  return [successOf(seen.unitId)];
}

/** The report of a unit of which the result is there, or was. */
export function successOf(id: string): UnitReport {
  return { id, status: "success", warnings: [], errors: [], hasInfo: false };
}
