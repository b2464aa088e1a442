import { expectedResult, type JobOutcome, type JobStatus, type UnitOutcome } from "@analytics-engines/core";
import { canonicalUnit, entries, property } from "@analytics-engines/core/basics";
import { sha256 as digestOf } from "../../files/open-file.ts";
import type { RunFile } from "../run-options.ts";
import { MAX_RESUMED } from "./format.ts";
import type { Manifest, ManifestFile, ManifestRow, ManifestUnit, Provenance } from "./manifest.ts";
import { wholeStatus } from "./whole-status.ts";

/** The properties of a manifest that do not depend on the jobs. */
export type ManifestHead = Omit<Manifest, "version" | "status" | "files">;

/**
 * Makes the manifest of a run from the outcomes of its jobs.
 *
 * @param stopped whether the caller stopped the run: it counts as canceled if any job was canceled
 */
export function buildManifest(
  head: ManifestHead,
  files: readonly RunFile[],
  outcomes: Pick<ReadonlyMap<string, JobOutcome>, "get">,
  stopped: boolean,
): Manifest {
  const entries = files.map((file) => manifestFile(file, outcomes.get(file.path)));
  const { tool, service, startedAt, finishedAt, ...more } = head;
  const statuses = entries.map(({ status }) => status);
  const times = { startedAt, ...(finishedAt !== undefined && { finishedAt }) };
  return { version: 1, tool, service, ...times, status: wholeStatus(statuses, stopped), ...more, files: entries };
}

/** Counts the files and units of a run. `failed`: units that did not succeed, for any reason. `reused`: units that an earlier run computed. */
export function countRun({ files }: Manifest) {
  const units = files.flatMap((file) => file.units);
  const succeeded = units.filter(({ status }) => status === "success").length;
  const warnings = units.reduce((sum, unit) => sum + unit.warnings.length, 0);
  const reused = units.filter((unit) => unit.reused !== undefined).length;
  return { files: files.length, units: units.length, succeeded, failed: units.length - succeeded, reused, warnings };
}

function manifestFile(
  { path, family, request, sha256, parametersSha256, rowOf }: RunFile,
  outcome: JobOutcome | undefined,
): ManifestFile {
  const file = { path, family, sha256, parametersSha256, expects: expectedResult(family, request) };
  if (outcome === undefined) return { ...file, requestKeys: [], status: "unknown", units: [] };
  const { jobId, requestKeys, status, problem } = outcome;
  const units = inOrder(outcome.units, request, rowOf);
  return {
    ...file,
    ...(jobId !== undefined && { jobId }),
    requestKeys,
    status,
    ...(problem !== undefined && { problem }),
    units: units.map((unit) => manifestUnit(unit, canonicalUnit(request, unit.id), rowOf?.(unit.id))),
  };
}

/**
 * Units in the order of the rows of a sweep, or else of the request. A job has them in another one: those that were copied of an earlier run are
 * first.
 */
function inOrder(units: readonly UnitOutcome[], request: unknown, rowOf: RunFile["rowOf"]): readonly UnitOutcome[] {
  const positions = new Map(entries(property(request, "data")).map(([id], index) => [id, index]));
  const positionOf = ({ id }: UnitOutcome) => rowOf?.(id).line ?? positions.get(id) ?? positions.size;
  const placed = units.map((unit) => ({ unit, position: positionOf(unit) }));
  return placed.sort((first, second) => first.position - second.position).map(({ unit }) => unit);
}

/** @param parameters those of the unit in canonical form, if the job has units */
function manifestUnit(
  { id, status, stored, info, errors, ...unit }: UnitOutcome,
  parameters: string | undefined,
  row: ManifestRow | undefined,
): ManifestUnit {
  const { reused, warnings } = unit;
  const about = {
    id,
    status,
    ...(parameters !== undefined && { parametersSha256: digestOf(parameters) }),
    ...(row && { row }),
  };
  const described = {
    ...(info && { info: info.file, infoBytes: info.bytes, infoSha256: info.sha256 }),
  };
  if (stored === undefined) return { ...about, ...described, warnings, errors };
  const { file, contentType, bytes, sha256, end, dates, tables } = stored;
  return {
    ...about,
    file,
    contentType,
    bytes,
    sha256,
    ...(end && { end }),
    ...described,
    ...(reused && { reused }),
    warnings,
    errors,
    ...(dates && { dates }),
    ...(tables && { tables }),
  };
}

/** The status of a run; `running` if it did not wait for its jobs and nothing failed. */
export type RunStatus = JobStatus | "running";

/** Core's codes for a job that was left to the service: it runs, or its results are ready there. */
const unfinishedCodes: ReadonlySet<string> = new Set(["still-running", "not-collected"]);

/** Whether a job was left to the service because the run did not wait for it. */
export function isLeftRunning({ status, problem }: ManifestFile): boolean {
  return status === "unknown" && problem !== undefined && unfinishedCodes.has(problem.code);
}

/** The status of a run without waiting: that of the jobs that ended, or `running` if they all succeeded. */
export function statusWithoutWait({ files }: Manifest): RunStatus {
  const others = files.filter((file) => !isLeftRunning(file));
  const status = wholeStatus(others.map((file) => file.status));
  return status === "success" && others.length < files.length ? "running" : status;
}

/** The provenances of the resumptions of a run, with `current` if the run does not have it yet. */
export function resumedWith(
  { provenance, resumed = [] }: { readonly provenance?: Provenance; readonly resumed?: readonly Provenance[] },
  current: Provenance | undefined,
): readonly Provenance[] {
  if (current === undefined) return resumed;
  const isKnown = [provenance, ...resumed].some(
    (earlierProvenance) => JSON.stringify(earlierProvenance) === JSON.stringify(current),
  );
  return isKnown ? resumed : [...resumed, current].slice(-MAX_RESUMED);
}
