import { calendarOf, formatDay, resolveDate } from "@analytics-engines/core/parameters";
import { isAccountOrBenchmark, sparReturnTypes } from "../catalogue/accounts.ts";
import { findComponent } from "../catalogue/components.ts";
import type { PathTree } from "../catalogue/documents.ts";
import type { Service } from "../service.ts";
import {
  badParameter,
  type Exchange,
  type Handler,
  JSON_TYPE,
  jsonBytes,
  notFound,
  parameter,
  Refusal,
} from "./exchange.ts";

/** The payload of an answer; `undefined` where the service has none. */
type Read = (exchange: Exchange, service: Service) => unknown;

/** Answers an entry of the catalogue, or 404 with the given message. */
export function reference(read: Read, missing = "Not found"): Handler {
  return (exchange, service) => {
    const data = read(exchange, service);
    if (data === undefined) throw notFound(missing);
    return { status: 200, json: { data } };
  };
}

/** Answers a list that the service caches for an hour, with its age. */
export function cachedReference(read: Read): Handler {
  const answer = reference(read);
  // The catalogue never changes, so a list without a filter is encoded once.
  const written = new WeakMap<Service, Uint8Array<ArrayBuffer>>();
  return async (exchange, service) => {
    const age = Math.floor(exchange.at / 1000) % 3600;
    const headers = { "Cache-Control": "max-age=3600", Age: String(age) };
    if (exchange.query.size > 0) return { ...(await answer(exchange, service)), headers };
    const body = written.get(service) ?? jsonBytes((await answer(exchange, service)).json);
    written.set(service, body);
    return { status: 200, headers, bytes: { contentType: JSON_TYPE, body } };
  };
}

/** Lists the files (under this name) and the directories of the directory in the path. */
export function directory(name: "accounts" | "documents", tree: () => PathTree): Handler {
  return reference((exchange) => {
    const entry = tree().list(parameter(exchange, "path"));
    return entry && { [name]: entry.files, directories: entry.directories };
  }, "Directory not found");
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
export function entryById(what: string, read: (id: string) => unknown): Handler {
  return reference((exchange, { strict }) => {
    const id = idOf(exchange);
    if (!strict && !/^[0-9A-F]{64}$/i.test(id))
      throw new Refusal(400, `Invalid ${what.toLowerCase()} identifier: ${id}`);
    return read(id);
  }, `${what} not found`);
}

/** The return types of a `spar` account: a path, or a benchmark's id. */
export const returnTypes = reference((exchange, { strict }) => {
  const account = parameter(exchange, "accountPath");
  if (isAccountOrBenchmark(account)) return { returnsType: sparReturnTypes.map(({ id, name }) => ({ name, id })) };
  const isPath = /^[^:/\s][^:/]*:/.test(account);
  if (!strict && !isPath) throw badParameter("accountPath", `Invalid account identifier: ${account}`);
  return undefined;
}, "Account not found");

/** Converts relative dates. Wrong dates are a 404; in the profile `strict` a 400 that points to the parameter. */
export const dateHandler = (family: "pa" | "vault") =>
  reference((exchange, { strict }) => {
    const converted = convertDates(family, Object.fromEntries(exchange.query), new Date(exchange.at));
    if (!("problem" in converted)) return converted;
    throw strict ? badParameter(converted.parameter, converted.problem) : notFound(converted.problem);
  });

/** The query of a date conversion. Newer deployments take the calendar, `FIVEDAY` or `SEVENDAY`. */
export type DateConversion = Partial<Record<"startdate" | "enddate" | "componentid" | "account" | "calendar", string>>;

/** Relative dates to `YYYYMMDD`, or what is wrong with the query. A snapshot component starts where it ends. */
export function convertDates(
  family: "pa" | "vault",
  { startdate, enddate = "", componentid = "", account = "", calendar }: DateConversion,
  today: Date,
): { startdate: string; enddate: string } | { problem: string; parameter: keyof DateConversion } {
  const component = findComponent(family, componentid);
  if (component === undefined)
    return { parameter: "componentid", problem: `Invalid component identifier: ${componentid}` };
  if (!isAccountOrBenchmark(account)) return { parameter: "account", problem: `Account name: ${account} fetch failed` };
  const rules = { today, calendar: calendarOf(calendar) };
  const end = resolveDate(enddate, rules);
  if (end === undefined) return { parameter: "enddate", problem: "Invalid end date input" };
  const start = startdate ? resolveDate(startdate, rules) : undefined;
  if (startdate && start === undefined) return { parameter: "startdate", problem: "Invalid start date input" };
  const from = component.snapshot ? end : (start ?? end);
  if (from > end) {
    const problem = `Start date ${formatDay(from)} is after end date ${formatDay(end)}`;
    return { parameter: "startdate", problem };
  }
  return { startdate: formatDay(from), enddate: formatDay(end) };
}
