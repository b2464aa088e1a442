import { checkTables, readChecks } from "@analytics-engines/core/files";
import type { Column, Table } from "@analytics-engines/core/results";
import { median, repeat } from "../measure.ts";
import { type Row, under } from "../report.ts";

const ROUNDS = 3;
const ROWS = 1_000_000;

/** Twenty rules over a table of a million rows, three of which compare it with that of an earlier run. */
export async function measureChecks(): Promise<Row[]> {
  const tables = [makeTable(0)];
  const earlier = [makeTable(1e-9)];
  const { checks } = readChecks(JSON.stringify({ checks: rules }));
  const seconds = await repeat(ROUNDS, async () => {
    const start = performance.now();
    const outcomes = checkTables(checks, tables, { earlier, today: Date.UTC(2024, 5, 3) }).flat();
    if (outcomes.length !== rules.length || outcomes.some(({ status }) => status !== "passed"))
      throw new Error(JSON.stringify(outcomes));
    return (performance.now() - start) / 1000;
  });
  return [under(`checks of ${ROWS} rows by ${rules.length} rules`, median(seconds), "s", 2)];
}

const limits = { column: "Weight", min: 0 };
const rules = [
  { rowCount: { min: 1 } },
  { rows: { Sector: "Sector 4" }, rowCount: { min: 1 } },
  { sum: { column: "Weight", value: 100, tolerance: 0.01 } },
  { sum: { column: "Copy", value: 100, tolerance: 0.01 } },
  { rows: { Sector: "Sector 5" }, sum: { column: "Weight", value: 9, tolerance: 1 } },
  { between: limits },
  { between: { column: "Copy", max: 1 } },
  { between: { column: "Return", min: -50, max: 50 } },
  { rows: { Sector: "Sector 3" }, between: limits },
  { notNull: { column: "Security" } },
  { notNull: { column: "Sector" } },
  { notNull: { column: "Weight" } },
  { notNull: { column: "Return" } },
  { unique: { columns: ["Security"] } },
  { unique: { columns: ["Sector", "Security"] } },
  { equals: { column: "Weight", other: "Copy" } },
  { newestDate: { maxBusinessDays: 3 } },
  { moved: { column: "Weight", atMost: 0.1 } },
  { moved: { column: "Return", atMost: 1 } },
  { moved: { column: "Copy", atMostPercent: 10 } },
];

function makeTable(shift: number): Table {
  const weight = (row: number) => 100 / ROWS + (row % 2 === 0 ? shift : -shift);
  return {
    id: "holdings",
    rowCount: ROWS,
    columns: [
      texts("Security", ROWS),
      texts("Sector", 11),
      numbers("Weight", weight),
      numbers("Copy", weight),
      numbers("Return", (row) => (row % 100) - 50),
    ],
    metadata: { endDate: "20240531", items: {} },
  };
}

function texts(name: string, different: number): Column {
  const dictionary = Array.from({ length: different }, (_, at) => `${name} ${at}`);
  const codes = Int32Array.from({ length: ROWS }, (_, row) => row % different);
  return { ...columnOf(name, "string", true), values: { kind: "text", codes, dictionary } };
}

function numbers(name: string, numberOf: (row: number) => number): Column {
  const values = Float64Array.from({ length: ROWS }, (_, row) => numberOf(row));
  return { ...columnOf(name, "real", false), values: { kind: "number", values } };
}

function columnOf(name: string, type: string, isDimension: boolean): Omit<Column, "values"> {
  return { id: name, name, header: [name], type, isDimension, isHidden: false };
}
