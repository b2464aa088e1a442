import { type Clock, families, familyIds } from "@analytics-engines/core/basics";
import type { FamilyId } from "@analytics-engines/core/families";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSimulator, knownGood, type Listening } from "../src/index.ts";
import { goodBodies, jobsPath, paUnit } from "./support/service.ts";

// What the service's samples do, call by call, with plain `fetch` over a socket and without this project's client.

let now = Date.UTC(2026, 0, 1);
/** A clock that moves when a sample waits. No answer of these tests waits for it. */
const clock: Clock = { now: () => now, setTimer: () => () => {} };
const simulator = createSimulator({ clock, jobSeconds: 12 });
let service: Listening;
beforeAll(async () => {
  service = await simulator.listen();
});
afterAll(() => service.close());

const good = knownGood();
const byKind = (answers: "units" | "single") => familyIds.filter((family) => families[family].answers === answers);
const pa = "/analytics/engines/pa/v3";

/** Makes a call as a sample does. The address is a URL or a path. */
async function call(method: string, address: string, body?: unknown) {
  const response = await fetch(new URL(address, service.url), {
    method,
    headers: {
      authorization: `Basic ${btoa("DEMO-1:demo")}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
}

/** Reads a status until it is not 202, and waits as `max-age` says. */
async function poll(address: string) {
  for (;;) {
    const answer = await call("GET", address);
    if (answer.status !== 202) return answer;
    const [, seconds = "5"] = /max-age=(\d+)/.exec(answer.headers.get("cache-control") ?? "") ?? [];
    expect(Number(answer.headers.get("x-vendor-api-pickup-progress"))).toBeLessThan(100);
    now += Number(seconds) * 1000;
  }
}

const location = ({ headers }: { readonly headers: Headers }) => headers.get("location") ?? "";

describe.each(byKind("units"))("the sample of %s", (family) => {
  const jobs = jobsPath(family);

  it("creates, polls, and reads the results of all units; of quant, their info after them", async () => {
    const created = await call("POST", jobs, goodBodies[family]);
    expect(created.status).toBe(202);
    const status = await poll(location(created));
    expect([status.status, status.json.data.status]).toEqual([200, "Completed"]);
    for (const [id, unit] of Object.entries<{ status: string; result: string }>(status.json.data.units)) {
      expect(unit.status).toBe("Success");
      const result = await call("GET", unit.result);
      expect(result.status).toBe(200);
      if (family === "pub") expect(result.text).toMatch(/^%PDF-/);
      else expect(result.json.data).toBeTypeOf("object");
      if (family !== "quant") continue;
      const info = await call("GET", status.json.meta.units[id].info);
      expect([info.status, info.json.data.unit]).toEqual([200, id]);
    }
  });

  it("lists its jobs, reads back parameters and cancels", async () => {
    const created = await call("POST", jobs, { data: { other: Object.values(unitsOf(family))[0] } });
    const id = created.json.data.calculationid;
    const list = await call("GET", `${jobs}?pageNumber=1`);
    expect(list.status).toBe(200);
    expect(list.json.data[id]).toMatchObject({ status: "Queued", units: 1, lastPollTime: expect.any(String) });
    const parameters = await call("GET", `${jobs}/${id}`);
    expect([parameters.status, Object.keys(parameters.json.data)]).toEqual([200, ["other"]]);
    expect((await call("DELETE", `${jobs}/${id}`)).status).toBe(204);
  });
});

const unitsOf = (family: FamilyId) => (goodBodies[family] as { data: Record<string, unknown> }).data;

describe.each(byKind("single"))("the sample of %s", (family) => {
  const jobs = jobsPath(family);

  it("takes the id from its header, polls until 201, and reads the result at its address", async () => {
    const created = await call("POST", jobs, goodBodies[family]);
    const id = created.headers.get("x-vendor-api-calculation-id");
    expect([created.status, id]).toEqual([202, expect.stringMatching(/^[0-9a-f]{32}$/)]);
    const status = await poll(`${jobs}/${id}/status`);
    expect(status.status).toBe(201);
    const result = await call("GET", `${jobs}/${id}/result`);
    expect(result.status).toBe(200);
    expect(result.json).toEqual(status.json);
    expect((await call("GET", `${jobs}/${id}/result`)).status).toBe(404);
  });

  it("reads back parameters and cancels", async () => {
    const { headers } = await call("POST", jobs, goodBodies[family]);
    const address = `${jobs}/${headers.get("x-vendor-api-calculation-id")}`;
    const parameters = await call("GET", address);
    expect([parameters.status, parameters.json.data]).toEqual([200, expect.any(Object)]);
    expect((await call("DELETE", address)).status).toBe(204);
  });
});

it("the sample of fiab creates, polls and lists", async () => {
  const jobs = jobsPath("fiab");
  const created = await call("POST", jobs, goodBodies.fiab);
  expect(created.status).toBe(202);
  expect(created.headers.get("x-ratelimit-remaining")).toMatch(/^\d+$/);
  const status = await poll(location(created));
  expect([status.status, status.json.status]).toEqual([200, "Done"]);
  const list = await call("GET", jobs);
  expect(list.status).toBe(200);
  expect(list.json[status.json.id]).toEqual({ requesttime: expect.any(String), lastpolltime: expect.any(String) });
});

describe.each([
  [
    "linked",
    { parentComponentId: good.components.pa.attribution },
    ["Portfolio | Beginning Weight", "Active | Total Effect"],
    { accounts: [{ id: good.accounts.europe }] },
  ],
  [
    "unlinked",
    { templateTypeId: good.templateType, accounts: [{ id: good.accounts.equity }] },
    ["Portfolio | Ending Weight", "Active | Ending Weight"],
    { accounts: [{ id: good.accounts.europe }], benchmarks: [{ id: good.benchmarks.europe }] },
  ],
])("the sample of %s templates", (kind, parent, columns, componentData) => {
  it("makes a template, a templated component of it, and calculates that", async () => {
    const template = await call("POST", `${pa}/${kind}-templates`, {
      data: { directory: "Personal:Templates/", description: "A template", ...parent },
    });
    expect(template.status).toBe(201);
    const component = await call("POST", `${pa}/templated-components`, {
      data: { directory: "Personal:Components/", parentTemplateId: template.json.data.id, componentData },
    });
    expect(component.status).toBe(201);
    const componentid = component.json.data.id;

    const { dates } = paUnit;
    const created = await call("POST", jobsPath("pa"), { data: { 1: { componentid, dates } } });
    expect(created.status).toBe(202);
    const status = await poll(location(created));
    expect(status.json.data.units["1"]).toMatchObject({ status: "Success", errors: null });
    const { json } = await call("GET", status.json.data.units["1"].result);
    const [table] = Object.values<{ definition: { columns: { description: string }[] } }>(json.data.tables);
    const names = table?.definition.columns.map(({ description }) => description) ?? [];
    expect(names).toEqual(expect.arrayContaining(columns));
    expect(JSON.stringify(json.data)).toContain(componentid);
    // The result has the account of the templated component, not that of its template.
    expect(JSON.stringify(json.data)).toMatch(/EUROPE[_ ]EQUITY/i);

    for (const path of [`templated-components/${componentid}`, `${kind}-templates/${template.json.data.id}`]) {
      expect((await call("DELETE", `${pa}/${path}`)).status).toBe(204);
    }
    const later = await call("POST", jobsPath("pa"), { data: { gone: { componentid, dates } } });
    const { data } = (await poll(location(later))).json;
    expect(data.units.gone).toMatchObject({
      status: "Failed",
      errors: [{ title: "ErrorMessage", detail: `Invalid component identifier:${componentid}` }],
    });
  });
});
