import { hash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Manifest, ManifestFile, ManifestUnit } from "@analytics-engines/runs";

/** The files of a run folder: texts by path. */
export type RunFiles = ReadonlyMap<string, string>;

/** A parameter file of a run, with the results of its units. */
export interface MadeFile {
  readonly path: string;
  /** Digest of the parameters. */
  readonly sha256?: string;
  readonly results: readonly string[];
}

/** A successful run: `book.pa.json` has its results in `book.pa/unit-0.json` and so on. */
export function makeRun(files: readonly MadeFile[]): RunFiles {
  const contents = new Map<string, string>();
  const entries = files.map(({ path: name, sha256 = "0".repeat(64), results }): ManifestFile => {
    const units = results.map((content, index) => {
      const file = `${name.replace(/\.json$/, "")}/unit-${index}.json`;
      contents.set(file, content);
      return unitEntry(`unit-${index}`, file, content);
    });
    return { path: name, family: "pa", sha256, parametersSha256: sha256, requestKeys: [], status: "success", units };
  });
  const manifest: Manifest = {
    version: 1,
    tool: "bench",
    service: "https://api.vendor.example",
    startedAt: "2026-11-20T09:00:00Z",
    finishedAt: "2026-11-20T09:01:00Z",
    status: "success",
    files: entries,
  };
  return new Map([["manifest.json", JSON.stringify(manifest)], ...contents]);
}

export function writeRun(folder: string, files: RunFiles): void {
  for (const [file, content] of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
}

function unitEntry(id: string, file: string, content: string): ManifestUnit {
  return {
    id,
    status: "success",
    file,
    contentType: "application/json",
    bytes: content.length,
    sha256: hash("sha256", content),
    warnings: [],
    errors: [],
    dates: { start: "20240101", end: "20240131" },
    tables: [{ id: "table", rows: 1, columns: 1 }],
  };
}

export interface MadeResult {
  readonly seed: number;
  readonly rows: number;
  readonly measures: number;
  /** With a column of dates. */
  readonly isDated?: boolean;
  /** The distance between the smallest and the largest possible number. */
  readonly range?: number;
  readonly version?: string;
}

/** A result of one table: a name, a date if asked for, and numbers with all their digits. */
export function makeResult({
  seed,
  rows,
  measures,
  isDated = false,
  range = 1000,
  version = "2.0",
}: MadeResult): string {
  const dimensions = isDated ? ["name", "date"] : ["name"];
  const columns = [
    ...dimensions.map((id) => ({ id, name: id, type: "string", isDimension: true })),
    ...Array.from({ length: measures }, (_, index) => ({
      id: `c${index}`,
      name: `Measure ${index}`,
      type: "real",
      format: { format: "{0:#,##0.00}" },
    })),
  ];
  let state = seed + 1;
  const rowValues = Array.from({ length: rows }, (_, row) => {
    const values: Record<string, string | number> = { name: `Holding ${row}` };
    if (isDated) values["date"] = `202401${10 + (row % 20)}`;
    for (let index = 0; index < measures; index++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      values[`c${index}`] = (state / 2 ** 32 - 0.5) * range;
    }
    return { values };
  });
  return JSON.stringify({
    data: { version, tables: { table: { definition: { columns }, data: { rows: rowValues } } } },
  });
}
