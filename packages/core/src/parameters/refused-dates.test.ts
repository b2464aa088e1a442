import { expect, it } from "vitest";
import type { DateQuery, DateSource } from "./dates/resolve-dates.ts";
import { readParameterFile } from "./read/read.ts";
import { refusedDates } from "./refusals.ts";

const today = new Date("2026-11-23");

/** A service that knows the dates `lastclose` and `0M`, and refuses as the service does. */
function fakeSource(refuse: (query: DateQuery) => Error | undefined = refusalOf) {
  const queries: DateQuery[] = [];
  const convert = async (query: DateQuery) => {
    queries.push(query);
    const error = refuse(query);
    if (error !== undefined) throw error;
    return { data: { data: { startdate: "20261030", enddate: "20261030" } } };
  };
  const source: DateSource = { pa: { dates: { convert } }, vault: { dates: { convert } } };
  return { source, queries };
}

const serviceError = (status: number, ...details: string[]) =>
  Object.assign(new Error("refused"), { status, errors: details.map((detail) => ({ detail })) });

function refusalOf({ startdate = "0", enddate, account }: DateQuery): Error | undefined {
  if (account === "UNKNOWN") return serviceError(404, "Account name: UNKNOWN fetch failed");
  const isKnown = (text: string) => ["lastclose", "0", "0M"].includes(text);
  if (!isKnown(enddate)) return serviceError(404, "Invalid end date input");
  return isKnown(startdate) ? undefined : serviceError(404, "Invalid start date input");
}

const fileOf = (dates: object, account = "A.ACCT") => {
  const unit = { componentid: "C1", accounts: [{ id: account }], dates: { frequency: "Single", ...dates } };
  return readParameterFile(JSON.stringify({ data: { unit } }), { family: "pa" });
};
const problems = async (file: ReturnType<typeof fileOf>, source: DateSource) =>
  (await refusedDates(file, { source, today })).map(({ severity, pointer, message }) => [
    severity,
    pointer,
    message.split(":")[0],
  ]);

it("reports a date that the service refuses, at its place", async () => {
  const { source } = fakeSource();
  expect(await problems(fileOf({ startdate: "-1Mo", enddate: "0M" }), source)).toEqual([
    ["error", "/data/unit/dates/startdate", "The service does not know the date `-1Mo`"],
  ]);
  expect(await problems(fileOf({ startdate: "lastclose", enddate: "yesterday" }), source)).toEqual([
    ["error", "/data/unit/dates/enddate", "The service does not know the date `yesterday`"],
  ]);
});

it("reports nothing of a date that the service knows, of an account that it does not, and of a service that does not answer", async () => {
  const { source } = fakeSource();
  expect(await problems(fileOf({ startdate: "lastclose", enddate: "0M" }), source)).toEqual([]);
  expect(await problems(fileOf({ enddate: "-1Mo" }, "UNKNOWN"), source)).toEqual([]);
  const down = fakeSource(() => serviceError(503, "Invalid end date input"));
  expect(await problems(fileOf({ enddate: "-1Mo" }), down.source)).toEqual([]);
  const silent = fakeSource(() => new Error("no answer"));
  expect(await problems(fileOf({ enddate: "-1Mo" }), silent.source)).toEqual([]);
});

it("asks nothing about dates of a documented form, and nothing of other families", async () => {
  const { source, queries } = fakeSource();
  expect(await problems(fileOf({ startdate: "-1M", enddate: "20261030" }), source)).toEqual([]);
  const spar = readParameterFile('{"data": {"u": {"componentid": "C"}}}', { family: "spar" });
  expect(await refusedDates(spar, { source, today })).toEqual([]);
  expect(queries).toEqual([]);
});

it("ends with the reason of the signal", async () => {
  const { source } = fakeSource();
  const signal = AbortSignal.abort(new Error("over"));
  await expect(refusedDates(fileOf({ enddate: "-1Mo" }), { source, today, signal })).rejects.toThrow("over");
});
