import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-json-languageservice";
import { JsonService } from "./json-service.ts";
import type { DocumentKind } from "./kinds.ts";
import { Schemas } from "./schema.ts";
import { loadSchema } from "./schema-files.ts";

const loads: DocumentKind[] = [];
const schemas = new Schemas((kind) => {
  loads.push(kind);
  return loadSchema(kind);
});
const service = new JsonService(schemas);

/** The text without its `|`, and the position where that stood. */
function cursor(marked: string) {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  return { text, position: TextDocument.create("a:/b", "json", 0, text).positionAt(offset) };
}

async function labels(marked: string, kind: DocumentKind = "pa"): Promise<string[]> {
  const { text, position } = cursor(marked);
  return (await service.complete(text, kind, position)).items.map(({ label }) => label);
}

describe("JsonService", () => {
  it("offers the properties that a unit of the family may have", async () => {
    const found = await labels('{ "data": { "unit": { "componentid": "", "|" } } }');
    expect(found).toContain("accounts");
    expect(found).toContain("currencyisocode");
    expect(found).not.toContain("componentid");
    expect(await labels('{ "data": { "unit": { "|" } } }', "quant")).toContain("formulas");
  });

  it("offers enumerated values", async () => {
    const found = await labels('{ "meta": { "stachContentOrganization": "|" } }');
    expect(found).toEqual(expect.arrayContaining(['"None"', '"Row"', '"Column"', '"SimplifiedRow"']));
  });

  it("goes by the kind it is told, not by the `$schema`, and loads no more than that kind's schema", async () => {
    loads.length = 0;
    const others = ["quant", "./quant", "https://elsewhere.example/q", "quant.schema.json"];
    for (const schema of others) {
      const found = await labels(`{ "$schema": "${schema}", "data": { "unit": { "|" } } }`, "spar");
      expect(found).toContain("componentid");
      expect(found).not.toContain("formulas");
    }
    expect(loads).toEqual(["spar"]);
  });

  it("offers `$schema` once, and nothing within it", async () => {
    expect(await labels('{ "|" }')).toContain("$schema");
    const found = await labels('{ "$schema": "x", "|" }');
    expect(found).toContain("data");
    expect(found).not.toContain("$schema");
    expect(await labels('{ "$schema": "|x" }')).toEqual([]);
  });

  it("completes a key at the root that stands already", async () => {
    expect(await labels('{ "$schema": "x", "me|ta": {} }')).toContain("meta");
  });

  it("explains a property", async () => {
    const { text, position } = cursor('{ "$schema": "x", "meta": { "for|mat": "JsonStach" } }');
    const hover = await service.hover(text, "pa", position);
    expect(JSON.stringify(hover?.contents)).toContain("Allowed");
  });

  it("knows the structure of any JSON", () => {
    const text = '{\n  "data": {\n    "unit": {\n      "a": 1\n    }\n  }\n}';
    const [data] = service.symbols(text, 100);
    expect(data).toMatchObject({ name: "data", children: [{ name: "unit", children: [{ name: "a" }] }] });
    expect(service.folds(text, 100)).toHaveLength(3);
    expect(service.selections(text, [{ line: 3, character: 8 }])).toHaveLength(1);
    const [edit] = service.format('{"a":1}', { tabSize: 2, insertSpaces: true });
    expect(edit).toBeDefined();
  });
});
