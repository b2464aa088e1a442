import { VENDOR_DIRECTORY } from "./columns.ts";
import { id64, lazy } from "./hash.ts";
import { matchingRows } from "./list-filter.ts";

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

export const groupList = lazy(() =>
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
  const group = groupList().find((one) => one.key === key);
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
