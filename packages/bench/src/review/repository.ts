import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Manifest, ManifestFile } from "@analytics-engines/runs";

const UNITS_PER_FILE = 10;
const ROWS = 100;

/** What a review is made of: a clone whose head changes the parameters of `changed` units, and the run folders of both. */
export function writeRepository(
  folder: string,
  units: number,
  changed: number,
): { readonly base: RunFiles; readonly head: RunFiles } {
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=bench", "-c", "user.email=bench@example.com", ...args]);
  const files = units / UNITS_PER_FILE;
  const write = (isHead: boolean) => {
    for (let file = 0; file < files; file++)
      writeFileSync(
        path.join(folder, `book-${file}.pa.json`),
        JSON.stringify(parameters(file, isHead && file < changed)),
      );
  };
  git("init", "--quiet", "--initial-branch=main");
  write(false);
  git("add", "--all");
  git("commit", "--quiet", "--message=Base");
  git("checkout", "--quiet", "-b", "change");
  write(true);
  git("commit", "--quiet", "--all", "--message=Change");
  return { base: runFiles(files, 0), head: runFiles(files, changed) };
}

/** The files of a run folder by path. */
export type RunFiles = ReadonlyMap<string, string>;

export function writeRun(folder: string, files: RunFiles): void {
  for (const [file, content] of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
}

function parameters(file: number, isChanged: boolean): unknown {
  const unit = (index: number) => ({
    componentid: "0A".repeat(32),
    accounts: [{ id: `Client:/Books/BOOK_${file}_${isChanged && index === 0 ? "NEW" : index}.ACCT` }],
    dates: { startdate: "20240101", enddate: "20240131", frequency: "Single" },
  });
  return {
    data: Object.fromEntries(Array.from({ length: UNITS_PER_FILE }, (_, index) => [`unit-${index}`, unit(index)])),
  };
}

/** The first unit of each of the first `changed` files has other numbers. No result has the same bytes in two runs. */
function runFiles(files: number, changed: number): RunFiles {
  const all = new Map<string, string>();
  const entries = Array.from({ length: files }, (_, file): ManifestFile => {
    const units = Array.from({ length: UNITS_PER_FILE }, (_, index) => {
      const content = result(file * UNITS_PER_FILE + index, index === 0 && file < changed, changed);
      const name = `book-${file}.pa/unit-${index}.json`;
      all.set(name, content);
      return {
        id: `unit-${index}`,
        status: "success" as const,
        file: name,
        contentType: "application/json",
        bytes: content.length,
        sha256: createHash("sha256").update(content).digest("hex"),
        warnings: [],
        errors: [],
        dates: { start: "20240101", end: "20240131" },
      };
    });
    const digest = (file < changed ? "1" : "0").repeat(64);
    return {
      path: `book-${file}.pa.json`,
      family: "pa",
      sha256: digest,
      parametersSha256: digest,
      requestKeys: [],
      status: "success",
      units,
    };
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
  return new Map([["manifest.json", JSON.stringify(manifest)], ...all]);
}

function result(seed: number, isMoved: boolean, run: number): string {
  const columns = [
    { id: "name", name: "Name", type: "string", isDimension: true },
    ...Array.from({ length: 10 }, (_, index) => ({ id: `c${index}`, name: `Measure ${index}`, type: "real" })),
  ];
  let state = seed + 1;
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const values: Record<string, string | number> = { name: `Holding ${row}` };
    for (let index = 0; index < 10; index++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      values[`c${index}`] = (state / 2 ** 32 - 0.5) * (isMoved ? 1001 : 1000);
    }
    return { values };
  });
  return JSON.stringify({
    data: { version: `2.${run}`, tables: { table: { definition: { columns }, data: { rows } } } },
  });
}
