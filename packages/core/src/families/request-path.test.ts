import { describe, expect, it } from "vitest";
import { scriptedClient } from "../../test/support/jobs/scripted-api.ts";
import { memoryJournal } from "../jobs/handle.ts";
import { runJobs } from "../jobs/run/run.ts";
import { toPointer } from "../json/value.ts";
import { requestPath } from "./request-path.ts";

function pointerInRequest(place: string, request: unknown): string | undefined {
  const { path } = requestPath(place, request);
  return path.length === 0 ? undefined : toPointer(path);
}

const body = {
  data: {
    weights: { componentid: "A", accounts: [{ id: "Client:/A.ACCT" }], dates: { startdate: "0" } },
    "a/b": { account: { id: "x" } },
  },
};

describe("the place of a service's error in the request", () => {
  it.each([
    ["/CalculationParametersDictionary[1]/Value/Account/Id", "/data/a~1b/account/id"],
    ["/CalculationParametersDictionary[0]/Value/Accounts[0]/Id", "/data/weights/accounts/0/id"],
    ["/CalculationParametersDictionary[0]/Value/Dates/StartDate", "/data/weights/dates/startdate"],
    ["/CalculationParametersDictionary[0]/Value/Benchmark/Id", "/data/weights"],
    ["/CalculationParametersDictionary[0]", "/data/weights"],
    ["/data/weights/dates/startdate", "/data/weights/dates/startdate"],
    ["/Data/Weights/Dates/StartDate", "/data/weights/dates/startdate"],
    ["/data/a~1b/account/id", "/data/a~1b/account/id"],
    ["/data/weights/accounts/0/id", "/data/weights/accounts/0/id"],
  ])("is %s", (place, pointer) => {
    expect(pointerInRequest(place, body)).toBe(pointer);
  });

  it.each([
    "/CalculationParametersDictionary[2]/Value/Account/Id",
    "/CalculationParametersDictionary/Value",
    "/nothing",
    "",
    "/__proto__/x",
    "/toString",
  ])("is nowhere for %j", (place) => {
    expect(pointerInRequest(place, body)).toBeUndefined();
  });

  it("is nowhere in a request that is not an object", () => {
    expect(pointerInRequest("/data/x", null)).toBeUndefined();
    expect(pointerInRequest("/CalculationParametersDictionary[0]/Value", "text")).toBeUndefined();
  });
});

it("reaches the outcome of a job that the service refuses", async () => {
  const detail = JSON.stringify({ "CalculationParametersDictionary[1].Value.Account.Id": ["The account is unknown."] });
  const { client } = scriptedClient([{ status: 400, body: { errors: [{ code: "BadRequest", detail }] } }]);
  const unit = (id: string) => ({ document: "Client:/D", account: { id }, dates: { enddate: "0" } });
  const request = { data: { first: unit("Client:/A.ACCT"), second: unit("Client:/B.ACCT") } };
  const [outcome] = await runJobs([{ key: "book.pub.json", family: "pub", body: request }], {
    client,
    journal: memoryJournal(),
    store: { store: () => Promise.reject(new Error("Nothing is stored here.")) },
  });
  const pointers = outcome?.units.map(({ id, errors }) => [id, errors[0]?.source?.pointer]);
  expect(pointers).toContainEqual(["second", "/data/second/account/id"]);
});
