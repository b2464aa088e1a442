import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { exampleText } from "../../../test/support/run-world.ts";
import { InvalidFileError, prepareFile, type SourceFile, TemplateFileError, unitsOfText } from "./prepare.ts";

const attribution: SourceFile = {
  text: exampleText("attribution.pa.json"),
  path: "a.pa.json",
  uri: "file:///a.pa.json",
  families: {},
};

describe("a prepared file", () => {
  it("has its request, its units and the digests of its bytes and parameters", async () => {
    const bytes = new TextEncoder().encode(`\uFEFF${attribution.text}`);
    const { file, request } = await prepareFile({ ...attribution, bytes });
    expect(file).toMatchObject({ path: "a.pa.json", uri: "file:///a.pa.json", family: "pa" });
    expect(file.units).toEqual(unitsOfText(attribution));
    expect(file.units.length).toBeGreaterThan(1);
    expect(file.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect(Object.keys(Object(request).data)).toEqual(file.units);
  });

  it("can be a single unit with its own parameters", async () => {
    const whole = await prepareFile(attribution);
    const { file, request } = await prepareFile(attribution, "attribution");
    expect(file.units).toEqual(["attribution"]);
    expect(Object(request)).toMatchObject({ data: { attribution: Object(whole.request).data.attribution } });
    expect(Object.keys(Object(request).data)).toEqual(["attribution"]);
    expect(Object(request).meta).toEqual(Object(whole.request).meta);
    expect(file.sha256).toBe(whole.file.sha256);
    expect(file.parametersSha256).not.toBe(whole.file.parametersSha256);
  });

  it("can be a unit beside others with errors", async () => {
    const unit = { componentid: "0A".repeat(32) };
    const text = JSON.stringify({ data: { broken: { colour: 1 }, fine: unit } }, null, 2);
    const { request } = await prepareFile({ ...attribution, text }, "fine");
    expect(request).toEqual({ data: { fine: unit } });
    const refused = prepareFile({ ...attribution, text }, "broken");
    await expect(refused).rejects.toMatchObject({ issue: { range: { start: { line: 3 } } } });
    await expect(prepareFile({ ...attribution, text: text.replace("{", "{,") }, "fine")).rejects.toThrow("was not run");
  });

  it("has the unit `result` if its family has none", async () => {
    const { file } = await prepareFile({ text: exampleText("bonds.fi.json"), path: "b.fi.json", families: {} });
    expect(file.units).toEqual(["result"]);
    expect(file.uri).toBeUndefined();
  });

  it("is refused with the first error and its place", async () => {
    const faulty = { ...attribution, text: '{ "data": { "one": { "colour": 1 } } }' };
    const error = await prepareFile(faulty).catch((thrown: unknown) => thrown);
    if (!(error instanceof InvalidFileError)) throw new Error("it was not refused");
    expect(error.message).toContain("a.pa.json was not run");
    expect(error.issue.range.start.line).toBe(1);
    await expect(prepareFile({ ...attribution, text: "{" })).rejects.toBeInstanceOf(InvalidFileError);
    await expect(prepareFile(attribution, "no such")).rejects.toThrow('no unit "no such"');
    await expect(prepareFile(attribution, "__proto__")).rejects.toThrow("no unit");
  });

  it("is no template, which is sent in another way", async () => {
    const text = '{"data": {"directory": "Personal:T/", "parentComponentId": "A", "description": "", "content": {}}}';
    const refused = prepareFile({ text, path: "x.linked-template.json", uri: "file:///x", families: {} });
    await expect(refused).rejects.toMatchObject({ template: "linkedTemplate", uri: "file:///x" });
    await expect(refused).rejects.toBeInstanceOf(TemplateFileError);
  });

  it("is refused if the set fixes dates that a unit has no place for", async () => {
    const text = JSON.stringify({ data: { one: { componentid: "0A".repeat(32) } } });
    const refused = prepareFile({ ...attribution, text }, undefined, { dates: { enddate: "20260131" } });
    await expect(refused).rejects.toThrow("a.pa.json was not run: it does not fit the set. `one` has no `dates`");
  });

  it("may contain unknown properties if the setting allows them", async () => {
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
