import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cellValue, decodeResultBytes, tableToArrow } from "@analytics-engines/core/results";
import type { ManifestUnit } from "@analytics-engines/runs";
import { createSimulator } from "@analytics-engines/simulator";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/run-world.ts";
import { csvOf, tablesOf } from "../export/export.ts";
import { writeWhole } from "../export/write-whole.ts";
import { unitContent } from "../webview/unit-content.ts";
import { parseHostMessage } from "./messages.ts";
import { contentOf, contentOfFile, documentFile, findManifestUnit, openRunFolder, runOfFile } from "./run-source.ts";

const result = JSON.stringify({
  data: {
    tables: {
      t: {
        definition: {
          columns: [
            { id: "n", name: "n", type: "string" },
            { id: "v", name: "v", type: "real" },
          ],
        },
        data: { rows: [{ values: { n: "=1+1", v: 0.1 } }, { values: { n: "b", v: null } }] },
      },
    },
  },
});

const version3 = '{"data":{"version":"3.0","columns":[{"name":"a"}],"table":{},"rows":[{"a":1}]}}';

/** A run folder with results by name: their content and type. */
async function runFolder(
  results: Readonly<Record<string, readonly [content: string | Uint8Array, contentType: string]>>,
) {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, "a.pa"));
  const units = Object.entries(results).map(([id, [content, contentType]]): ManifestUnit => {
    writeFileSync(path.join(folder, "a.pa", id), content);
    const sha256 = createHash("sha256").update(content).digest("hex");
    return {
      id,
      status: "success",
      file: `a.pa/${id}`,
      contentType,
      bytes: content.length,
      sha256,
      warnings: [],
      errors: [],
    };
  });
  const write = (changed: readonly ManifestUnit[]) => {
    const file = {
      path: "a.pa.json",
      family: "pa",
      sha256: "",
      parametersSha256: "",
      requestKeys: [],
      status: "success",
      units: changed,
    };
    const head = { version: 1, tool: "t", service: "s", startedAt: "2026-11-20T09:00:00Z", status: "success" };
    writeFileSync(path.join(folder, "manifest.json"), JSON.stringify({ ...head, files: [file] }));
  };
  write(units);
  return { folder, units, write };
}

const none: ManifestUnit = { id: "none", status: "failure", warnings: [], errors: [] };
const open = async (folder: string, unit: string) => contentOf(await openRunFolder(folder), "a.pa.json", unit);

describe("a run folder whose results were deleted or altered", () => {
  it("has them as lost, and says why", async () => {
    const json = "application/json";
    const { folder } = await runFolder({ kept: ["{}", json], gone: ["[]", json], short: ["[ 1 ]", json] });
    rmSync(path.join(folder, "a.pa", "gone"));
    writeFileSync(path.join(folder, "a.pa", "short"), "[]");
    const { manifest } = await openRunFolder(folder);
    expect(manifest.status).toBe("failure");
    expect(manifest.files[0]?.units.map(({ status, errors }) => [status, errors[0]?.detail?.split(".")[1]])).toEqual([
      ["success", undefined],
      ["lost", "pa/gone: the file is missing"],
      ["lost", "pa/short: it has 2 bytes, and 5 were stored"],
    ]);
    expect(await open(folder, "gone")).toMatchObject({
      kind: "elsewhere",
      reason: expect.stringContaining("is missing from the run folder"),
    });
  });
});

/** The answer of a simulator to a create: prices as Feather. */
async function createFeather(...faults: readonly string[]): Promise<Response> {
  const { fetch } = createSimulator({ jobSeconds: 0, inlineSeconds: 1, faults: [...faults] });
  const unit = {
    universe: { source: "IdentifierUniverse", universeType: "Equity", identifiers: ["ALDR", "BRKN"] },
    dates: { source: "DateList", dates: ["20260105"], frequency: "D", calendar: "FIVEDAY" },
    formulas: [{ source: "ScreeningExpression", expr: "PRICE", name: "Price" }],
  };
  return fetch("http://localhost/analytics/engines/quant/v3/calculations", {
    method: "POST",
    headers: { authorization: `Basic ${btoa("DEMO-1:demo")}`, "content-type": "application/json" },
    body: JSON.stringify({ data: { one: unit }, meta: { format: "Feather" } }),
  });
}

