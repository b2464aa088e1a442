import type { RequestModels } from "../../families/index.ts";
import type { Answer } from "../answer.ts";
import type * as factories from "../endpoints/factories.ts";
import type { JobRequestName } from "../endpoints/factories.ts";
import { type QueryParameters, type Route, resultStatus } from "../endpoints/route.ts";
import { NotFoundError } from "../errors/errors.ts";
import type { ResponseModels } from "../models/index.ts";
import { type AnyOptions, type Arguments, type Caller, replyBytes, replyResult, replyText } from "./caller.ts";
import type {
  BareCalculations,
  BareStatusAnswer,
  CallOptions,
  Commentaries,
  CommentaryAnswer,
  CommentaryCreateAnswer,
  CommentaryStatusAnswer,
  CreateOptions,
  DatesQuery,
  DeadlineCreateOptions,
  QuantCalculations,
  SearchArguments,
  SingleCreateAnswer,
  SingleJobs,
  SingleStatusAnswer,
  UnitCalculations,
  UnitsCreateAnswer,
  UnitsStatusAnswer,
} from "./client-types.ts";
import type { ServiceReply } from "./request.ts";

type UnitRoutes<Name extends JobRequestName> = ReturnType<typeof factories.unitCalculations<Name>>;
type SingleRoutes<Name extends JobRequestName> = ReturnType<typeof factories.singleJobs<Name>>;

export function bindUnitCalculations<
  Name extends JobRequestName,
  Options extends CreateOptions = DeadlineCreateOptions,
>(call: Caller, routes: UnitRoutes<Name>): UnitCalculations<Name, Options> {
  const list = (query?: { readonly pageNumber?: number | undefined }, options?: CallOptions) =>
    call.model(routes.list, { query }, options);
  return {
    create: async (body, options) => unitsCreated(call, await call.reply(routes.create, { body }, options)),
    createOrUpdate: async (id, body, options) => {
      const reply = await call.reply(routes.createOrUpdate, { path: { id }, body }, options);
      return unitsCreated(call, reply);
    },
    list,
    pages: (options) => pages((pageNumber) => list({ pageNumber }, options)),
    parameters: (id, options) => call.model(routes.parameters, { path: { id } }, options),
    status: async (id, options): Promise<UnitsStatusAnswer> => {
      const reply = await call.reply(routes.status, { path: { id } }, options);
      const data = await call.read("CalculationStatusRoot", reply);
      return { status: reply.status === 200 ? 200 : 202, data, meta: reply.meta };
    },
    result: (id, unitId, options) => call.result(routes.result, { id, unitId }, options),
    cancel: (id, options) => call.nothing(routes.cancel, id, options),
  };
}

export function bindQuantCalculations(
  call: Caller,
  routes: ReturnType<typeof factories.quantCalculations>,
): QuantCalculations {
  return {
    ...bindUnitCalculations<"QuantCalculationParametersRoot", CreateOptions>(call, routes),
    info: (id, unitId, options) => call.result(routes.info, { id, unitId }, options),
  };
}

async function unitsCreated(call: Caller, reply: ServiceReply): Promise<UnitsCreateAnswer> {
  const { status, meta } = reply;
  if (status === 201 || status === 203 || status === 206) return { status, data: replyResult(reply), meta };
  if (status === 200) return { status, data: await call.read("CalculationStatusRoot", reply), meta };
  return { status: 202, data: await optional(call, "CalculationStatusRoot", reply), meta };
}

/** The body of an answer that may be empty. */
async function optional<Name extends keyof ResponseModels>(call: Caller, name: Name, reply: ServiceReply) {
  return replyText(reply).trim() === "" ? undefined : call.read(name, reply);
}

/**
 * All pages until an empty one, one that repeats the page before (a service that ignores the number), or the service's
 * own 404.
 */
async function* pages(
  list: (pageNumber: number) => Promise<Answer<200, ResponseModels["CalculationsSummaryRoot"]>>,
): AsyncGenerator<Answer<200, ResponseModels["CalculationsSummaryRoot"]>, undefined> {
  let before: string | undefined;
  for (let pageNumber = 1; ; pageNumber++) {
    const page = await list(pageNumber).catch(endOfList);
    const ids = Object.keys(page?.data.data ?? {}).join();
    if (page === undefined || ids === "" || ids === before) return;
    yield page;
    before = ids;
  }
}

/** A 404 with the service's own errors means that there are no more pages; a bare 404 means that the address is wrong. */
function endOfList(error: unknown): undefined {
  if (error instanceof NotFoundError && error.isServiceError) return undefined;
  throw error;
}

export function bindSingleJobs<Name extends JobRequestName, Options extends AnyOptions = CallOptions>(
  call: Caller,
  routes: SingleRoutes<Name>,
): SingleJobs<Name, Options> {
  const create = async (route: Route, input: Arguments, options?: AnyOptions): Promise<SingleCreateAnswer> => {
    const reply = await call.reply(route, input, options);
    const { status, meta } = reply;
    if (status === 200 || status === 201 || status === 203 || status === 206)
      return { status, data: replyResult(reply), meta };
    return { status: 202, data: await optional(call, "CalculationInfoRoot", reply), meta };
  };
  return {
    create: (body, options) => create(routes.create, { body }, options),
    createOrUpdate: (id, body, options) => create(routes.createOrUpdate, { path: { id }, body }, options),
    parameters: (id, options) => call.model(routes.parameters, { path: { id } }, options),
    status: async (id, options): Promise<SingleStatusAnswer> => {
      const reply = await call.reply(routes.status, { path: { id } }, options);
      const { meta } = reply;
      const status = resultStatus(reply.status);
      return status === 202 ? { status, data: undefined, meta } : { status, data: replyResult(reply), meta };
    },
    result: (id, options) => call.result(routes.result, { id }, options),
    cancel: (id, options) => call.nothing(routes.cancel, id, options),
  };
}

