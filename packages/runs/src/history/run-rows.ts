import {
  cellValue,
  changedRowText,
  columnFormat,
  columnLabels,
  isExactNumber,
  parseDay,
  type Table,
} from "@analytics-engines/core/results";
import type { Manifest, ManifestFile, ManifestUnit } from "../folder/manifest/manifest.ts";
import { readStored } from "../folder/results/read-stored.ts";
import type { NumberRow, UnitDetails, UnitRow } from "./records.ts";

/** A run whose numbers and units become rows. */
export interface AddableRun {
  readonly folder: string;
  readonly manifest: Manifest;
  /** The id of the run in the store. */
  readonly run: string;
}

/** The rows of the units of a run. A job that has no units is one row. */
export function* unitRows({ run, manifest }: AddableRun): Generator<UnitRow> {
  const time = new Date(manifest.startedAt);
  for (const file of manifest.files) {
    const { path, family, status, problem, parametersSha256: parameters } = file;
    const place = { run, time, file: path, family };
    if (file.units.length === 0)
      yield {
        ...place,
        unit: "",
        status,
        problem: problem?.message ?? null,
        warnings: 0,
        reused: null,
        start: null,
        end: null,
        parameters,
        result: null,
        commit: commitOf(manifest),
      };
    for (const unit of file.units)
      yield {
        ...place,
        unit: unit.id,
        status: unit.status,
        problem: unit.errors[0]?.detail ?? unit.errors[0]?.title ?? null,
        warnings: unit.warnings.length,
        reused: unit.reused?.startedAt ?? null,
        ...detailsOf(manifest, file, unit),
      };
  }
}

/**
 * The rows of the numbers of a run: the cells of its visible columns that are numbers, without those that name rows. Reads one result at a
 * time.
 * @param onProblem is told of each result that was altered: it gives no rows
 */
export async function* numberRows(
  { folder, run, manifest }: AddableRun,
  onProblem: (file: string, reason: string) => void,
): AsyncGenerator<NumberRow> {
  const time = new Date(manifest.startedAt);
  for (const file of manifest.files) {
    for (const unit of file.units) {
      if (unit.status !== "success") continue;
      const stored = await readStored(folder, unit);
      if (stored.kind === "altered") onProblem(unit.file ?? `${file.path}#${unit.id}`, stored.reason);
      if (stored.kind !== "tables") continue;
      const place = { run, time, file: file.path, unit: unit.id };
      const details = detailsOf(manifest, file, unit);
      for (const table of stored.tables)
        for (const number of numbersOf(table)) yield { ...place, ...number, ...details };
    }
  }
}

type NumberOfTable = Pick<NumberRow, "table" | "row" | "column" | "value" | "digits" | "measure">;

function* numbersOf(table: Table): Generator<NumberOfTable> {
  const rows = rowNames(table);
  const labels = columnLabels(table.columns);
  for (const [index, column] of table.columns.entries()) {
    if (column.isDimension || column.isHidden || column.values.kind === "text") continue;
    const measure = columnFormat(column).unit || null;
    for (let row = 0; row < table.rowCount; row++) {
      const cell = cellValue(column, row);
      const digits = isExactNumber(cell) ? cell.rawJSON : null;
      const value = digits === null ? cell : Number(digits);
      if (typeof value !== "number") continue;
      yield { table: table.id, row: rows[row] ?? "", column: labels[index] ?? "", value, digits, measure };
    }
  }
}

/** The name of each row: its cells in the columns that name rows. A number follows where several rows have the same name. */
function rowNames(table: Table): string[] {
  const dimensions = table.columns.filter(({ isDimension, isHidden }) => isDimension && !isHidden);
  const names = Array.from({ length: table.rowCount }, (_, row) =>
    dimensions.length === 0 ? String(row + 1) : changedRowText(dimensions.map((column) => cellValue(column, row))),
  );
  return columnLabels(names.map((name) => ({ header: [name] })));
}

function detailsOf(manifest: Manifest, file: ManifestFile, unit: ManifestUnit): UnitDetails {
  return {
    start: dayOf(unit.dates?.start),
    end: dayOf(unit.dates?.end),
    parameters: unit.parametersSha256 ?? file.parametersSha256,
    result: unit.status === "success" ? (unit.sha256 ?? null) : null,
    commit: commitOf(manifest),
  };
}

function dayOf(text: string | undefined): Date | null {
  const day = text === undefined ? undefined : parseDay(text);
  return day === undefined ? null : new Date(day);
}

function commitOf({ provenance }: Manifest): string | null {
  const { commit, uncommitted } = provenance ?? {};
  return commit === undefined ? null : uncommitted === true ? `${commit}+` : commit;
}
