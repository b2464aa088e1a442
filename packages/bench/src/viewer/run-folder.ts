import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Manifest, ManifestUnit } from "@analytics-engines/runs";

/** Writes a run folder with `units` results of some `bytes` each: rows of a text, a date and numbers in all their digits. */
export function writeRunFolder(folder: string, units: number, bytes: number): number {
  mkdirSync(path.join(folder, "book.pa"), { recursive: true });
  let total = 0;
  const written = Array.from({ length: units }, (_, index): ManifestUnit => {
    const text = result(index, bytes);
    const file = `book.pa/unit ${index}.json`;
    writeFileSync(path.join(folder, file), text);
    total += text.length;
    return {
      id: `unit ${index}`,
      status: "success",
      file,
      contentType: "application/json",
      bytes: text.length,
      sha256: createHash("sha256").update(text).digest("hex"),
      warnings: [],
      errors: [],
      tables: [{ id: "table", rows: 1, columns: 22 }],
    };
  });
  const manifest: Manifest = {
    version: 1,
    tool: "bench",
    service: "http://localhost",
    startedAt: "2026-11-20T09:00:00Z",
    finishedAt: "2026-11-20T09:01:00Z",
    status: "success",
    files: [
      {
        path: "book.pa.json",
        family: "pa",
        sha256: "0".repeat(64),
        parametersSha256: "0".repeat(64),
        requestKeys: [],
        status: "success",
        units: written,
      },
    ],
  };
  writeFileSync(path.join(folder, "manifest.json"), JSON.stringify(manifest));
  return total;
}

const COLUMNS = 20;

function result(seed: number, bytes: number): string {
  const columns = [
    { id: "name", name: "Name", type: "string", isDimension: true },
    { id: "date", name: "Date", type: "string", isDimension: true },
    ...Array.from({ length: COLUMNS }, (_, index) => ({
      id: `c${index}`,
      name: `Measure ${index}`,
      type: "real",
      format: { format: "{0:#,##0.00}" },
    })),
  ];
  let state = seed + 1;
  const rows: string[] = [];
  for (let length = 0, row = 0; length < bytes; row++) {
    const values: Record<string, string | number> = { name: `Holding ${row}`, date: `202401${10 + (row % 20)}` };
    for (let index = 0; index < COLUMNS; index++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      values[`c${index}`] = (state / 2 ** 32 - 0.5) * 1000;
    }
    const text = JSON.stringify({ values });
    rows.push(text);
    length += text.length + 1;
  }
  return `{"data":{"version":"2.0","tables":{"table":{"definition":{"columns":${JSON.stringify(columns)}},"data":{"rows":[${rows.join(",")}]}}}}}`;
}
