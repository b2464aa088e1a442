import type { UnitStatus } from "@analytics-engines/core";
import { families, pathOfSource } from "@analytics-engines/core/basics";
import type { Manifest, ManifestFile, ManifestUnit } from "@analytics-engines/runs";
import { t } from "../../l10n.ts";
import { countOf } from "../../text.ts";
import { type ShortNames, statusOrder, statusText } from "../text.ts";
import { unitKey } from "../viewed-run.ts";

/** A file with its units that match. */
export interface FileMatch {
  readonly file: ManifestFile;
  readonly units: readonly ManifestUnit[];
}

/** The matches by the files that the user has: the units of all jobs of a sweep are together. */
export function matchesByFile(matches: readonly FileMatch[]): readonly (readonly FileMatch[])[] {
  return [...Map.groupBy(matches, ({ file }) => pathOfSource(file.path)).values()];
}

/**
 * The files and units that contain every word: in the path, the family, the name and status of the unit, or the messages of the service. A
 * word of the file matches all its units.
 */
export function searchRun(manifest: Manifest, words: string, status?: UnitStatus): FileMatch[] {
  const searchWords = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return manifest.files.flatMap((file) => {
    const ofFile = textsOf(file.path, file.family, file.jobId, file.problem?.message, file.problem?.code);
    const units = file.units.filter((unit) => {
      const text = `${ofFile}\n${unitText(unit)}`;
      return (status === undefined || unit.status === status) && searchWords.every((word) => text.includes(word));
    });
    const isMatch =
      units.length > 0 ||
      (file.units.length === 0 && status === undefined && searchWords.every((word) => ofFile.includes(word)));
    return isMatch ? [{ file, units }] : [];
  });
}

/** The number of units by status, the most important status first. */
export function statusCounts(manifest: Manifest): { status: UnitStatus; count: number }[] {
  const units = manifest.files.flatMap((file) => file.units);
  return statusOrder
    .map((status) => ({
      status,
      count: units.filter((unit) => unit.status === status).length,
    }))
    .filter(({ count }) => count > 0);
}

function unitText(unit: ManifestUnit): string {
  const errors = unit.errors.flatMap(({ id, code, title, detail }) => [id, code, title, detail]);
  return textsOf(unit.id, unit.status, statusText(unit.status), ...unit.warnings, ...errors);
}

function textsOf(...texts: readonly (string | undefined)[]): string {
  return texts.filter(Boolean).join("\n").toLocaleLowerCase();
}

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
  const urgent = rows.filter((row) => urgency(row) < CALM).sort((a, b) => urgency(a) - urgency(b));
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
  if (grouping === "status") return titledGroups.sort((a, b) => statusRank(a) - statusRank(b));
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
  return t("{0} in {1}", units, countOf(sourceCount(rows.map(({ file }) => file)), "file"));
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The counts of a run: units by status, units with warnings, and rows of tables. */
export function runCounts({ files }: Manifest) {
  const units = files.flatMap((file) => file.units);
  return {
    units: units.length,
    files: sourceCount(files),
    warnings: units.filter(({ warnings }) => warnings.length > 0).length,
    rows: units.flatMap(({ tables = [] }) => tables).reduce((sum, { rows }) => sum + rows, 0),
  };
}

/** The number of files as the user has them. */
function sourceCount(files: readonly Pick<ManifestFile, "path">[]): number {
  return new Set(files.map(({ path }) => pathOfSource(path))).size;
}
