import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { InvalidFileError, prepareFile, type Source, unitsOfText } from "./prepare-file.ts";
import { exampleText } from "./testing/world.ts";

const attribution: Source = {
  text: exampleText("attribution.pa.json"),
  path: "a.pa.json",
  uri: "file:///a.pa.json",
  families: {},
};

describe("a file that is to be run", () => {
  it("has its request, its units and the digests of its bytes and parameters", async () => {
    const bytes = new TextEncoder().encode(`\uFEFF${attribution.text}`);
    const { file, request } = await prepareFile({ ...attribution, bytes });
    expect(file).toMatchObject({ path: "a.pa.json", uri: "file:///a.pa.json", family: "pa" });
    expect(file.units).toEqual(unitsOfText(attribution));
    expect(file.units.length).toBeGreaterThan(1);
    expect(file.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect(Object.keys(Object(request).data)).toEqual(file.units);
  });

  it("is one unit of it alone, with parameters of its own", async () => {
    const whole = await prepareFile(attribution);
    const { file, request } = await prepareFile(attribution, "attribution");
    expect(file.units).toEqual(["attribution"]);
    expect(Object(request)).toMatchObject({ data: { attribution: Object(whole.request).data.attribution } });
    expect(Object.keys(Object(request).data)).toEqual(["attribution"]);
    expect(Object(request).meta).toEqual(Object(whole.request).meta);
    expect(file.sha256).toBe(whole.file.sha256);
    expect(file.parametersSha256).not.toBe(whole.file.parametersSha256);
  });

  it("has one unit, result, where its family has none", async () => {
    const { file } = await prepareFile({ text: exampleText("bonds.fi.json"), path: "b.fi.json", families: {} });
    expect(file.units).toEqual(["result"]);
    expect(file.uri).toBeUndefined();
  });

  it("is refused with the first error and its place", async () => {
    const faulty = { ...attribution, text: '{ "data": { "one": { "colour": 1 } } }' };
    const error = await prepareFile(faulty).catch((thrown: unknown) => thrown);
    if (!(error instanceof InvalidFileError)) throw new Error("it was not refused");
    expect(error.message).toContain("a.pa.json is not run");
    expect(error.issue.range.start.line).toBe(1);
    await expect(prepareFile({ ...attribution, text: "{" })).rejects.toBeInstanceOf(InvalidFileError);
    await expect(prepareFile(attribution, "no such")).rejects.toThrow('no unit "no such"');
    await expect(prepareFile(attribution, "__proto__")).rejects.toThrow("no unit");
  });

  it("is sent with a property that the models do not have where the setting says so", async () => {
    const text = JSON.stringify({ data: { one: { componentid: "0A".repeat(32), liquidity: true } } });
    await expect(prepareFile({ ...attribution, text })).rejects.toBeInstanceOf(InvalidFileError);
    const { request } = await prepareFile({ ...attribution, text, unknownProperties: "warning" });
    expect(request).toEqual(JSON.parse(text));
    const misspelled = text.replace("liquidity", "currencyisocod");
    await expect(prepareFile({ ...attribution, text: misspelled, unknownProperties: "warning" })).rejects.toThrow(
      "Did you mean `currencyisocode`?",
    );
  });
});
