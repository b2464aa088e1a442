import type { RequestModels } from "../../families/index.ts";
import type { Answer, ResultBody } from "../answer.ts";
import type { JobRequestName } from "../endpoints/factories.ts";
import type { QueryParameters, ResultStatus } from "../endpoints/route.ts";
import type { ResponseModels } from "../models/index.ts";

/** The options of every call. */
export interface CallOptions {
  /** Ends the call and its waits. The call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface CreateOptions extends CallOptions {
  /** `Cache-Control`, e.g. `max-stale=0` for a fresh computation instead of a cached result. */
  readonly cacheControl?: string | undefined;
}

export interface DeadlineCreateOptions extends CreateOptions {
  /** How long the service may delay the answer to a create so that it contains the result, whole seconds. For jobs with one unit. */
  readonly longRunningDeadlineSeconds?: number | undefined;
}

export interface AcceptOptions extends CallOptions {
  /** The requested media type. */
  readonly accept?: string | undefined;
}

/** An answer with a model. Below `data`, a value whose type differs from the model's stays as received. */
export type ModelAnswer<Name extends keyof ResponseModels> = Promise<Answer<200, ResponseModels[Name]>>;
/** The body of any success status. If the status is not 200, check whether the body is a result, which the service gives once. */
export type ResultAnswer = Promise<Answer<ResultStatus, ResultBody>>;
export type NoAnswer = Promise<Answer<204, undefined>>;

/** 202: it is running. 200: its single unit failed at once. 201, and possibly 203 and 206: the only copy of its single unit's result. */
export type UnitsCreateAnswer =
  | Answer<202, ResponseModels["CalculationStatusRoot"] | undefined>
  | Answer<200, ResponseModels["CalculationStatusRoot"]>
  | Answer<201 | 203 | 206, ResultBody>;
/** 202: it is running. 201, and possibly 200, 203 and 206: the only copy of its result. */
export type SingleCreateAnswer =
  | Answer<202, ResponseModels["CalculationInfoRoot"] | undefined>
  | Answer<200 | 201 | 203 | 206, ResultBody>;
/** 202: it is running. 200: it is finished; the units say how. */
export type UnitsStatusAnswer = Answer<200 | 202, ResponseModels["CalculationStatusRoot"]>;
/** 202: it is running. 201, and possibly any other success status: the only copy of its result. */
export type SingleStatusAnswer = Answer<202, undefined> | Answer<Exclude<ResultStatus, 202>, ResultBody>;
/** 202: it is running. 200: it is finished, and this document is its result, with its bytes as received. */
export type BareStatusAnswer = Answer<200 | 202, ResponseModels["FIABCalculationStatus"]> & {
  readonly bytes: Uint8Array;
};

type Request<Name extends keyof RequestModels> = RequestModels[Name];

/** Calculations whose jobs have a map of units, each with a result. */
export interface UnitCalculations<Name extends JobRequestName, Options extends CreateOptions = DeadlineCreateOptions> {
  /** Creates a job with an id that the service chooses. Sent again only after a 429. */
  create(body: Request<Name>, options?: Options): Promise<UnitsCreateAnswer>;
  /** Creates a job with the caller's id (32 hex digits), or changes the job with that id, and starts it. */
  createOrUpdate(id: string, body: Request<Name>, options?: Options): Promise<UnitsCreateAnswer>;
  /** One page of the caller's jobs; pages count from 1. */
  list(
    query?: { readonly pageNumber?: number | undefined },
    options?: CallOptions,
  ): ModelAnswer<"CalculationsSummaryRoot">;
  /** All pages of the list, one after another. Ends at an empty page or a repeated one. */
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
  /** Creates a job with an id that the service chooses. Sent again only after a 429. */
  create(body: Request<Name>, options?: DeadlineCreateOptions): Promise<SingleCreateAnswer>;
  /** Creates a job with the caller's id (32 hex digits), or changes the job with that id, and starts it. */
  createOrUpdate(id: string, body: Request<Name>, options?: DeadlineCreateOptions): Promise<SingleCreateAnswer>;
  /** The parameters that the job was created with. */
  parameters(id: string, options?: CallOptions): ModelAnswer<Name>;
  /** 202 while the job is running. The answer for a finished job **is** its result, which the service gives once. */
  status(id: string, options?: CallOptions): Promise<SingleStatusAnswer>;
  /** The result. The service gives it **once**. */
  result(id: string, options?: Options): ResultAnswer;
  cancel(id: string, options?: CallOptions): NoAnswer;
}

export interface BareCalculations {
  /** Creates a job. The service chooses its id, which is in `meta.location`. */
  create(body: Request<"FIABCalculationParameters">, options?: CallOptions): Promise<Answer<202, undefined>>;
  list(options?: CallOptions): ModelAnswer<"FIABCalculationStatusSummaryMap">;
  status(id: string, options?: CallOptions): Promise<BareStatusAnswer>;
}

/** The query parameters of a route; the required ones must be given. */
export type QueryOf<Query extends QueryParameters> = {
  readonly [Name in keyof Query as Query[Name]["required"] extends true ? Name : never]: string;
} & {
  readonly [Name in keyof Query as Query[Name]["required"] extends true ? never : Name]?: string | undefined;
};

/** The arguments of a search. If no query parameter is required, they may be left out. */
export type SearchArguments<Query extends QueryParameters> =
  Partial<QueryOf<Query>> extends QueryOf<Query>
    ? [query?: QueryOf<Query>, options?: CallOptions]
    : [query: QueryOf<Query>, options?: CallOptions];

export interface DatesQuery {
  /** Absolute (`YYYYMMDD`) or relative (`-1M`). */
  readonly startdate?: string | undefined;
  readonly enddate: string;
  readonly componentid: string;
  readonly account: string;
  /** Only newer deployments of `pa` know it. */
  readonly calendar?: string | undefined;
}

/** A commentary, read as its model, with its bytes as received. */
export type CommentaryAnswer<Status extends number = 200> = Answer<Status, ResponseModels["PACommentaryRoot"]> & {
  readonly bytes: Uint8Array;
};

/** 201: the commentary. 202: the service is generating it. */
export type CommentaryCreateAnswer =
  | CommentaryAnswer<201>
  | Answer<202, ResponseModels["PACommentaryGetStatusRoot"] | undefined>;

/** 200: the commentary is ready. 202: the service is generating it. */
export type CommentaryStatusAnswer =
  | Answer<200, ResponseModels["PACommentaryStatusRoot"]>
  | Answer<202, ResponseModels["PACommentaryGetStatusRoot"] | undefined>;

/** Texts that the service generates about the units of a finished attribution. */
export interface Commentaries {
  /** @param body default: the service's own settings */
  create(
    id: string,
    unitId: string,
    body?: Request<"PACommentaryParametersRoot">,
    options?: CallOptions,
  ): Promise<CommentaryCreateAnswer>;
  status(id: string, unitId: string, options?: CallOptions): Promise<CommentaryStatusAnswer>;
  result(id: string, unitId: string, options?: CallOptions): Promise<CommentaryAnswer>;
}
