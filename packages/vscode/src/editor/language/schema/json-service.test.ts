import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-json-languageservice";
import { fileKinds } from "../text/kinds.ts";
import { createJsonService } from "./json-service.ts";
import { loadSchema, schemaForEditor } from "./schema.ts";
import type { SchemaKind } from "./schemas.ts";

const loads: SchemaKind[] = [];
const service = createJsonService((kind) => {
  loads.push(kind);
  return loadSchema(kind);
});

/** The text without its `|`, and the position where that stood. */
function cursor(marked: string) {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  return { text, position: TextDocument.create("a:/b", "json", 0, text).positionAt(offset) };
}

async function labels(marked: string, kind: SchemaKind = "pa"): Promise<string[]> {
  const { text, position } = cursor(marked);
  return (await service.complete(text, kind, position)).items.map(({ label }) => label);
}

describe("the JSON service", () => {
  it("completes the members of a sweep", async () => {
    expect(await labels('{ "|" }', "sweep")).toEqual([
      "$schema",
      "template",
      "rows",
      "id",
      "fill",
      "exclude",
      "unitsPerJob",
    ]);
  });

  it("completes the properties of a unit", async () => {
    const found = await labels('{ "data": { "unit": { "componentid": "", "|" } } }');
    expect(found).toContain("accounts");
    expect(found).toContain("currencyisocode");
    expect(found).not.toContain("componentid");
    expect(await labels('{ "data": { "unit": { "|" } } }', "quant")).toContain("formulas");
  });

  it("completes enumerated values", async () => {
    const found = await labels('{ "meta": { "stachContentOrganization": "|" } }');
    expect(found).toEqual(expect.arrayContaining(['"None"', '"Row"', '"Column"', '"SimplifiedRow"']));
  });

  it("uses the given kind, not the `$schema`, and loads only the schema of that kind", async () => {
    loads.length = 0;
    const others = ["quant", "./quant", "https://elsewhere.example/q", "quant.schema.json"];
    for (const schema of others) {
      const found = await labels(`{ "$schema": "${schema}", "data": { "unit": { "|" } } }`, "spar");
      expect(found).toContain("componentid");
      expect(found).not.toContain("formulas");
    }
    expect(loads).toEqual(["spar"]);
  });

  it.each([
    ["pa", "Unit of Portfolio Analysis"],
    ["spar", "Unit of Style, Performance and Risk"],
    ["quant", "Unit of Quant"],
  ] as const)("begins the hover of a unit of %s with %s", async (kind, title) => {
    const { text, position } = cursor('{ "data": { "|weights": {} } }');
    expect(JSON.stringify((await service.hover(text, kind, position))?.contents)).toContain(title);
  });

  it("shows the names of no models of the service", async () => {
    for (const kind of fileKinds) {
      const schema = schemaForEditor(await loadSchema(kind), "Unit");
      const texts = schema.match(/"title":"[^"]*"/g) ?? [];
      // That of the kind and of its units.
      expect(texts.filter((text) => text !== '"title":"Unit"').length, kind).toBeLessThanOrEqual(1);
    }
    const { text, position } = cursor('{ "data": { "weights": { "accounts": [|{}] } } }');
    expect(JSON.stringify(await service.hover(text, "pa", position))).not.toContain("PAIdentifier");
  });

  it("completes `$schema` once, and nothing inside it", async () => {
    expect(await labels('{ "|" }')).toContain("$schema");
    const found = await labels('{ "$schema": "x", "|" }');
    expect(found).toContain("data");
    expect(found).not.toContain("$schema");
    expect(await labels('{ "$schema": "|x" }')).toEqual([]);
  });

  it("completes an existing key at the root", async () => {
    expect(await labels('{ "$schema": "x", "me|ta": {} }')).toContain("meta");
  });

  it("explains a property", async () => {
    const { text, position } = cursor('{ "$schema": "x", "meta": { "for|mat": "JsonStach" } }');
    const hover = await service.hover(text, "pa", position);
    expect(JSON.stringify(hover?.contents)).toContain("Allowed");
  });

  it("reads the structure of any JSON", () => {
    const text = '{\n  "data": {\n    "unit": {\n      "a": 1\n    }\n  }\n}';
    const [data] = service.symbols(text, 100);
    expect(data).toMatchObject({ name: "data", children: [{ name: "unit", children: [{ name: "a" }] }] });
    expect(service.folds(text, 100)).toHaveLength(3);
    expect(service.selections(text, [{ line: 3, character: 8 }])).toHaveLength(1);
    const [edit] = service.format('{"a":1}', { tabSize: 2, insertSpaces: true });
    expect(edit).toBeDefined();
  });
});