/** What VS Code does to a message: all is JSON but the typed arrays, which arrive as they are. */
function throughJson(message: unknown): unknown {
  const kept = new Map<unknown, unknown>();
  const keep = (value: unknown) => {
    const name = `typed array ${kept.size}`;
    kept.set(name, value);
    return name;
  };
  const json = JSON.stringify(message, (_, value) => (ArrayBuffer.isView(value) ? keep(value) : value));
  return JSON.parse(json, (_, value) => kept.get(value) ?? value);
}

describe("a run folder", () => {
  it("returns JSON unchanged, Arrow as tables, text as text, and a reason for other types", async () => {
    const [table] = await decodeResultBytes(new TextEncoder().encode(result));
    if (table === undefined) throw new Error("no table");
    const { folder } = await runFolder({
      json: [result, "application/json; charset=utf-8"],
      arrow: [await tableToArrow(table), "application/vnd.apache.arrow.file"],
      text: ["plain", "text/plain"],
      pdf: ["%PDF", "application/pdf"],
      "book.pdf": ["%PDF", "application/pdf"],
    });
    const json = await open(folder, "json");
    expect(json.kind === "json" && new TextDecoder().decode(json.bytes)).toBe(result);
    // A Buffer would not arrive as bytes.
    expect(json.kind === "json" && Buffer.isBuffer(json.bytes)).toBe(false);
    const arrow = await open(folder, "arrow");
    expect(arrow.kind === "tables" && arrow.tables.map(({ table: { rowCount } }) => rowCount)).toEqual([2]);
    expect(await open(folder, "text")).toEqual({ kind: "text", text: "plain" });
    expect(await open(folder, "pdf")).toMatchObject({
      kind: "elsewhere",
      reason: "This page does not show a result of type application/pdf.",
    });
    expect(await open(folder, "book.pdf")).toMatchObject({ action: { verb: "open", text: "Open book.pdf" } });
    // A file without the ending of a document is not offered.
    expect(await open(folder, "pdf")).not.toHaveProperty("action");
    expect(await open(folder, "none")).toMatchObject({ kind: "elsewhere" });
  });

  it("names the size of a result that is too large for a page, and offers its export", async () => {
    const { folder, units, write } = await runFolder({ json: [result, "application/json"] });
    write(units.map((unit) => ({ ...unit, bytes: 250_000_000 })));
    expect(await open(folder, "json")).toEqual({
      kind: "elsewhere",
      reason: "The result has 250 MB. This page shows results of up to 200 MB.",
      action: { verb: "exportCsv", text: "Export as CSV" },
    });
  });

  it("returns the tables of Feather with LZ4", async () => {
    const created = await createFeather();
    expect(created.status).toBe(201);
    const { folder } = await runFolder({ one: [await created.bytes(), created.headers.get("content-type") ?? ""] });
    const message = throughJson({ type: "content", id: 1, content: await open(folder, "one") });
    const parsed = parseHostMessage(message);
    const shown = parsed?.type === "content" && parsed.content ? await unitContent(parsed.content) : undefined;
    const [table] = shown?.kind === "tables" ? shown.tables : [];
    expect(table?.columns.map(({ header }) => header.join())).toEqual(["Symbol", "Date", "Price"]);
    expect(table?.columns.map((column) => cellValue(column, 1)).slice(0, 2)).toEqual(["BRKN", "2026-01-05"]);
  });

  it("keeps every digit of an Arrow result in a message", async () => {
    const digits = ["9007199254740993", "1", "-9223372036854775807"];
    const rows = digits.map((n) => `{"values":{"n":${n},"v":0.5}}`);
    const columns = '[{"id":"n","name":"n","type":"integer"},{"id":"v","name":"v","type":"real"}]';
    const json = `{"tables":{"t":{"definition":{"columns":${columns}},"data":{"rows":[${rows}]}}}}`;
    const [table] = await decodeResultBytes(new TextEncoder().encode(json));
    if (table === undefined) throw new Error("no table");
    const { folder } = await runFolder({ arrow: [await tableToArrow(table), "application/vnd.apache.arrow.file"] });
    const message = { type: "content", id: 1, content: await open(folder, "arrow") };
    for (const arrived of [structuredClone(message), throughJson(message)]) {
      const parsed = parseHostMessage(arrived);
      const shown = parsed?.type === "content" && parsed.content ? await unitContent(parsed.content) : undefined;
      const [again] = shown?.kind === "tables" ? shown.tables : [];
      const cells = again?.columns.map((column) => digits.map((_, row) => JSON.stringify(cellValue(column, row))));
      expect(cells).toEqual([digits, ["0.5", "0.5", "0.5"]]);
    }
  });

  it("names a version of Arrow metadata that is not read, and the file with the bytes", async () => {
    const bytes = await (await createFeather("create=stach-3")).bytes();
    const { folder } = await runFolder({ arrow: [bytes, "application/vnd.apache.arrow.file"] });
    const notRead =
      "are not read: it is Arrow with metadata of STACH version 3.0 (fds:stach), which this version does not read (it reads STACH versions 1 and 2 as JSON, and Arrow without metadata of another scheme). The bytes are kept as they came.";
    const reason = `The tables of a.pa/arrow ${notRead}`;
    expect(await open(folder, "arrow")).toEqual({ kind: "elsewhere", reason });
    const alone = path.join(temporaryFolder(), "x.arrow");
    writeFileSync(alone, bytes);
    expect(await contentOfFile(alone)).toEqual({ kind: "elsewhere", reason: `The tables of x.arrow ${notRead}` });
  });

  it("shows JSON in a version that is not read as text, with its version and its file", async () => {
    const { folder } = await runFolder({ json: [version3, "application/json"] });
    const message = throughJson({ type: "content", id: 1, content: await open(folder, "json") });
    const parsed = parseHostMessage(message);
    const shown = parsed?.type === "content" && parsed.content ? await unitContent(parsed.content) : undefined;
    expect(shown).toMatchObject({
      kind: "text",
      note: expect.stringMatching(
        /It is STACH version 3\.0, which this .* The bytes are kept as they came in a\.pa\/json\.$/,
      ),
    });
  });

  it("refuses a result that has changed since the run", async () => {
    const { folder } = await runFolder({ json: [result, "application/json"] });
    writeFileSync(path.join(folder, "a.pa", "json"), result.replace("0.1", "0.2"));
    expect(await open(folder, "json")).toMatchObject({
      kind: "elsewhere",
      reason: expect.stringContaining("is not the result that the run stored: its SHA-256"),
    });
    const source = await openRunFolder(folder);
    const unit = findManifestUnit(source, "a.pa.json", "json");
    if (unit === undefined) throw new Error("no unit");
    // Nor is it exported, nor handed to another program.
    await expect(tablesOf({ source, unit })).rejects.toThrow("is not the result that the run stored: its SHA-256");
    await expect(documentFile(source, unit)).rejects.toThrow("is not the result that the run stored");
  });

  it("reads no file outside the folder", async () => {
    const { folder, units, write } = await runFolder({ json: [result, "application/json"] });
    const secret = path.join(temporaryFolder(), "secret.json");
    writeFileSync(secret, '"secret"');
    symlinkSync(secret, path.join(folder, "a.pa", "link"));
    const unit = units[0] ?? { id: "", status: "success", warnings: [], errors: [] };
    for (const file of [path.relative(folder, secret), secret, "..", "a.pa", "json"]) {
      write([{ ...unit, file }]);
      const { manifest, problems } = await openRunFolder(folder);
      expect(manifest.files[0]?.units).toEqual([]);
      expect(problems).toEqual([expect.stringContaining(`names ${JSON.stringify(file)}`)]);
    }
    mkdirSync(path.join(folder, "a.pa", "folder"));
    const paths = { link: "a link leads to it", folder: "it is not a file", missing: "is missing" };
    write(Object.keys(paths).map((name) => ({ ...unit, id: name, file: `a.pa/${name}` })));
    for (const [name, reason] of Object.entries(paths))
      expect(await open(folder, name)).toMatchObject({ kind: "elsewhere", reason: expect.stringContaining(reason) });
  });

  it("gives documents to the system, but no file that it may execute", async () => {
    const { folder } = await runFolder({
      "book.pdf": ["%PDF", "application/pdf"],
      ...Object.fromEntries(
        ["x.exe", "x.pdf.bat", "x.desktop", "x.html", "x"].map((name) => [name, ["", "application/pdf"] as const]),
      ),
    });
    const source = await openRunFolder(folder);
    const handed = async (id: string) => documentFile(source, findManifestUnit(source, "a.pa.json", id) ?? none);
    expect(await handed("book.pdf")).toBe(path.join(folder, "a.pa", "book.pdf"));
    for (const name of ["x.exe", "x.pdf.bat", "x.desktop", "x.html", "x"])
      await expect(handed(name)).rejects.toThrow("the system may execute a file of its kind");
  });

  it("is found by one of its results", async () => {
    const { folder } = await runFolder({ json: [result, "application/json"] });
    expect(await runOfFile(path.join(folder, "a.pa", "json"))).toMatchObject({ path: "a.pa.json", unit: "json" });
    expect(await runOfFile(path.join(folder, "a.pa", "other"))).toBeUndefined();
  });
});

