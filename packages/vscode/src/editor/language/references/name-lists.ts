import type { NameList } from "@analytics-engines/runs/lookup";

/** The list of the service that has the names of a kind of field. */
export const listOfKind = {
  "grouping frequency": "grouping frequencies",
  calendar: "calendars",
  "peer universe": "peer universes",
  currency: "currencies",
  column: "columns",
  group: "groups",
  statistic: "statistics",
  "pricing source": "pricing sources",
  "discount curve": "discount curves",
  "template type": "template types",
} as const satisfies Record<string, NameList>;
