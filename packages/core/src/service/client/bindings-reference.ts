import type { RequestModels } from "../../families/index.ts";
import type { QueryParameters, Route } from "../endpoints/endpoints.ts";
import type * as factories from "../endpoints/factories.ts";
import type { ResponseModels } from "../models/index.ts";
import type { Caller } from "./caller.ts";
import type { CallOptions, DatesQuery, SearchArguments } from "./client-types.ts";

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
