import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { ManifestUnit } from "@analytics-engines/core/node";
import { decodeResultBytes, tableToArrow } from "@analytics-engines/core/results";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../jobs/testing/world.ts";
import { csvOf, tablesOf, writeWhole } from "./export.ts";
import { contentOf, findUnit, openRunFolder, runOfFile } from "./run-source.ts";

const result = JSON.stringify({
  data: {
    tables: {
      t: {
        definition: {
          columns: [
            { id: "n", type: "string" },
            { id: "v", type: "real" },
          ],
        },
        data: { rows: [{ values: { n: "=1+1", v: 0.1 } }, { values: { n: "b", v: null } }] },
      },
    },
  },
});

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

const open = async (folder: string, unit: string) => contentOf(await openRunFolder(folder), "a.pa.json", unit);

describe("a run folder", () => {
  it("gives JSON as it came, Arrow as tables, text as text, and of the rest says where it is", async () => {
    const [table] = await decodeResultBytes(new TextEncoder().encode(result));
    if (table === undefined) throw new Error("no table");
    const { folder } = await runFolder({
      json: [result, "application/json; charset=utf-8"],
      arrow: [await tableToArrow(table), "application/vnd.apache.arrow.file"],
      text: ["plain", "text/plain"],
      pdf: ["%PDF", "application/pdf"],
    });
    const json = await open(folder, "json");
    expect(json.kind === "json" && new TextDecoder().decode(json.bytes)).toBe(result);
    // A Buffer would not arrive as bytes.
    expect(json.kind === "json" && Buffer.isBuffer(json.bytes)).toBe(false);
    const arrow = await open(folder, "arrow");
    expect(arrow.kind === "tables" && arrow.tables.map(({ rowCount }) => rowCount)).toEqual([2]);
    expect(await open(folder, "text")).toEqual({ kind: "text", text: "plain" });
    expect(await open(folder, "pdf")).toMatchObject({
      kind: "elsewhere",
      reason: expect.stringContaining("application/pdf"),
    });
    expect(await open(folder, "none")).toMatchObject({ kind: "elsewhere" });
  });

  it("shows no result that was changed after it was stored", async () => {
    const { folder } = await runFolder({ json: [result, "application/json"] });
    writeFileSync(path.join(folder, "a.pa", "json"), result.replace("0.1", "0.2"));
    expect(await open(folder, "json")).toMatchObject({
      kind: "elsewhere",
      reason: expect.stringContaining("was changed"),
    });
  });

  it("reads nothing outside of itself, whatever its manifest says", async () => {
    const { folder, units, write } = await runFolder({ json: [result, "application/json"] });
    const secret = path.join(temporaryFolder(), "secret.json");
    writeFileSync(secret, '"secret"');
    symlinkSync(secret, path.join(folder, "a.pa", "link"));
    const { sha256: _digest, ...unit } = units[0] ?? { id: "", status: "success", warnings: [], errors: [] };
    const paths = [path.relative(folder, secret), secret, "a.pa/link", "..", "a.pa", "missing"];
    write(paths.map((file) => ({ ...unit, id: file, file })));
    for (const file of paths) {
      expect(await open(folder, file)).toMatchObject({
        kind: "elsewhere",
        reason: expect.stringContaining("not in the run folder"),
      });
    }
  });

  it("is found by one of its results", async () => {
    const { folder } = await runFolder({ json: [result, "application/json"] });
    expect(await runOfFile(path.join(folder, "a.pa", "json"))).toMatchObject({ path: "a.pa.json", unit: "json" });
    expect(await runOfFile(path.join(folder, "a.pa", "other"))).toBeUndefined();
  });
});

describe("an export", () => {
  it("is every cell, and no formula", async () => {
    const { folder } = await runFolder({ json: [result, "application/json"], pdf: ["%PDF", "application/pdf"] });
    const source = await openRunFolder(folder);
    const target = (id: string) => {
      const unit = findUnit(source, "a.pa.json", id);
      if (unit === undefined) throw new Error("no unit");
      return { source, unit };
    };
    const [table] = await tablesOf(target("json"));
    const file = path.join(temporaryFolder(), "out.csv");
    if (table === undefined) throw new Error("no table");
    await writeWhole(file, csvOf(table));
    expect(readFileSync(file, "utf8").split("\r\n")).toEqual(["n,v", "'=1+1,0.1", "b,", ""]);
    expect(readdirSync(path.dirname(file))).toEqual(["out.csv"]);
    await expect(tablesOf(target("pdf"))).rejects.toThrow("holds no tables");
  });

  it("leaves nothing behind where it fails", async () => {
    const folder = temporaryFolder();
    async function* broken() {
      yield new Uint8Array(10);
      throw new Error("the disk is full");
    }
    await expect(writeWhole(path.join(folder, "out.csv"), broken())).rejects.toThrow("full");
    expect(readdirSync(folder)).toEqual([]);
  });
});
