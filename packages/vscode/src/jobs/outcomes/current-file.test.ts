import { digestParameters, readParameterFile } from "@analytics-engines/core/parameters";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prepareFile } from "../start/prepare.ts";
import { CurrentFile } from "./current-file.ts";

const options = { path: "a.pa.json" };
const textOf = (data: object, meta?: object) => JSON.stringify(meta ? { data, meta } : { data }, undefined, 2);
const prepared = (text: string) => prepareFile({ text, path: "a.pa.json", families: {} });

describe("a unit of the current text", () => {
  const units = { one: { componentid: "A1B2C3" }, two: { componentid: "D4E5F6" } };

  it("is the same in other spelling, order and layout, and beside units that changed or have errors", async () => {
    const { file, request } = await prepared(textOf(units));
    const isSame = (text: string, unit = "one") => new CurrentFile(text, options).hasUnit(unit, file, request);
    expect(await isSame(textOf(units))).toBe(true);
    expect(await isSame('{"data":{"two":{},"one":{"componentId":"A1B2C3"}}}')).toBe(true);
    expect(await isSame(textOf({ ...units, two: { colour: 1 } }))).toBe(true);
    expect(await isSame(textOf({ ...units, two: { colour: 1 } }), "two")).toBe(false);
    expect(await isSame(textOf({ ...units, one: { componentid: "F00" } }))).toBe(false);
    expect(await isSame(textOf(units, { format: "Table" }))).toBe(false);
    expect(await isSame(textOf({ two: units.two }))).toBe(false);
    expect(await isSame(textOf(units).slice(0, -5))).toBe(false);
    expect(await isSame("")).toBe(false);
  });

  it("changes with each change of its parameters, and with no change of another unit", async () => {
    const id = fc.stringMatching(/^[A-F0-9]{8}$/);
    await fc.assert(
      fc.asyncProperty(fc.record({ one: id, two: id }), fc.record({ one: id, two: id }), async (before, after) => {
        const data = (ids: typeof before) => ({ one: { componentid: ids.one }, two: { componentid: ids.two } });
        const { file, request } = await prepared(textOf(data(before)));
        const current = new CurrentFile(textOf(data(after)), options);
        expect(await current.hasUnit("one", file, request)).toBe(before.one === after.one);
        expect(await current.isFile(file)).toBe(before.one === after.one && before.two === after.two);
      }),
      { numRuns: 50 },
    );
  });
});

describe("a file of a set", () => {
  it("is the same while its values and those that the set fixed are", async () => {
    const dates = { startdate: "-1Y", enddate: "0", frequency: "Monthly" };
    const text = textOf({ one: { componentid: "A1B2C3", dates } });
    const fixedValues = { dates: { enddate: "20260131" }, currency: "EUR" };
    const { file, request } = await prepareFile({ text, path: "a.pa.json", families: {} }, undefined, fixedValues);
    expect(request).toMatchObject({ data: { one: { dates: { enddate: "20260131" }, currencyisocode: "EUR" } } });
    const current = new CurrentFile(text, options);
    expect([await current.isFile(file), await current.hasUnit("one", file, request)]).toEqual([true, true]);
    const changed = new CurrentFile(text.replace("-1Y", "-2Y"), options);
    expect([await changed.isFile(file), await changed.hasUnit("one", file, request)]).toEqual([false, false]);
  });
});

describe("a file without units", () => {
  it("is the same as a whole", async () => {
    const batch = { fiabdocument: "D", account: { id: "A" }, dates: { startdate: "0", enddate: "0" } };
    const read = readParameterFile(JSON.stringify(batch), { family: "fiab" });
    const file = {
      path: "a",
      family: "fiab",
      sha256: "",
      parametersSha256: await digestParameters(read),
      units: ["result"],
    } as const;
    const current = (value: object) => new CurrentFile(JSON.stringify(value), { family: "fiab" });
    expect(await current(batch).hasUnit("result", file, batch)).toBe(true);
    expect(await current({ ...batch, fiabdocument: "E" }).hasUnit("result", file, batch)).toBe(false);
  });
});
