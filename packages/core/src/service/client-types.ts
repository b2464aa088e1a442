import type { RequestModels } from "../families/index.ts";
import type { Answer, ResultBody } from "./answer.ts";
import type { ResultStatus } from "./answer-kind.ts";
import type { JobRequestName } from "./endpoints/factories.ts";
import type { ResponseModels } from "./models/index.ts";

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, its waits included. The call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface CreateOptions extends CallOptions {
  /** `Cache-Control`, e.g. `max-stale=0` for a fresh computation instead of a cached result. */
  readonly cacheControl?: string | undefined;
}

export interface DeadlineCreateOptions extends CreateOptions {
  /** How long the create itself may wait for an inline result, whole seconds. Single-unit jobs only. */
  readonly longRunningDeadlineSeconds?: number | undefined;
}

export interface AcceptOptions extends CallOptions {
  /** The media type asked for. */
  readonly accept?: string | undefined;
}

/** What the model says. Where a deployment answers another shape below `data`, the value stands there as it came, whatever its type says. */
export type ModelAnswer<Name extends keyof ResponseModels> = Promise<Answer<200, ResponseModels[Name]>>;
/** Whatever came under a status of success. With another than 200, look whether it is a result: nobody gives it again. */
export type ResultAnswer = Promise<Answer<ResultStatus, ResultBody>>;
export type NoAnswer = Promise<Answer<204, undefined>>;

/** 202: it runs. 200: its single unit failed at once. 201: its single unit's result, the only copy; 203 and 206 may be, too. */
export type UnitsCreateAnswer =
  | Answer<202, ResponseModels["CalculationStatusRoot"] | undefined>
  | Answer<200, ResponseModels["CalculationStatusRoot"]>
  | Answer<201 | 203 | 206, ResultBody>;
/** 202: it runs. 201: its result, the only copy; 200, 203 and 206 may be, too. */
export type SingleCreateAnswer =
  | Answer<202, ResponseModels["CalculationInfoRoot"] | undefined>
  | Answer<200 | 201 | 203 | 206, ResultBody>;
/** 202: it runs. 200: it is finished; the units tell how. */
export type UnitsStatusAnswer = Answer<200 | 202, ResponseModels["CalculationStatusRoot"]>;
/** 202: it runs. 201: its result, given away by this very answer; any other status of success may hold it, too. */
export type SingleStatusAnswer = Answer<202, undefined> | Answer<Exclude<ResultStatus, 202>, ResultBody>;
/** 202: it runs. 200: it is finished, and this document is its result: `bytes` holds it as it came, to be kept. */
export type BareStatusAnswer = Answer<200 | 202, ResponseModels["FIABCalculationStatus"]> & {
  readonly bytes: Uint8Array;
};

type Request<Name extends keyof RequestModels> = RequestModels[Name];

/** Calculations whose jobs hold a map of units with a result each. */
export interface UnitCalculations<Name extends JobRequestName, Options extends CreateOptions = DeadlineCreateOptions> {
  /** Creates a job under an id of the service's choice. Sent again on 429 alone. */
  create(body: Request<Name>, options?: Options): Promise<UnitsCreateAnswer>;
  /** Creates a job under the caller's id (32 hex digits), or changes the one that has it, and runs it. */
  createOrUpdate(id: string, body: Request<Name>, options?: Options): Promise<UnitsCreateAnswer>;
  /** One page of the caller's jobs; pages count from 1. */
  list(
    query?: { readonly pageNumber?: number | undefined },
    options?: CallOptions,
  ): ModelAnswer<"CalculationsSummaryRoot">;
  /** All pages of the list, one after the other. Ends at an empty page or one that repeats the page before. */
  pages(options?: CallOptions): AsyncIterableIterator<Answer<200, ResponseModels["CalculationsSummaryRoot"]>>;
  /** The parameters that the job was created with. */
  parameters(id: string, options?: CallOptions): ModelAnswer<Name>;
  status(id: string, options?: CallOptions): Promise<UnitsStatusAnswer>;
  /** The result of a unit. The service gives it **once**. */
  result(id: string, unitId: string, options?: CallOptions): ResultAnswer;
  cancel(id: string, options?: CallOptions): NoAnswer;
}

export interface QuantCalculations extends UnitCalculations<"QuantCalculationParametersRoot", CreateOptions> {
  /** The metadata document of a unit. Read it before the result. */
  info(id: string, unitId: string, options?: CallOptions): ResultAnswer;
}

