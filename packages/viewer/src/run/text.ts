import type { ServiceErrorItem, UnitStatus } from "@analytics-engines/core";
import { pathOfSource } from "@analytics-engines/core/basics";
import type { Table } from "@analytics-engines/core/results";
import type { Manifest } from "@analytics-engines/runs";
import { localNumber, t } from "../l10n.ts";
import { byteText, countOf, dayText } from "../text.ts";
import type { UnitRef } from "./viewed-run.ts";

/** The statuses, the most urgent first. */
export const statusOrder: readonly UnitStatus[] = ["failure", "lost", "timed-out", "unknown", "canceled", "success"];

const texts: Readonly<Record<UnitStatus, string>> = {
  failure: t("failed"),
  lost: t("lost"),
  "timed-out": t("timed out"),
  unknown: t("unknown"),
  canceled: t("canceled"),
  success: t("succeeded"),
};

export function statusText(status: UnitStatus): string {
  return texts[status];
}

const ends: Readonly<Record<UnitStatus, string>> = {
  failure: t("The unit failed. The service gave no reason."),
  lost: t("The result is lost."),
  "timed-out": t("The job did not end in time."),
  unknown: t("Nobody knows how the job ended."),
  canceled: t("The job was canceled."),
  success: t("The job succeeded and has no units."),
};

/** How a job or a unit ended for which nothing gives a reason. */
export function endText(status: UnitStatus): string {
  return ends[status];
}

/** An error of the service: title, detail, code, place and id. */
export function serviceErrorText({ code, title, detail, source, id }: ServiceErrorItem): string {
  const message = [title, detail].filter(Boolean).join(": ") || t("The service gave no message for this error.");
  const at = source?.pointer ?? source?.parameter;
  const marks = [code, at, id].filter(Boolean).join(", ");
  return marks === "" ? message : `${message} (${marks})`;
}

/** The id of a unit whose job has one result: it says nothing to a reader. */
const ONLY_UNIT = "result";

/** The names of files and units in a run, as short as they can be. */
export interface ShortNames {
  /** The file of a job, without the folders that all files share and without `.json`: `attribution.pa`. The jobs of a sweep have one file. */
  readonly file: (path: string) => string;
  /** The name of a unit: its id, or the name of its file if the id is `result`. */
  readonly title: (ref: UnitRef) => string;
}

export function runNames({ files }: Manifest): ShortNames {
  const shared = sharedFolder(files.map(({ path }) => path));
  const stem = (path: string) => path.slice(shared).replace(/\.json$/i, "");
  return {
    file: (path) => stem(pathOfSource(path)),
    title: ({ file: { path }, unit }) => (unit.id === ONLY_UNIT ? stem(path) : unit.id),
  };
}

/** The number of characters of the folders that all paths share. */
function sharedFolder(paths: readonly string[]): number {
  const [first = "", ...others] = paths;
  let length = first.lastIndexOf("/") + 1;
  while (length > 0 && !others.every((path) => path.startsWith(first.slice(0, length)))) {
    length = first.lastIndexOf("/", length - 2) + 1;
  }
  return length;
}

export type Fact = readonly [name: string, value: string];

/** The facts about a unit in the manifest, for people. */
export function unitFacts({ file, unit }: UnitRef): Fact[] {
  return [
    [t("Parameter file"), file.path],
    [t("Family"), file.family],
    [t("State"), statusText(unit.status)],
    ...fact(t("Job"), file.jobId),
    ...fact(t("Request keys"), file.requestKeys.join(" ")),
    ...fact(t("Dates"), datesText(unit.dates)),
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
    ...fact(t("Dates"), datesText({ start: startDate, end: endDate })),
    ...fact(t("Currency"), currency),
    ...Object.entries(items).map(([name, values]): Fact => [name, values.join(", ")]),
  ];
}

/** A duration in milliseconds: `45 s`, `3 min 20 s`, `2 h 5 min`. */
export function durationText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (!Number.isFinite(seconds) || seconds < 0) return t("unknown");
  // As the command and the editor write it, so that a run takes as long everywhere.
  if (seconds < 59.95) return `${localNumber(String(Math.round(seconds * 10) / 10))} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

interface Period {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** `2024-01-31 to 2024-02-29`; undefined without dates. */
export function datesText({ start, end }: Period = {}): string | undefined {
  const dates = [start, end].filter((date) => date !== undefined).map(dayText);
  return dates.length === 0 ? undefined : dates.reduce((from, to) => t("{0} to {1}", from, to));
}

function fact(name: string, value: string | undefined): Fact[] {
  return value === undefined || value === "" ? [] : [[name, value]];
}
