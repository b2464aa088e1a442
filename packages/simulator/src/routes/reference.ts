import type { Service } from "../service.ts";
import { badParameter, type Exchange, type Handler, notFound, parameter } from "./exchange.ts";
import { jsonBytes, jsonType } from "./reply.ts";

/** Answers what the catalogue holds, or 404 with the given words. */
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

/** Lists that the service keeps in a cache for an hour: their age is told. */
export function cachedReference(read: (catalogue: Service["catalogue"], exchange: Exchange) => unknown): Handler {
  const answer = reference(read);
  // The catalogue never changes, so the whole list is written once. What a query narrows is not worth keeping.
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

/** Converts relative dates; what cannot be converted is a 400. */
export function dates(family: "pa" | "vault"): Handler {
  return (exchange, { catalogue }) => {
    const query = (name: string) => queryOf(exchange, name);
    const converted = catalogue.convertDates(family, {
      startdate: query("startdate"),
      enddate: query("enddate") ?? "",
      componentid: query("componentid") ?? "",
      account: query("account") ?? "",
      calendar: query("calendar"),
    });
    if ("problem" in converted) throw badParameter(culpritOf(converted.problem), converted.problem);
    return { status: 200, json: { data: converted } };
  };
}

/** The query parameter that a problem speaks of first. */
function culpritOf(problem: string): string {
  const [word = ""] = /component|account|start|end/i.exec(problem) ?? [];
  return { component: "componentid", account: "account", start: "startdate" }[word.toLowerCase()] ?? "enddate";
}
