import type { UnitStatus } from "@analytics-engines/core";
import { families } from "@analytics-engines/core/basics";
import type { Manifest, ManifestFile, ManifestUnit } from "@analytics-engines/runs";
import { t } from "../../l10n.ts";
import { countOf } from "../../text.ts";
import type { ShortNames } from "../names.ts";
import type { FileMatch } from "../search.ts";
import { statusOrder, statusText } from "../status-text.ts";
import { unitKey } from "../viewed-run.ts";

export const groupings = { family: t("Family"), file: t("File"), status: t("Status") } as const;
export type Grouping = keyof typeof groupings;
export const groupingOrder: readonly Grouping[] = ["family", "file", "status"];

/** A row of the overview: a unit, or a file whose job ended without one. */
export interface OverviewRow {
  /** Unique in the run. */
  readonly key: string;
  readonly file: ManifestFile;
  readonly unit: ManifestUnit | undefined;
  readonly status: UnitStatus;
}

export interface OverviewGroup {
  readonly title: string;
  readonly note: string;
  readonly rows: readonly OverviewRow[];
}

/** The groups of an overview: first the rows that need attention, failures before warnings, then the others. */
export function overviewGroups(matches: readonly FileMatch[], grouping: Grouping, names: ShortNames): OverviewGroup[] {
  const rows = matches.flatMap(rowsOf);
  const urgent = rows.filter((row) => urgency(row) < CALM).sort((one, other) => urgency(one) - urgency(other));
  const groups = new Map<string, OverviewRow[]>();
  for (const row of grouping === "status" ? rows : rows.filter((row) => urgency(row) === CALM)) {
    const title = titleOf(row, grouping, names);
    groups.set(title, [...(groups.get(title) ?? []), row]);
  }
  const titledGroups = [...groups].map(([title, members]) => ({
    title,
    note: noteOf(members, grouping),
    rows: members,
  }));
  if (grouping === "status") return titledGroups.sort((one, other) => statusRank(one) - statusRank(other));
  if (urgent.length === 0) return titledGroups;
  return [{ title: t("Needs attention"), note: t("failures and warnings first"), rows: urgent }, ...titledGroups];
}

function rowsOf({ file, units }: FileMatch): OverviewRow[] {
  if (units.length === 0) return [{ key: `${file.path}#`, file, unit: undefined, status: file.status }];
  return units.map((unit) => ({ key: unitKey({ file, unit }), file, unit, status: unit.status }));
}

const CALM = statusOrder.length;

function urgency({ status, unit }: OverviewRow): number {
  if (status !== "success") return statusOrder.indexOf(status);
  return (unit?.warnings.length ?? 0) > 0 ? CALM - 1 : CALM;
}

function statusRank({ rows: [row] }: OverviewGroup): number {
  return row === undefined ? CALM : statusOrder.indexOf(row.status);
}

function titleOf({ file, status }: OverviewRow, grouping: Grouping, names: ShortNames): string {
  if (grouping === "family") return familyTitle(file.family);
  return grouping === "file" ? names.file(file.path) : capitalized(statusText(status));
}

/** The optimizers are one group: their results have the same tables. */
function familyTitle(id: ManifestFile["family"]): string {
  const { kind, title } = families[id];
  return kind === "optimization" ? t("Optimizers") : title;
}

function noteOf(rows: readonly OverviewRow[], grouping: Grouping): string {
  const units = countOf(rows.length, "unit");
  if (grouping === "file") return units;
  return t("{0} in {1}", units, countOf(new Set(rows.map(({ file }) => file.path)).size, "file"));
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The counts of a run: units by status, units with warnings, and rows of tables. */
export function runCounts({ files }: Manifest) {
  const units = files.flatMap((file) => file.units);
  return {
    units: units.length,
    files: files.length,
    warnings: units.filter(({ warnings }) => warnings.length > 0).length,
    rows: units.flatMap(({ tables = [] }) => tables).reduce((sum, { rows }) => sum + rows, 0),
  };
}
