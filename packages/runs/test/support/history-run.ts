import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256 } from "../../src/files/open-file.ts";
import type { ManifestFile, ManifestShard, ManifestUnit } from "../../src/index.ts";
import { fileOf, manifestOf, unitOf } from "./manifests.ts";

/** A unit of a run for the history: its numbers by the names of their rows, or a failure. */
export interface HistoryUnit {
  readonly numbers?: Readonly<Record<string, number>>;
  /** The result as JSON text, in place of numbers. */
  readonly result?: string;
  readonly parameters?: string;
  /** `20261120` */
  readonly day?: string;
}

interface RunFacts {
  /** Default: 41 s after the start. */
  readonly finishedAt?: string;
  readonly commit?: string;
  readonly path?: string;
  readonly shard?: ManifestShard;
  readonly runId?: number;
}

/** Writes a finished run of the file `book.pa.json`. Each unit without numbers failed. */
export async function writeHistoryRun(
  folder: string,
  startedAt: string,
  units: Readonly<Record<string, HistoryUnit>>,
  facts: RunFacts = {},
): Promise<string> {
  const { path = "book.pa.json" } = facts;
  await writeManifest(folder, startedAt, [fileOf(path, await writeUnits(folder, units))], facts);
  return folder;
}

/** How a sweep is divided into jobs. */
interface SweepFacts extends RunFacts {
  readonly rowsInJob: number;
  /** The path of the first job. Default: that of the sweep. */
  readonly jobPath?: string;
  /** The jobs, by their numbers from 0, that were refused before they had units. */
  readonly refusedJobs?: readonly number[];
}

/** Writes a finished run of a sweep, whose rows are divided into jobs in their order, as a run does it. */
export async function writeSweepRun(
  folder: string,
  startedAt: string,
  rows: readonly (readonly [id: string, unit: HistoryUnit])[],
  { path = "book.pa.sweep.json", jobPath = path, rowsInJob, refusedJobs = [], ...facts }: SweepFacts,
): Promise<string> {
  const units = await writeUnits(folder, Object.fromEntries(rows));
  const jobs = Map.groupBy(units.keys(), (at) => Math.floor(at / rowsInJob));
  const files = [...jobs].map(([job, places]) => {
    const filePath = job === 0 ? jobPath : path.replace(/(?=\.json$)/, `.${job + 1}`);
    const problem = { code: "invalid", message: "The service refused the job." };
    if (refusedJobs.includes(job)) return fileOf(filePath, [], { status: "failure", problem });
    const ofJob = places.flatMap((at) => units.slice(at, at + 1).map((unit) => ({ unit, line: at + 2 })));
    return fileOf(
      filePath,
      ofJob.map(({ unit, line }) => ({ ...unit, row: { sweep: path, row: unit.id, line } })),
    );
  });
  await writeManifest(folder, startedAt, files, facts);
  return folder;
}

async function writeUnits(folder: string, units: Readonly<Record<string, HistoryUnit>>): Promise<ManifestUnit[]> {
  await mkdir(join(folder, "book.pa"), { recursive: true });
  const written: ManifestUnit[] = [];
  for (const [id, unit] of Object.entries(units)) {
    const { numbers, result = numbers && resultOf(numbers), parameters = "a".repeat(64), day = "20261120" } = unit;
    if (result === undefined) {
      written.push(
        unitOf(id, { status: "failure", parametersSha256: parameters, errors: [{ title: "No such account" }] }),
      );
      continue;
    }
    const file = `book.pa/${id}.json`;
    await writeFile(join(folder, file), result);
    const stored = { file, contentType: "application/json", bytes: Buffer.byteLength(result), sha256: sha256(result) };
    const dates = { start: day, end: day };
    written.push(
      unitOf(id, { ...stored, parametersSha256: parameters, dates, tables: [{ id: "main", rows: 1, columns: 2 }] }),
    );
  }
  return written;
}

async function writeManifest(
  folder: string,
  startedAt: string,
  files: readonly ManifestFile[],
  { commit, shard, runId, finishedAt = new Date(Date.parse(startedAt) + 41_000).toISOString() }: RunFacts,
): Promise<void> {
  const manifest = {
    ...manifestOf(files),
    startedAt,
    finishedAt,
    ...(shard && { shard }),
    provenance: { ...(commit !== undefined && { commit }), ...(runId !== undefined && { workflow: { runId } }) },
  };
  await writeFile(join(folder, "manifest.json"), JSON.stringify(manifest));
}

/** A result with a column of rows and the column "Portfolio | Weight". */
function resultOf(numbers: Readonly<Record<string, number>>): string {
  const columns = [
    { id: "name", name: "name", description: "Name", type: "string", isDimension: true },
    { id: "weight", name: "weight", description: "Portfolio | Weight", type: "real" },
  ];
  const rows = Object.entries(numbers).map(([name, weight]) => ({ values: { name, weight } }));
  return JSON.stringify({ data: { version: "2.0", tables: { main: { definition: { columns }, data: { rows } } } } });
}

/** Writes what checks of the unit `growth` found. */
export async function writeChecksReport(
  folder: string,
  findings: readonly Readonly<
    Record<"id" | "status" | "message", string> &
      Partial<Record<"value" | "limit" | "path" | "unit" | "rule" | "severity" | "because", string>>
  >[],
  checkedAt = "2026-11-20T22:00:00Z",
): Promise<void> {
  const facts = { file: "book.checks.json", line: 3, rule: "sum", severity: "error" };
  const place = { path: "book.pa.json", unit: "growth", table: 1 };
  const report = {
    version: 1,
    checkedAt,
    files: [],
    counts: { passed: 0, errors: 0, warnings: 0, skipped: 0, unjudged: 0 },
    findings: findings.map((finding, check) => ({ ...facts, ...place, check, ...finding })),
  };
  await writeFile(join(folder, "checks.json"), JSON.stringify(report));
}