describe("an export", () => {
  it("contains every cell, and no formula", async () => {
    const { folder } = await runFolder({ json: [result, "application/json"], pdf: ["%PDF", "application/pdf"] });
    const source = await openRunFolder(folder);
    const target = (id: string) => {
      const unit = findManifestUnit(source, "a.pa.json", id);
      if (unit === undefined) throw new Error("no unit");
      return { source, unit };
    };
    const [table] = await tablesOf(target("json"));
    const file = path.join(temporaryFolder(), "out.csv");
    if (table === undefined) throw new Error("no table");
    await writeWhole(file, csvOf(table));
    expect(readFileSync(file, "utf8").split("\r\n")).toEqual(["\uFEFFn,v", "'=1+1,0.1", "b,", ""]);
    expect(readdirSync(path.dirname(file))).toEqual(["out.csv"]);
    await expect(tablesOf(target("pdf"))).rejects.toThrow("contains no tables. Open the file instead.");
  });

  it("of a version that is not read says so", async () => {
    const { folder } = await runFolder({ json: [version3, "application/json"] });
    const source = await openRunFolder(folder);
    const unit = findManifestUnit(source, "a.pa.json", "json");
    if (unit === undefined) throw new Error("no unit");
    const message =
      /^The tables of a\.pa\/json are not read: it is STACH version 3\.0, .*\. The bytes are kept as they came\.$/;
    await expect(tablesOf({ source, unit })).rejects.toThrow(message);
  });

  it("writes all lines of a table whose CSV has several pieces", async () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => `{"values":{"n":"row ${index}"}}`);
    const json = `{"tables":{"t":{"definition":{"columns":[{"id":"n","name":"n","type":"string"}]},"data":{"rows":[${rows}]}}}}`;
    const [table] = await decodeResultBytes(new TextEncoder().encode(json));
    if (table === undefined) throw new Error("no table");
    const pieces = [...csvOf(table)];
    expect(pieces.length).toBeGreaterThan(1);
    const lines = Buffer.concat(pieces).toString().split("\r\n");
    expect(lines).toEqual(["\uFEFFn", ...rows.map((_, index) => `row ${index}`), ""]);
  });

  it("leaves no file after a failure", async () => {
    const folder = temporaryFolder();
    async function* broken() {
      yield new Uint8Array(10);
      throw new Error("the disk is full");
    }
    await expect(writeWhole(path.join(folder, "out.csv"), broken())).rejects.toThrow("full");
    expect(readdirSync(folder)).toEqual([]);
  });
});
