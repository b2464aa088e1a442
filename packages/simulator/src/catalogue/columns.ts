import { id32, id64, lazy } from "./hash.ts";
import { type ListFilter, matchingRows } from "./list-filter.ts";
import { type Measure, numericMeasures, textMeasures } from "./measures.ts";

/** The source of a column's numbers: the account, the benchmark, the difference of both, or the security itself. */
type Side = "portfolio" | "benchmark" | "active" | "security";

export interface ColumnEntry {
  readonly id: string;
  readonly name: string;
  readonly directory: string;
  readonly category: string;
  readonly side: Side;
  readonly measure: Measure;
  readonly statistics: readonly string[];
}

/** The directory of everything that the service itself provides. */
export const VENDOR_DIRECTORY = "Vendor";

const statisticNames = [
  "Weighted Average",
  "Sum",
  "Average",
  "Median",
  "Minimum",
  "Maximum",
  "Standard Deviation",
  "Count",
];

/** The statistics that combine the rows of a group, from id to name. */
export const columnStatistics = lazy(() =>
  Object.fromEntries(statisticNames.map((name) => [id32("statistic", name), { name }])),
);

/** The name of a statistic by its id, in any letter case. */
export function statisticOf(id: string): string | undefined {
  return columnStatistics()[id.toLowerCase()]?.name;
}

const sides: readonly { side: Side; prefix: string; top: string }[] = [
  { side: "portfolio", prefix: "Port. ", top: "Portfolio" },
  { side: "benchmark", prefix: "Bench. ", top: "Benchmark" },
  { side: "active", prefix: "Active ", top: "Active" },
  { side: "security", prefix: "", top: "Security" },
];

const summedKinds = new Set([
  "weight-begin",
  "weight-end",
  "weight-average",
  "contribution",
  "value-end",
  "shares",
  "risk-factor",
  "risk-specific",
]);

/** All columns: 508. */
export const columnList = lazy((): readonly ColumnEntry[] => {
  const sum = id32("statistic", "Sum");
  const weighted = id32("statistic", "Weighted Average");
  const entry = (measure: Measure, side: Side, prefix: string, top: string): ColumnEntry => {
    const name = `${prefix}${measure.name}`;
    const category = `${top}/${measure.category}`;
    const statistics = measure.kind === "text" ? [] : [summedKinds.has(measure.kind) ? sum : weighted];
    return { id: id64("column", name), name, directory: VENDOR_DIRECTORY, category, side, measure, statistics };
  };
  const numeric = sides.flatMap(({ side, prefix, top }) =>
    numericMeasures().map((measure) => entry(measure, side, prefix, top)),
  );
  const text = textMeasures().map((measure) => entry(measure, "security", "", "Security"));
  return [...numeric, ...text];
});

const columnsBy = (key: "id" | "name") => lazy(() => new Map(columnList().map((column) => [column[key], column])));
const byId = columnsBy("id");
const byName = columnsBy("name");

/** A column by its id, in any letter case. */
export function findColumn(id: string): ColumnEntry | undefined {
  return byId().get(id.toUpperCase());
}

/** The columns that pass a filter, from id to what a list says about them. */
export const catalogueColumns = (filter: ListFilter) => matchingRows(columnList(), filter);

/** A column as the service shows it. */
export function columnPayload(id: string) {
  const column = findColumn(id);
  if (column === undefined) return undefined;
  const { name, directory, category, statistics } = column;
  return { defaultstatisticsids: statistics, name, directory, category };
}

/** A column by its exact name. Throws for an unknown name. */
export function columnNamed(name: string): ColumnEntry {
  const column = byName().get(name);
  if (column === undefined) throw new Error(`The catalogue has no column ${name}.`);
  return column;
}
