import { readFileSync } from "node:fs";
import { describe, expect, expectTypeOf, it } from "vitest";
import { createSimulator, type SimulatorOptions } from "../../../simulator/src/index.ts";
import type { PACalculationParametersRoot } from "../families/index.ts";
import {
  basicAuth,
  type ComputedFile,
  ComputeError,
  type ComputeProgress,
  createClient,
  PreflightError,
} from "../index.ts";
import { type Table, tableToRows } from "../results/index.ts";
import { createVirtualClock } from "../testing/index.ts";

const example = (name: string) => {
  const { $schema: _, ...request } = JSON.parse(
    readFileSync(new URL(`../../../../docs/examples/${name}`, import.meta.url), "utf8"),
  );
  return request;
};
const weights: PACalculationParametersRoot = example("weights.pa.json");
const [unitId = ""] = Object.keys(weights.data ?? {});
const unit = weights.data?.[unitId] ?? expect.fail();

/** A client that computes on a simulated service on virtual time. */
function createNotebook(options: SimulatorOptions = {}) {
  const clock = createVirtualClock();
  const simulator = createSimulator({ clock, jobSeconds: 30, ...options });
  const auth = basicAuth("DEMO-1", "demo");
  const client = createClient({ baseUrl: "https://api.example", auth, clock, fetch: simulator.fetch });
  const failure = (work: Promise<unknown>) =>
    clock.run(
      work.then(
        () => expect.fail(),
        (error: unknown) => error,
      ),
    );
  return { clock, simulator, client, failure };
}

