import type { RequestModels } from "../families/index.ts";
import type { Caller } from "./caller.ts";
import type { Components, Dates, Directory, Listing, ModelLookup, Search, Templates } from "./client-types.ts";
import type { QueryParameters, Route } from "./endpoints.ts";
import type { ResponseModels } from "./models/index.ts";

type Model = keyof ResponseModels;
type Reads<Name extends Model, Query extends QueryParameters = QueryParameters> = Route<
  { readonly 200: Name },
  undefined,
  Query
>;

export function bindDirectory<Name extends Model>(call: Caller, { list }: { list: Reads<Name> }): Directory<Name> {
  return { list: (path, options) => call.model(list, { path: { path } }, options) };
}

export function bindListing<Name extends Model>(call: Caller, { list }: { list: Reads<Name> }): Listing<Name> {
  return { list: (options) => call.model(list, {}, options) };
}

export function bindLookup<Name extends Model>(call: Caller, { get }: { get: Reads<Name> }): ModelLookup<Name> {
  return { get: (id, options) => call.model(get, { path: { id } }, options) };
}

export function bindSearch<Name extends Model, Query extends QueryParameters>(
  call: Caller,
  { list }: { list: Reads<Name, Query> },
): Search<Query, Name> {
  return { list: (...[query, options]) => call.model(list, { query }, options) };
}

export function bindComponents<Name extends Model>(
  call: Caller,
  routes: { list: Reads<"ComponentSummaryRoot", { readonly document: { readonly required: true } }>; get: Reads<Name> },
): Components<Name> {
  return { ...bindSearch(call, routes), ...bindLookup(call, routes) };
}

export function bindDates(call: Caller, { convert }: { convert: Reads<"DateParametersSummaryRoot"> }): Dates {
  return { convert: (query, options) => call.model(convert, { query }, options) };
}

interface TemplateRoutes<
  Create extends keyof RequestModels,
  Update extends keyof RequestModels,
  Written extends Model,
  One extends Model,
> {
  readonly create: Route<{ readonly 201: Written }, Create>;
  readonly update: Route<{ readonly 200: Written }, Update>;
  readonly get: Reads<One>;
  readonly delete: Route<{ readonly 204: "none" }>;
}

export function bindTemplates<
  Create extends keyof RequestModels,
  Update extends keyof RequestModels,
  Written extends Model,
  One extends Model,
>(call: Caller, routes: TemplateRoutes<Create, Update, Written, One>): Templates<Create, Update, Written, One> {
  return {
    create: async (body, options) => {
      const reply = await call.reply(routes.create, { body }, options);
      return { status: 201, data: await call.read(routes.create.answers[201], reply), meta: reply.meta };
    },
    update: (id, body, options) => call.model(routes.update, { path: { id }, body }, options),
    delete: (id, options) => call.nothing(routes.delete, id, options),
    ...bindLookup(call, routes),
  };
}
