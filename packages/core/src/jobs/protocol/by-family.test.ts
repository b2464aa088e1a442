import { describe, expect, it } from "vitest";
import { type ScriptedAnswer, scriptedApi } from "../../../test/support/jobs/scripted-api.ts";
import { AmbiguousCreateError, MalformedAnswerError, ResultUnavailableError } from "../../service/errors/errors.ts";

const unitsStatus = (units: unknown, status = "Completed", meta?: unknown) => ({
  data: { calculationid: "abc", status, units },
  meta,
});

describe("a family with units", () => {
  const see = (answer: ScriptedAnswer) => scriptedApi("quant", answer).status("abc", {});

  it("runs while the answer says so, in any of its ways", async () => {
    expect(await see({ status: 202, body: unitsStatus({ a: { status: "Executing" } }, "Executing") })).toMatchObject({
      state: "running",
    });
    expect(await see({ status: 202, body: unitsStatus(null, "Queued") })).toMatchObject({ state: "running" });
    expect(await see({ status: 202, body: { data: null } })).toMatchObject({ state: "running" });
    expect(
      await see({ status: 202, body: unitsStatus({ a: { status: "Success" }, b: { status: "Queued" } }, "Executing") }),
    ).toMatchObject({ state: "running" });
  });

  it("is done when either the answer or the document says so", async () => {
    const units = {
      a: { status: "success", warnings: ["old prices"] },
      b: { status: "FAILED", errors: [{ id: "abc:b", code: "400", title: null, detail: "no account" }] },
    };
    for (const answer of [
      { status: 200, body: unitsStatus(units) },
      { status: 202, body: unitsStatus(units) },
      { status: 202, body: unitsStatus(units, "Executing") },
    ]) {
      expect(await see(answer)).toMatchObject({
        state: "done",
        units: [
          { id: "a", status: "success", warnings: ["old prices"], hasInfo: false },
          { id: "b", status: "failure", errors: [{ id: "abc:b", code: "400", detail: "no account" }] },
        ],
      });
    }
  });

  it("knows which units have an info document", async () => {
    const body = unitsStatus({ a: { status: "Success" }, b: { status: "Success" } }, "Completed", {
      units: { a: { info: "https://elsewhere.example/info" } },
    });
    expect(await see({ status: 200, body })).toMatchObject({ units: [{ hasInfo: true }, { hasInfo: false }] });
  });

  it("treats an unknown unit status as a failure, and never asks for the unit's result", async () => {
    for (const status of ["Sleeping", null, undefined, ""]) {
      const jobState = await see({ status: 200, body: unitsStatus({ a: { status } }) });
      expect(jobState).toMatchObject({
        state: "done",
        units: [{ status: "failure", errors: [{ code: "unknown-status" }] }],
      });
    }
  });

  it("does not read a success from odd values, nor a status from another outline", async () => {
    for (const status of [{ word: "Success" }, ["Success"], 1, true]) {
      const body = unitsStatus({ a: { status, errors: [["odd"], 5], warnings: { odd: 1 } } }, "Completed", "odd");
      const jobState = await see({ status: 200, body });
      expect(jobState).toMatchObject({ state: "done", units: [{ status: "failure", warnings: ['{"odd":1}'] }] });
    }
    for (const data of ["Completed", ["a"], { units: ["a"] }, { units: { a: "Success" } }])
      await expect(see({ status: 200, body: { data } })).rejects.toThrow(MalformedAnswerError);
  });

  it("notes when the answer says complete and a unit still runs", async () => {
    const jobState = await see({ status: 200, body: unitsStatus({ a: { status: "Executing" } }) });
    expect(jobState).toMatchObject({ state: "running", contradiction: [{ id: "a", status: "failure" }] });
  });

  it("distinguishes canceled from not found", async () => {
    expect(await see({ status: 200, body: unitsStatus({}, "Cancelled") })).toMatchObject({ state: "canceled" });
    expect(await see({ status: 404, body: { errors: [{ detail: "Calculation not found" }] } })).toEqual({
      state: "gone",
    });
  });

  it("keeps the id that was chosen, whether the answer names it, in whatever letter case, or names none", async () => {
    const body = unitsStatus({ a: { status: "Queued" } }, "Queued");
    const location = "https://elsewhere.example/analytics/engines/pa/v3/calculations/ABC/status";
    for (const answer of [
      { status: 202, body },
      { status: 202, headers: { location } },
      { status: 202, headers: { "x-acme-api-calculation-id": "abc" } },
      { status: 202 },
      { status: 202, body: { data: null } },
    ]) {
      const created = await scriptedApi("pa", answer).create("Abc", { data: { a: {} } }, {});
      expect(created).toMatchObject({ jobState: { state: "running" } });
      expect(created.jobId).toBeUndefined();
    }
  });

  it("takes an inline result as that of the only unit", async () => {
    const created = await scriptedApi("pa", { status: 201, body: { data: 1 } }).create(
      "mine",
      { Data: { "my unit": {} } },
      {},
    );
    expect(created.jobState).toMatchObject({
      state: "result",
      unitId: "my unit",
      body: { contentType: "application/json" },
    });
  });

  it("is requested only at addresses made from its own id", async () => {
    const api = scriptedApi("quant", { status: 200, body: {} }, { status: 200, body: {} }, { status: 204 });
    await api.info?.("a/b", "u?1", {});
    await api.result("a/b", "u?1", {});
    await api.cancel?.("a/b", {});
    const base = "/analytics/engines/quant/v3/calculations/a%2Fb";
    expect(api.sent).toEqual([`GET ${base}/units/u%3F1/info`, `GET ${base}/units/u%3F1/result`, `DELETE ${base}`]);
    expect(api.address("a/b")).toBe(`https://api.example${base}`);
  });
});