describe("compute", () => {
  it("gives the tables of the one unit of a request, and sends each request once", async () => {
    const { clock, simulator, client } = createNotebook();
    const [table] = await clock.run(client.pa.calculations.compute(weights));
    expect(table && tableToRows(table)[0]).toMatchObject({ Total: "Total", "Portfolio | Ending Weight": 100 });
    expect(simulator.jobs).toMatchObject([{ creates: 1, units: [{ resultReads: 1 }] }]);
  });

  it("sends only the unit that is named", async () => {
    const { clock, simulator, client } = createNotebook();
    const request = { data: { a: unit, b: unit } };
    expect(await clock.run(client.pa.calculations.compute(request, { unit: "b" }))).toHaveLength(1);
    expect(simulator.jobs.flatMap(({ units }) => units.map(({ id }) => id))).toEqual(["b"]);
  });

  it.each([
    [
      "several units and no name",
      { data: { a: unit, b: unit } },
      {},
      "has 2 units (a, b): name one in the option unit",
    ],
    ["an unknown unit", { data: { a: unit } }, { unit: "b" }, "has no unit b. Its units are a."],
    ["a mistake", { data: { a: { ...unit, acounts: [] } } }, {}, "/data/a/acounts: "],
    ["no unit", {}, {}, "The request was not sent: "],
    [
      "a format without tables",
      { data: { a: unit }, meta: { format: "Pdf" } },
      {},
      "/meta/format: The format has no tables",
    ],
  ])("refuses a request with %s, and sends nothing", async (_title, request, options, message) => {
    const { simulator, client, failure } = createNotebook();
    const work: Promise<unknown> = Reflect.apply(client.pa.calculations.compute, undefined, [request, options]);
    const error = await failure(work);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(message);
    expect(simulator.requests).toEqual([]);
  });

  it("gives tables of every other family with units", async () => {
    const { clock, client } = createNotebook();
    const { spar, vault, quant } = client;
    expect(await clock.run(spar.calculations.compute(example("style.spar.json")))).not.toEqual([]);
    expect(await clock.run(vault.calculations.compute(example("official-returns.vault.json")))).not.toEqual([]);
    const prices = example("prices.quant.json");
    expect(await clock.run(quant.calculations.compute(prices, { unit: "prices" }))).not.toEqual([]);
  });

  it("gives tables of a job with one result", async () => {
    const { clock, client } = createNotebook();
    expect(await clock.run(client.fi.calculations.compute(example("bonds.fi.json")))).not.toEqual([]);
    expect(await clock.run(client.npo.optimizations.compute(example("equal-risk.npo.json")))).not.toEqual([]);
  });

  it("gives the file of a report, and the document of a batch", async () => {
    const { clock, client } = createNotebook();
    const report = await clock.run(client.pub.calculations.compute(example("monthly-book.pub.json")));
    expect(new TextDecoder().decode(report.bytes.subarray(0, 5))).toBe("%PDF-");
    expect(report.contentType).toBe("application/pdf");
    const batch = await clock.run(client.fiab.calculations.compute(example("batch.fiab.json")));
    expect(JSON.parse(new TextDecoder().decode(batch.bytes))).toMatchObject({ status: "Done" });
  });

  it("reports its progress", async () => {
    const { clock, client } = createNotebook();
    const reports: ComputeProgress[] = [];
    await clock.run(client.pa.calculations.compute(weights, { onProgress: (progress) => reports.push(progress) }));
    expect(reports.length).toBeGreaterThan(1);
    expect(reports.every(({ jobId }) => /^[0-9a-f]{32}$/.test(jobId))).toBe(true);
    expect(reports.at(-1)?.percent).toBeGreaterThan(0);
  });

  it("cancels the job on the service when its signal aborts, and rejects with its reason", async () => {
    const { clock, simulator, client, failure } = createNotebook({ jobSeconds: 3600 });
    const stop = new AbortController();
    clock.setTimer(60_000, () => stop.abort(new Error("enough")));
    expect(String(await failure(client.pa.calculations.compute(weights, { signal: stop.signal })))).toBe(
      "Error: enough",
    );
    expect(simulator.jobs.map(({ state }) => state)).toEqual(["Cancelled"]);
    expect(String(await failure(client.pa.calculations.compute(weights, { signal: stop.signal })))).toBe(
      "Error: enough",
    );
    expect(simulator.jobs).toHaveLength(1);
  });

  it("says which job may still run where it cannot be canceled", async () => {
    const { clock, simulator, client, failure } = createNotebook({ jobSeconds: 3600, faults: ["cancel=503"] });
    const stop = new AbortController();
    clock.setTimer(60_000, () => stop.abort(new Error("enough")));
    const error = await failure(client.pa.calculations.compute(weights, { signal: stop.signal }));
    expect(error).toBeInstanceOf(ComputeError);
    expect(error).toMatchObject({ outcome: { jobId: simulator.jobs[0]?.id }, cause: new Error("enough") });
  });

  it.each([
    ["a unit that the service could not compute", [], { ...unit, componentid: "missing" }, /ended as failure: ./],
    ["a result that was lost", ["result=cut"], unit, /ended as lost: ./],
    ["a job that was refused", ["create=404"], unit, /ended as failure: ./],
  ])("rejects with the reason of %s", async (_title, faults, paUnit, message) => {
    const { client, failure } = createNotebook({ faults });
    const error = await failure(client.pa.calculations.compute({ data: { a: paUnit } }));
    expect(error).toBeInstanceOf(ComputeError);
    expect(error).toMatchObject({ code: "compute", message: expect.stringMatching(message) });
  });

  it("says soon that the service cannot be used", async () => {
    const client = createClient({
      baseUrl: "https://api.example",
      auth: basicAuth("DEMO-1", "wrong"),
      fetch: createSimulator().fetch,
    });
    await expect(client.pa.calculations.compute(weights)).rejects.toThrow(PreflightError);
  });
});

it("has the type of its family", () => {
  const { client } = createNotebook();
  const { pa, pub, fi, fiab, npo } = client;
  expectTypeOf(pa.calculations.compute<string>).returns.resolves.toEqualTypeOf<readonly Table[]>();
  expectTypeOf(pub.calculations.compute<string>).returns.resolves.toEqualTypeOf<ComputedFile>();
  expectTypeOf(fi.calculations.compute).returns.resolves.toEqualTypeOf<readonly Table[]>();
  expectTypeOf(fiab.calculations.compute).returns.resolves.toEqualTypeOf<ComputedFile>();
  expectTypeOf(npo.optimizations.compute).returns.resolves.toEqualTypeOf<readonly Table[]>();
  const request = { data: { today: unit, twin: unit } };
  expectTypeOf(pa.calculations.compute<keyof typeof request.data>)
    .parameter(1)
    .exclude(undefined)
    .toHaveProperty("unit")
    .toEqualTypeOf<"today" | "twin" | undefined>();
  // @ts-expect-error A request of another family.
  expectTypeOf(() => pa.calculations.compute({ data: { a: { document: "x" } } })).toBeFunction();
  // @ts-expect-error A misspelt property.
  expectTypeOf(() => pa.calculations.compute({ data: { a: { ...unit, acounts: [] } } })).toBeFunction();
  // @ts-expect-error An unknown unit.
  expectTypeOf(() => pa.calculations.compute(request, { unit: "other" })).toBeFunction();
});