export function bindBareCalculations(
  call: Caller,
  routes: ReturnType<typeof factories.bareCalculations>,
): BareCalculations {
  return {
    create: async (body, options) => {
      const { meta } = await call.reply(routes.create, { body }, options);
      return { status: 202, data: undefined, meta };
    },
    list: (options) => call.model(routes.list, {}, options),
    status: async (id, options): Promise<BareStatusAnswer> => {
      const reply = await call.reply(routes.status, { path: { id } }, options);
      const data = await call.read("FIABCalculationStatus", reply);
      return { status: reply.status === 200 ? 200 : 202, data, bytes: replyBytes(reply), meta: reply.meta };
    },
  };
}

export function bindCommentaries(call: Caller, routes: ReturnType<typeof factories.commentaries>): Commentaries {
  return {
    create: async (id, unitId, body = { data: {} }, options): Promise<CommentaryCreateAnswer> => {
      const reply = await call.reply(routes.create, { path: { id, unitId }, body }, options);
      const { meta } = reply;
      if (reply.status === 201) return { status: 201, ...(await commentary(call, reply)) };
      return { status: 202, data: await optional(call, "PACommentaryGetStatusRoot", reply), meta };
    },
    status: async (id, unitId, options): Promise<CommentaryStatusAnswer> => {
      const reply = await call.reply(routes.status, { path: { id, unitId } }, options);
      const { meta } = reply;
      if (reply.status === 200) return { status: 200, data: await call.read("PACommentaryStatusRoot", reply), meta };
      return { status: 202, data: await optional(call, "PACommentaryGetStatusRoot", reply), meta };
    },
    result: async (id, unitId, options): Promise<CommentaryAnswer> => {
      const reply = await call.reply(routes.result, { path: { id, unitId } }, options);
      return { status: 200, ...(await commentary(call, reply)) };
    },
  };
}

async function commentary(call: Caller, reply: ServiceReply) {
  return { data: await call.read("PACommentaryRoot", reply), bytes: replyBytes(reply), meta: reply.meta };
}

type Model = keyof ResponseModels;
type Reads<Name extends Model, Query extends QueryParameters = QueryParameters> = Route<
  { readonly 200: Name },
  undefined,
  Query
>;

/** The contents of a directory. `path` looks like `Client:Foo/Bar`. */
export function bindDirectory<Name extends Model>(call: Caller, { list }: { list: Reads<Name> }) {
  return { list: (path: string, options?: CallOptions) => call.model(list, { path: { path } }, options) };
}

/** A list without query parameters. */
export function bindListing<Name extends Model>(call: Caller, { list }: { list: Reads<Name> }) {
  return { list: (options?: CallOptions) => call.model(list, {}, options) };
}

/** A list with query parameters. */
export function bindSearch<Name extends Model, Query extends QueryParameters>(
  call: Caller,
  { list }: { list: Reads<Name, Query> },
) {
  return { list: (...[query, options]: SearchArguments<Query>) => call.model(list, { query }, options) };
}

export function bindLookup<Name extends Model>(call: Caller, { get }: { get: Reads<Name> }) {
  return { get: (id: string, options?: CallOptions) => call.model(get, { path: { id } }, options) };
}

/** A list with query parameters, and each of its entries. */
export function bindCatalogue<Name extends Model, Query extends QueryParameters, One extends Model>(
  call: Caller,
  routes: { list: Reads<Name, Query>; get: Reads<One> },
) {
  return { ...bindSearch(call, routes), ...bindLookup(call, routes) };
}

/** Converts relative dates to absolute ones, for a component and an account. */
export function bindDates(call: Caller, { convert }: { convert: Reads<"DateParametersSummaryRoot"> }) {
  return { convert: (query: DatesQuery, options?: CallOptions) => call.model(convert, { query }, options) };
}

/** Templates, or templated components: created, read, changed, deleted. */
export function bindTemplates<
  Query extends QueryParameters,
  Create extends keyof RequestModels,
  Update extends keyof RequestModels,
  Written extends Model,
  List extends Model,
  One extends Model,
>(call: Caller, routes: ReturnType<typeof factories.templates<Query, Create, Update, Written, List, One>>) {
  return {
    create: async (body: RequestModels[Create], options?: CallOptions) => {
      const reply = await call.reply(routes.create, { body }, options);
      return { status: 201, data: await call.read(routes.create.answers[201], reply), meta: reply.meta } as const;
    },
    update: (id: string, body: RequestModels[Update], options?: CallOptions) =>
      call.model(routes.update, { path: { id }, body }, options),
    delete: (id: string, options?: CallOptions) => call.nothing(routes.delete, id, options),
    ...bindCatalogue(call, routes),
  };
}
