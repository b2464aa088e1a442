import { count, shorten, toPointer } from "@analytics-engines/core/basics";
import type { SweepJob } from "@analytics-engines/core/files";
import { type FilePlace, type ParameterFile, placeRefusal } from "@analytics-engines/core/parameters";
import type { Manifest, ManifestFile, ManifestUnit } from "../folder/manifest/manifest.ts";
import { errorText } from "./run-progress.ts";

/** An error or a warning about a unit, or about a job as a whole. */
export interface Finding {
  readonly level: "error" | "warning";
  /** Path of the parameter file, as in the manifest. */
  readonly path: string;
  /** The id of the unit; `undefined` for the job as a whole. */
  readonly unit: string | undefined;
  /** The status of the unit or job. */
  readonly state: ManifestUnit["status"];
  readonly message: string;
  /** The error of the service that says most about its place, and the units of its request in their order. */
  readonly refusal?: { readonly error: ManifestUnit["errors"][number]; readonly units: readonly string[] };
  /** The number of other jobs with the same finding. */
  readonly others?: number;
}

/** The states by importance: lost results, which cannot be read again, come first. */
const states = {
  lost: { rank: 0, words: "is lost" },
  failure: { rank: 1, words: "failed" },
  unknown: { rank: 2, words: "is unknown" },
  "timed-out": { rank: 3, words: "timed out" },
  canceled: { rank: 4, words: "was canceled" },
  success: { rank: 5, words: "succeeded" },
} as const;

/**
 * The errors and warnings of a run, in the order of the manifest. The reason why a job ended is listed once, not for each of its units; the
 * reason why jobs were not started is listed once for all of them.
 */
export function findFindings(manifest: Manifest): readonly Finding[] {
  const unbegun = Map.groupBy(manifest.files.filter(isUnbegun), (file) => `${file.status} ${messageOf(file)}`);
  const folded = new Map(Array.from(unbegun.values(), ([first, ...others]) => [first, others.length]));
  return manifest.files.flatMap((file) => {
    if (isUnbegun(file)) {
      const others = folded.get(file);
      if (others === undefined) return [];
      return [others === 0 ? jobFinding(file) : { ...jobFinding(file), others }];
    }
    const { problem } = file;
    const units = file.units
      .flatMap((unit) => findingsOf(file, unit))
      .filter((finding) => problem === undefined || !finding.message.includes(problem.message));
    const isListed = file.status === "success" || units.some((finding) => finding.level === "error");
    return isListed ? units : [jobFinding(file), ...units];
  });
}

/** Whether the run ended before the job was started: the job has no id, and its units have no errors. */
function isUnbegun({ jobId, status, units, problem }: ManifestFile): boolean {
  if (problem?.code === "not-created") return true;
  return (
    jobId === undefined &&
    status !== "success" &&
    status !== "failure" &&
    units.every((unit) => unit.errors.length === 0)
  );
}

/** The most important findings of a level, at most `count`: the worst state first, and every message once before any message is repeated. */
export function mostImportant(
  findings: readonly Finding[],
  level: Finding["level"],
  count: number,
): readonly Finding[] {
  const occurrences = new Map<string, number>();
  const ranked = findings
    .filter((finding) => finding.level === level)
    .map((finding) => {
      const repeats = occurrences.get(finding.message) ?? 0;
      occurrences.set(finding.message, repeats + 1);
      return { finding, repeats, rank: states[finding.state].rank };
    });
  // The sort is stable: equal findings keep the order of the manifest.
  return ranked
    .sort((first, second) => first.repeats - second.repeats || first.rank - second.rank)
    .slice(0, count)
    .map(({ finding }) => finding);
}

/** `Unit weights failed`, `Job was canceled, as 11 others`. A long unit id is cut. */
export function findingHeadline(finding: Finding): string {
  const others = finding.others === undefined ? "" : `, as ${count(finding.others, "other")}`;
  const subject = finding.unit === undefined ? "Job" : `Unit ${shorten(finding.unit, 120)}`;
  return finding.level === "warning" ? `${subject}: warning` : `${subject} ${states[finding.state].words}${others}`;
}

/**
 * The place in the parameter file of what a finding speaks of: the value or name that the service means, otherwise the unit. In a sweep that is
 * the cell, otherwise the row of the unit. `undefined` if the file has neither.
 */
export function placeOfFinding(file: ParameterFile | SweepJob, { unit, refusal }: Finding): FilePlace | undefined {
  const range = placeRefusal(file, refusal?.error ?? {}, { unit, units: refusal?.units })?.range;
  const row = rowOfUnit(file, unit);
  return row === undefined || range?.path === row.path ? range : row;
}

/** The place of a unit in the parameter file: its name, or its row in the CSV file of a sweep. */
export function placeOfUnit(file: ParameterFile | SweepJob, unit: string): FilePlace | undefined {
  return rowOfUnit(file, unit) ?? file.rangeOf(toPointer(["data", unit]), "key");
}

/** The row of a unit of a sweep. A job of a family without units is one row. */
function rowOfUnit(file: ParameterFile | SweepJob, unit: string | undefined): FilePlace | undefined {
  if (!("rangeOfRow" in file)) return undefined;
  const index = file.units.length === 0 ? 0 : file.units.indexOf(unit ?? "");
  return index < 0 ? undefined : file.rangeOfRow(index);
}

function findingsOf(file: ManifestFile, unit: ManifestUnit): Finding[] {
  const about = { path: file.path, unit: unit.id };
  const warnings = unit.warnings.map(
    (message): Finding => ({ ...about, level: "warning", state: unit.status, message }),
  );
  if (unit.status === "success") return warnings;
  const unitErrors = unit.errors.filter((error) => !isOfOtherUnit(error, unit, file));
  const error = unitErrors.find(({ source }) => source?.pointer !== undefined) ?? unitErrors[0];
  const message = unitErrors
    .map(describeError)
    .filter((text) => text !== "")
    .join(" · ");
  // The finding of the job gives the reason once for all units.
  if (message === "" && file.problem !== undefined) return warnings;
  return [
    {
      ...about,
      level: "error",
      state: unit.status,
      message: message || "The service gave no reason.",
      ...(error !== undefined && { refusal: { error, units: file.units.map(({ id }) => id) } }),
    },
    ...warnings,
  ];
}

/** Whether an error points at another unit: if the service refuses a whole request, every unit has all its errors. */
function isOfOtherUnit({ source }: ManifestUnit["errors"][number], unit: ManifestUnit, file: ManifestFile): boolean {
  // The service can answer in another letter case.
  const pointer = source?.pointer?.toLowerCase();
  const points = (id: string) => {
    const unitPointer = toPointer(["data", id]).toLowerCase();
    return pointer === unitPointer || pointer?.startsWith(`${unitPointer}/`) === true;
  };
  return pointer !== undefined && !points(unit.id) && file.units.some(({ id }) => points(id));
}

function jobFinding(file: ManifestFile): Finding {
  return { level: "error", path: file.path, unit: undefined, state: file.status, message: messageOf(file) };
}

function messageOf({ problem }: ManifestFile): string {
  return problem?.message ?? "No reason is known.";
}

function describeError(error: ManifestUnit["errors"][number]): string {
  const source = error.source?.pointer ?? error.source?.parameter;
  return [errorText(error), source === undefined ? "" : `(at ${source})`].filter((part) => part !== "").join(" ");
}
