import { id32, id64, lazy, records } from "./hash.ts";
import { type ListFilter, matchingRows, VENDOR_DIRECTORY } from "./lists.ts";
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
const columnList = lazy((): readonly ColumnEntry[] => {
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

/** The property of a security by which a group gathers. */
export type GroupKey = "sector" | "industry" | "country" | "region" | "currency" | "asset" | "size" | "rating";

export type GroupEntry = ReturnType<typeof groupList>[number];

const groupRows: readonly [GroupKey, string, string][] = [
  ["sector", "Economic Sector", "Classification"],
  ["industry", "Industry", "Classification"],
  ["country", "Country", "Geography"],
  ["region", "Region", "Geography"],
  ["currency", "Currency", "Geography"],
  ["asset", "Asset Class", "Classification"],
  ["size", "Size Band", "Size"],
  ["rating", "Rating", "Fixed Income"],
];

const groupList = lazy(() =>
  groupRows.map(([key, name, category]) => ({
    id: id64("group", name),
    name,
    directory: VENDOR_DIRECTORY,
    category,
    key,
  })),
);

/** The groups, from id to what a list says about them. */
export const groupsById = () => matchingRows(groupList());

/** A group by its id, in any letter case. */
export function findGroup(id: string): GroupEntry | undefined {
  return groupList().find((group) => group.id === id.toUpperCase());
}

/** The keys among words, in the order of the catalogue. */
export function groupKeysIn(text: string): GroupKey[] {
  const words = text.split(" ");
  return groupRows.map(([key]) => key).filter((key) => words.includes(key));
}

/** The group that gathers by a property. */
export function groupBy(key: GroupKey): GroupEntry {
  const group = groupList().find((candidate) => candidate.key === key);
  if (group === undefined) throw new Error(`The catalogue has no group by ${key}.`);
  return group;
}

/** The date that decides the group of a security. */
export const groupingFrequencies = {
  BeginningOfPeriod: { name: "Beginning of Period" },
  EndOfPeriod: { name: "End of Period" },
  BeginningOfReport: { name: "Beginning of Report" },
  EndOfReport: { name: "End of Report" },
  Latest: { name: "Latest" },
} as const;

/** Whether a text is the id of a grouping frequency, in any letter case. */
export function isGroupingFrequency(text: string): boolean {
  return Object.keys(groupingFrequencies).some((id) => id.toLowerCase() === text.toLowerCase());
}

// Category; name; snapshot or period; groups; columns.
const TYPES = `
Weights; Weights; snapshot; sector industry; Port. Ending Weight, Bench. Ending Weight, Active Ending Weight
Weights; Country Weights; snapshot; country; Port. Ending Weight, Bench. Ending Weight
Characteristics; Valuation; snapshot; sector; Port. Price to Earnings, Bench. Price to Earnings, Port. Dividend Yield
Contribution; Contribution; period; sector; Port. Beginning Weight, Port. Total Return, Port. Contribution to Return
Attribution; 2 Factor Attribution; period; sector; Active Allocation Effect, Active Selection Effect, Active Total Effect
Risk; Risk Summary; snapshot; sector; Port. Beta, Bench. Beta, Port. Volatility
Fixed Income; Bond Characteristics; snapshot; rating; Port. Effective Duration, Port. Yield to Maturity
`;

/** The default types of unlinked templates, from id to details. */
export const templateTypes = lazy(() =>
  Object.fromEntries(
    records(TYPES).map(([category = "", name = "", span, groups = "", columns = ""]) => {
      const id = id64("template type", category, name);
      const details = {
        id,
        columns: columns.split(", ").map((column) => {
          const { id, name, statistics } = columnNamed(column);
          return { name, id, statistics: [...statistics] };
        }),
        groups: groupKeysIn(groups).map((key) => {
          const { id, name } = groupBy(key);
          return { name, id, frequency: "BeginningOfPeriod" };
        }),
        snapshot: span === "snapshot",
        category,
        name,
      };
      return [id, details];
    }),
  ),
);

/** A template type by its id, in any letter case. */
export const findTemplateType = (id: string) => templateTypes()[id.toUpperCase()];
