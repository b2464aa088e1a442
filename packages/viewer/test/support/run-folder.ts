import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Manifest, ManifestUnit } from "@analytics-engines/runs";
import { unit } from "./runs.ts";

/** A run folder of a test. */
export function makeFolder(): string {
  return mkdtempSync(path.join(tmpdir(), "viewer-"));
}

/** Stores a result of a unit in the folder as a run does. */
export function store(folder: string, id: string, result: unknown, more: Partial<ManifestUnit> = {}): ManifestUnit {
  const text = JSON.stringify(result);
  const name = `results/${createHash("sha256").update(id).digest("hex").slice(0, 12)}.json`;
  mkdirSync(path.join(folder, "results"), { recursive: true });
  writeFileSync(path.join(folder, name), text);
  const sha256 = createHash("sha256").update(text).digest("hex");
  return unit(id, { file: name, contentType: "application/json", bytes: Buffer.byteLength(text), sha256, ...more });
}

/** Stores a document as a run does. */
export function storeDocument(
  folder: string,
  id: string,
  name: string,
  contentType: string,
  content: string,
): ManifestUnit {
  mkdirSync(path.join(folder, "results"), { recursive: true });
  writeFileSync(path.join(folder, "results", name), content);
  const sha256 = createHash("sha256").update(content).digest("hex");
  return unit(id, { file: `results/${name}`, contentType, bytes: Buffer.byteLength(content), sha256 });
}

/** Stores a commentary beside the JSON result of a unit, as the command does. */
export function withCommentary(folder: string, unit: ManifestUnit, commentary: unknown): ManifestUnit {
  const file = unit.file?.replace(/json$/, "commentary.json") ?? "";
  writeFileSync(path.join(folder, file), JSON.stringify(commentary));
  return unit;
}

export function writeManifest(folder: string, manifest: Manifest): void {
  writeFileSync(path.join(folder, "manifest.json"), JSON.stringify(manifest));
}

/** A result of one table; the keys of the rows are its columns. */
export function result(rows: readonly Readonly<Record<string, unknown>>[], id = "table"): unknown {
  const names = Object.keys(rows[0] ?? {});
  const columns = names.map((name) => ({
    id: name,
    name,
    type: rows.every((row) => typeof row[name] === "number" || row[name] === null) ? "real" : "string",
    isDimension: typeof rows[0]?.[name] === "string",
  }));
  const data = {
    rows: rows.map((values) => ({ values })),
    tableMetadata: { "Absolute End Date": { value: ["20240229"] }, "Currency ISO Code": { value: ["EUR"] } },
  };
  return { data: { tables: { [id]: { definition: { columns }, data } } } };
}
