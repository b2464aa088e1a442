import { hash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Manifest, ManifestUnit } from "@analytics-engines/runs";

const UNITS = 10;
const ROWS = 9232;
const MEASURES = 20;

/** Writes a successful run of some 50 MB: `book.pa.json` has its ten results in `book.pa/unit-0.json` and so on. */
export function makeRunFolder(folder: string): void {
  mkdirSync(path.join(folder, "book.pa"));
  const units = Array.from({ length: UNITS }, (_, index): ManifestUnit => {
    const file = `book.pa/unit-${index}.json`;
    const content = resultText(index);
    writeFileSync(path.join(folder, file), content);
    return {
      id: `unit-${index}`,
      status: "success",
      file,
      contentType: "application/json",
      bytes: content.length,
      sha256: hash("sha256", content),
      warnings: [],
      errors: [],
      dates: { start: "20240101", end: "20240131" },
      tables: [{ id: "table", rows: ROWS, columns: MEASURES + 2 }],
    };
  });
  const digest = "0".repeat(64);
  const manifest: Manifest = {
    version: 1,
    tool: "bench",
    service: "https://api.vendor.example",
    startedAt: "2026-11-20T09:00:00Z",
    finishedAt: "2026-11-20T09:01:00Z",
    status: "success",
    files: [
      {
        path: "book.pa.json",
        family: "pa",
        sha256: digest,
        parametersSha256: digest,
        requestKeys: [],
        status: "success",
        units,
      },
    ],
  };
  writeFileSync(path.join(folder, "manifest.json"), JSON.stringify(manifest));
}

/** A result of one table: a name, a date, and numbers with all their digits. */
function resultText(seed: number): string {
  const columns = [
    ...["name", "date"].map((id) => ({ id, name: id, type: "string", isDimension: true })),
    ...Array.from({ length: MEASURES }, (_, index) => ({
      id: `c${index}`,
      name: `Measure ${index}`,
      type: "real",
      format: { format: "{0:#,##0.00}" },
    })),
  ];
  let state = seed + 1;
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const values: Record<string, string | number> = { name: `Holding ${row}`, date: `202401${10 + (row % 20)}` };
    for (let index = 0; index < MEASURES; index++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      values[`c${index}`] = (state / 2 ** 32 - 0.5) * 1000;
    }
    return { values };
  });
  return JSON.stringify({ data: { version: "2.0", tables: { table: { definition: { columns }, data: { rows } } } } });
}
