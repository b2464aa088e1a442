import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { responseModels } from "./models/index.ts";
import { readPlainStatus } from "./plain-status.ts";

const running = { status: "Executing", errors: null, result: null, progress: "10", points: 0, warnings: null };
const status = (unit: unknown) => ({ data: { calculationid: "a", status: "Executing", units: { one: unit } } });

const none = fc.constantFrom(null, undefined);
const odd = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.constantFrom("12", "executing") },
);
const mostly = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 20, arbitrary: usual }, { weight: 1, arbitrary: odd });
const name = fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "toString"));

const unit = fc.record(
  {
    status: mostly(fc.constantFrom("Queued", "Executing", "Success", "Failed", "Cancelled", null)),
    errors: mostly(none),
    result: mostly(fc.option(fc.webUrl())),
    progress: mostly(fc.string()),
    points: mostly(fc.option(fc.double())),
    warnings: mostly(none),
  },
  { requiredKeys: [] },
);
const job = fc.record(
  {
    calculationid: mostly(fc.string()),
    status: mostly(fc.constantFrom("Queued", "Executing", "Completed", "Cancelled")),
    units: mostly(fc.dictionary(name, mostly(unit))),
  },
  { requiredKeys: ["units"] },
);
const root = fc.record({ data: mostly(job), meta: mostly(none) }, { requiredKeys: ["data"] });
/** As it comes from the wire. */
const parsed = root.map((value): unknown => JSON.parse(JSON.stringify(value)));

describe("a status read without the schema", () => {
  it("is what the schema reads", () => {
    let taken = 0;
    fc.assert(
      fc.property(parsed, (value) => {
        const plain = readPlainStatus(value);
        if (plain === undefined) return;
        taken += 1;
        expect(plain).toEqual(responseModels.CalculationStatusRoot.parse(value));
      }),
      { numRuns: 2000 },
    );
    expect(taken).toBeGreaterThan(200);
  });

  it("is that of a job that runs, as the service writes it", () => {
    expect(readPlainStatus(status(running))).toEqual(status({ ...running, errors: undefined }));
    expect(readPlainStatus(status({ status: "Queued" }))).toEqual(status({ status: "Queued" }));
  });

  it.each([
    ["errors", { ...running, errors: [] }],
    ["warnings", { ...running, warnings: ["Prices are missing."] }],
    ["an unknown property", { ...running, estimate: 5 }],
    ["another letter case", { ...running, status: "executing" }],
    ["a number as text", { ...running, points: "12" }],
    ["a number beyond all", { ...running, points: Number.POSITIVE_INFINITY }],
    ["a unit that is null", null],
  ])("leaves to the schema what holds %s", (_, value) => {
    expect(readPlainStatus(status(value))).toBeUndefined();
  });

  it.each([
    ["nothing", undefined],
    ["a list", []],
    ["no data", {}],
    ["a meta", { ...status(running), meta: {} }],
    ["no units", { data: { calculationid: "a", status: "Queued" } }],
  ])("leaves to the schema an answer with %s", (_, value) => {
    expect(readPlainStatus(value)).toBeUndefined();
  });
});
