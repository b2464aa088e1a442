import type { Table } from "@analytics-engines/core/results";
import { t } from "../l10n.ts";
import { localNumber } from "../language/number-language.ts";
import { byteText, countOf, dayText } from "../text.ts";
import { statusText } from "./status-text.ts";
import type { UnitRef } from "./viewed-run.ts";

export type Fact = readonly [name: string, value: string];

/** The facts about a unit in the manifest, for people. */
export function unitFacts({ file, unit }: UnitRef): Fact[] {
  return [
    [t("Parameter file"), file.path],
    [t("Family"), file.family],
    [t("State"), statusText(unit.status)],
    ...fact(t("Job"), file.jobId),
    ...fact(t("Request keys"), file.requestKeys.join(" ")),
    ...fact(t("Dates"), datesText(unit.dates?.start, unit.dates?.end)),
    ...fact(t("Result"), unit.file),
    ...fact(t("Content type"), unit.contentType),
    ...fact(t("Size"), unit.bytes === undefined ? undefined : byteText(unit.bytes)),
    ...fact("SHA-256", unit.sha256),
    ...fact(t("Reused from"), unit.reused?.run),
    ...fact(t("Info document"), unit.info),
    [t("SHA-256 of the file"), file.sha256],
    [t("SHA-256 of the parameters"), file.parametersSha256],
  ];
}

/** The facts about a table in its metadata. */
export function tableFacts(table: Table): Fact[] {
  const { startDate, endDate, currency, items } = table.metadata;
  return [
    [t("Table"), table.id],
    [t("Size"), `${countOf(table.rowCount, "row")}, ${countOf(table.columns.length, "column")}`],
    ...fact(t("Dates"), datesText(startDate, endDate)),
    ...fact(t("Currency"), currency),
    ...Object.entries(items).map(([name, values]): Fact => [name, values.join(", ")]),
  ];
}

/** A duration in milliseconds: `45 s`, `3 min 20 s`, `2 h 5 min`. */
export function durationText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (!Number.isFinite(seconds) || seconds < 0) return t("unknown");
  if (seconds < 10) return `${localNumber(seconds.toFixed(1))} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

function datesText(start: string | undefined, end: string | undefined): string | undefined {
  const dates = [start, end].filter((date) => date !== undefined).map(dayText);
  return dates.length === 0 ? undefined : dates.reduce((from, to) => t("{0} to {1}", from, to));
}

function fact(name: string, value: string | undefined): Fact[] {
  return value === undefined || value === "" ? [] : [[name, value]];
}
