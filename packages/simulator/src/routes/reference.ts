import type { Service } from "../service.ts";
import { badParameter, type Exchange, type Handler, notFound, parameter, Refusal } from "./exchange.ts";
import { jsonBytes, jsonType } from "./reply.ts";

/** Answers an entry of the catalogue, or 404 with the given message. */
export function reference(
  read: (catalogue: Service["catalogue"], exchange: Exchange) => unknown,
  missing = "Not found",
): Handler {
  return (exchange, service) => {
    const data = read(service.catalogue, exchange);
    if (data === undefined) throw notFound(missing);
    return { status: 200, json: { data } };
  };
}

/** Answers a list that the service caches for an hour, with its age. */
export function cachedReference(read: (catalogue: Service["catalogue"], exchange: Exchange) => unknown): Handler {
  const answer = reference(read);
  // The catalogue never changes, so a list without a filter is encoded once.
  const written = new WeakMap<Service, Uint8Array<ArrayBuffer>>();
  return async (exchange, service) => {
    const age = Math.floor(exchange.at / 1000) % 3600;
    const headers = { "Cache-Control": "max-age=3600", Age: String(age) };
    if (exchange.query.size > 0) return { ...(await answer(exchange, service)), headers };
    let body = written.get(service);
    if (body === undefined) {
      const { json } = await answer(exchange, service);
      body = jsonBytes(json);
      written.set(service, body);
    }
    return { status: 200, headers, bytes: { contentType: jsonType, body } };
  };
}

/** The id in the path. */
export const idOf = (exchange: Exchange) => parameter(exchange, "id");

/** A query parameter; `undefined` where it is absent or empty. */
export const queryOf = ({ query }: Exchange, name: string) => query.get(name) || undefined;

export const filterOf = (exchange: Exchange) => ({
  name: queryOf(exchange, "name"),
  category: queryOf(exchange, "category"),
  directory: queryOf(exchange, "directory"),
});

/** Answers an entry by its id of 64 hex digits. An id of another form is a 400; in the profile `strict` a 404. */
export function entryById(
  what: string,
  read: (catalogue: Service["catalogue"], exchange: Exchange) => unknown,
): Handler {
  const answer = reference(read, `${what} not found`);
  return (exchange, service) => {
    const id = idOf(exchange);
    if (!service.strict && !/^[0-9A-F]{64}$/i.test(id)) {
      throw new Refusal(400, `Invalid ${what.toLowerCase()} identifier: ${id}`);
    }
    return answer(exchange, service);
  };
}

/** Lists pricing sources by directory. Only the profile `strict` lists all of them without a directory. */
export const listPricingSources: Handler = (exchange, service) => {
  if (!service.strict && queryOf(exchange, "directory") === undefined) {
    throw new Refusal(400, "Please provide the directory parameter and try again!");
  }
  return allPricingSources(exchange, service);
};

const allPricingSources = cachedReference((catalogue, exchange) => catalogue.pricingSources(filterOf(exchange)));

/** The details of a `spar` benchmark. */
export const benchmark: Handler = (exchange, service) => {
  const id = queryOf(exchange, "id") ?? "";
  if (!service.strict && !/^[\w.:/-]+$/.test(id)) throw badParameter("id", `Invalid benchmark identifier: ${id}`);
  return benchmarkById(exchange, service);
};

const benchmarkById = reference(
  (catalogue, exchange) => catalogue.benchmark(queryOf(exchange, "id") ?? ""),
  "Benchmark not found",
);

/** The return types of a `spar` account: a path, or a benchmark's id. */
export const listReturnTypes: Handler = (exchange, service) => {
  const account = parameter(exchange, "accountPath");
  const isPath = /^[^:/\s][^:/]*:/.test(account);
  if (!service.strict && !isPath && !service.catalogue.hasAccount(account)) {
    throw badParameter("accountPath", `Invalid account identifier: ${account}`);
  }
  return returnTypesOf(exchange, service);
};

const returnTypesOf = reference(
  (catalogue, exchange) => catalogue.returnTypes(parameter(exchange, "accountPath")),
  "Account not found",
);

/** Converts relative dates. Wrong dates are a 404; in the profile `strict` a 400 that points to the parameter. */
export function dates(family: "pa" | "vault"): Handler {
  return (exchange, { catalogue, strict }) => {
    const query = (name: string) => queryOf(exchange, name);
    const converted = catalogue.convertDates(family, {
      startdate: query("startdate"),
      enddate: query("enddate") ?? "",
      componentid: query("componentid") ?? "",
      account: query("account") ?? "",
      calendar: query("calendar"),
    });
    if ("problem" in converted) {
      throw strict ? badParameter(converted.parameter, converted.problem) : notFound(converted.problem);
    }
    return { status: 200, json: { data: converted } };
  };
}