describe("a family with one result", () => {
  it("runs until the status is the result", async () => {
    const api = scriptedApi("npo", { status: 202 }, { status: 201, body: { data: { trades: { tables: {} } } } });
    expect(await api.status("abc", {})).toMatchObject({ state: "running" });
    expect(await api.status("abc", {})).toMatchObject({ state: "result", unitId: "result" });
  });

  it("keeps the id that was chosen, whether the answer names it in any of the ways or names none", async () => {
    for (const data of [{ calculationId: "X1" }, { calculationid: "x1" }, { id: "x1" }, {}, null]) {
      const created = await scriptedApi("fi", { status: 202, body: { data } }).create("x1", {}, {});
      expect(created).toEqual({ jobState: { state: "running", meta: expect.anything() } });
    }
  });

  it("fails if its status is refused", async () => {
    const jobState = await scriptedApi("axp", {
      status: 400,
      body: { errors: [{ code: "BadInput", detail: "no strategy" }] },
    }).status("abc", {});
    expect(jobState).toMatchObject({
      state: "done",
      units: [{ id: "result", status: "failure", errors: [{ code: "BadInput", detail: "no strategy" }] }],
    });
  });
});

describe("the family whose documents are bare", () => {
  const see = (status: number, word: string) =>
    scriptedApi("fiab", {
      status,
      body: { id: "1", status: word, progress: 7, batchevents: [{ message: "no prices", type: "Warning" }] },
    }).status("1", {});

  it.each([
    [202, "Pending", "running"],
    [202, "InProgress", "running"],
    [202, "Paused", "running"],
    [202, "Unheard", "running"],
    [202, "Done", "result"],
    [200, "DONE", "result"],
    [200, "Error", "done"],
    [202, "Error", "done"],
    [200, "Paused", "done"],
    [200, "Unheard", "done"],
    [200, "InProgress", "running"],
    [200, "Cancelled", "canceled"],
  ])("%i %s is %s", async (status, word, state) => {
    const jobState = await see(status, word);
    expect(jobState.state).toBe(state);
    if (jobState.state === "done") {
      expect(jobState.units).toMatchObject([
        {
          id: "result",
          status: "failure",
          errors: [{ code: "calculation-failed" }, { code: "Warning", detail: "no prices" }],
        },
      ]);
    }
    if (jobState.state === "result") {
      const bytes = await jobState.body.bytes();
      expect(JSON.parse(Buffer.from(bytes).toString())).toMatchObject({ progress: 7 });
      expect(jobState.body.contentLength).toBe(bytes.length);
    }
  });

  it("gives the document as received, byte for byte, whatever the finished job's status is called", async () => {
    for (const body of [
      '\uFEFF{ "status" : "Done", "big": 12345678901234567890, "x": 1.10, "status2":"\\u00e9" }\n',
      '{"id":"1","status":"Unheard"}',
      '{"id":"1"}',
      '{"id":"1","status":null}',
      '{"id":"1","status":"Error","batchevents":[]}',
    ]) {
      const api = scriptedApi("fiab", { status: 200, body });
      const read = await api.result("1", "result", {});
      expect(Buffer.from(await read.body.bytes()).toString("hex")).toBe(Buffer.from(body).toString("hex"));
      expect(read.body.contentLength).toBe(Buffer.byteLength(body));
    }
  });

  it("does not read a success from odd values", async () => {
    for (const status of [{ word: "Done" }, ["Done"], 1])
      for (const batchevents of ["odd", { odd: 1 }, [5, ["odd"], { message: { odd: 1 } }]]) {
        const jobState = await scriptedApi("fiab", { status: 200, body: { id: "1", status, batchevents } }).status(
          "1",
          {},
        );
        expect(jobState).toMatchObject({ state: "done", units: [{ status: "failure" }] });
      }
  });

  it("has no result while it runs", async () => {
    for (const word of ["Pending", "Unheard", "Cancelled"]) {
      const api = scriptedApi("fiab", { status: 202, body: { status: word } });
      await expect(api.result("1", "result", {})).rejects.toThrow(ResultUnavailableError);
    }
  });

  it.each([
    ["https://api.example/analytics/engines/fiab/v1/calculations/77", "77"],
    ["/analytics/engines/fiab/v1/calculations/7%207/?x=1#y", "7 7"],
    ["https://elsewhere.example/analytics/engines/fiab/v1/calculations/77/", "77"],
  ])("finds its id in the address %s", async (location, id) => {
    const api = scriptedApi(
      "fiab",
      { status: 202, headers: { location } },
      { status: 202, body: { status: "Pending" } },
    );
    expect(await api.create("unused", {}, {})).toMatchObject({ jobId: id });
    await api.status(id, {});
    expect(api.sent).toEqual([
      "POST /analytics/engines/fiab/v1/calculations",
      `GET /analytics/engines/fiab/v1/calculations/${encodeURIComponent(id)}`,
    ]);
  });

  it("may be running when the service does not name it", async () => {
    await expect(scriptedApi("fiab", { status: 202 }).create("unused", {}, {})).rejects.toThrow(AmbiguousCreateError);
  });

  it("cannot be canceled", () => {
    expect(scriptedApi("fiab").cancel).toBeUndefined();
  });
});