/** Jobs of one object and one result: fixed-income calculations and the optimizations. */
export interface SingleJobs<Name extends JobRequestName, Options extends CallOptions = CallOptions> {
  /** Creates a job under an id of the service's choice. Sent again on 429 alone. */
  create(body: Request<Name>, options?: DeadlineCreateOptions): Promise<SingleCreateAnswer>;
  /** Creates a job under the caller's id (32 hex digits), or changes the one that has it, and runs it. */
  createOrUpdate(id: string, body: Request<Name>, options?: DeadlineCreateOptions): Promise<SingleCreateAnswer>;
  /** The parameters that the job was created with. */
  parameters(id: string, options?: CallOptions): ModelAnswer<Name>;
  /** While the job runs, 202. Once it is finished this read **is** the result, given once. */
  status(id: string, options?: CallOptions): Promise<SingleStatusAnswer>;
  /** The result. The service gives it **once**. */
  result(id: string, options?: Options): ResultAnswer;
  cancel(id: string, options?: CallOptions): NoAnswer;
}

export interface BareCalculations {
  /** Creates a job. Its id is in `meta.location`. There is no id of the caller's choice. */
  create(body: Request<"FIABCalculationParameters">, options?: CallOptions): Promise<Answer<202, undefined>>;
  list(options?: CallOptions): ModelAnswer<"FIABCalculationStatusSummaryMap">;
  status(id: string, options?: CallOptions): Promise<BareStatusAnswer>;
}

/** A directory and what is in it. `path` looks like `Client:Foo/Bar`. */
export interface Directory<Name extends keyof ResponseModels> {
  list(path: string, options?: CallOptions): ModelAnswer<Name>;
}

/** A list that takes no question. */
export interface Listing<Name extends keyof ResponseModels> {
  list(options?: CallOptions): ModelAnswer<Name>;
}

/** A list with a question that may be left out. */
export interface Search<Query, Name extends keyof ResponseModels> {
  list(query?: Query, options?: CallOptions): ModelAnswer<Name>;
}

/** A list with a question that must be asked. */
export interface RequiredSearch<Query, Name extends keyof ResponseModels> {
  list(query: Query, options?: CallOptions): ModelAnswer<Name>;
}

export interface Lookup<Name extends keyof ResponseModels> {
  get(id: string, options?: CallOptions): ModelAnswer<Name>;
}

type Text = string | undefined;
export interface NamedQuery {
  readonly name?: Text;
  readonly category?: Text;
  readonly directory?: Text;
}

export interface DatesQuery {
  /** Absolute (`YYYYMMDD`) or relative (`-1M`). */
  readonly startdate?: Text;
  readonly enddate: string;
  readonly componentid: string;
  readonly account: string;
}

export interface Dates {
  /** What relative dates become for a component and an account. */
  convert(query: DatesQuery, options?: CallOptions): ModelAnswer<"DateParametersSummaryRoot">;
}

export type Components<Name extends keyof ResponseModels> = RequiredSearch<
  { readonly document: string },
  "ComponentSummaryRoot"
> &
  Lookup<Name>;

/** Templates, or templated components: created, read, changed, deleted. */
export interface Templates<
  Create extends keyof RequestModels,
  Update extends keyof RequestModels,
  Written extends keyof ResponseModels,
  One extends keyof ResponseModels,
> extends Lookup<One> {
  create(body: Request<Create>, options?: CallOptions): Promise<Answer<201, ResponseModels[Written]>>;
  update(id: string, body: Request<Update>, options?: CallOptions): ModelAnswer<Written>;
  delete(id: string, options?: CallOptions): NoAnswer;
}

/** A commentary: read as its model, and `bytes` as they came, to be kept. */
export type CommentaryAnswer<Status extends number = 200> = Answer<Status, ResponseModels["PACommentaryRoot"]> & {
  readonly bytes: Uint8Array;
};

/** A commentary that is done at once (201), or is being generated (202). */
export type CommentaryCreateAnswer =
  | CommentaryAnswer<201>
  | Answer<202, ResponseModels["PACommentaryGetStatusRoot"] | undefined>;

/** 200 once the commentary is there, 202 while it is generated. */
export type CommentaryStatusAnswer =
  | Answer<200, ResponseModels["PACommentaryStatusRoot"]>
  | Answer<202, ResponseModels["PACommentaryGetStatusRoot"] | undefined>;

/** Text that the service generates of a unit of a finished attribution. */
export interface Commentaries {
  /** @param body default: the service's own configuration */
  create(
    id: string,
    unitId: string,
    body?: Request<"PACommentaryParametersRoot">,
    options?: CallOptions,
  ): Promise<CommentaryCreateAnswer>;
  status(id: string, unitId: string, options?: CallOptions): Promise<CommentaryStatusAnswer>;
  result(id: string, unitId: string, options?: CallOptions): Promise<CommentaryAnswer>;
}
