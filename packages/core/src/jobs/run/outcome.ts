import { requestPath } from "../../families/request-path.ts";
import { toPointer } from "../../json/value.ts";
import { ServiceError, type ServiceErrorItem } from "../../service/errors/errors.ts";
import { unitsSoFar } from "../collect/read-results.ts";
import type { Job } from "../context.ts";
import type { JobOutcome, JobStatus, UnitOutcome } from "../types.ts";
import type { Ending } from "./ending.ts";

/** The outcome of a job whose units are all decided. */
export function outcomeOfUnits(job: Job, units: readonly UnitOutcome[]): JobOutcome {
  const status = statusOfUnits(units);
  const bad = units.filter((unit) => unit.status !== "success");
  if (bad.length === 0 && units.length > 0) return outcome(job, status, units);
  if (units.length === 0) {
    const message = "The service calls the job complete and names no units. There is no result.";
    return outcome(job, status, units, { code: "no-units", message });
  }
  const examples = bad.slice(0, 5).map(({ id, status }) => `${id} (${status})`);
  const rest = bad.length > examples.length ? ` and ${bad.length - examples.length} more` : "";
  const message = `${bad.length} of ${units.length} units did not succeed: ${examples.join(", ")}${rest}.`;
  const code = bad.some((unit) => unit.status === "lost") ? "lost-result" : "unit-failed";
  return outcome(job, status, units, { code, message });
}

/** One unknown unit makes the job unknown; otherwise one unsuccessful unit makes it a failure. */
function statusOfUnits(units: readonly UnitOutcome[]): JobStatus {
  if (units.some(({ status }) => status === "unknown")) return "unknown";
  if (units.length > 0 && units.every(({ status }) => status === "success")) return "success";
  if (units.length > 0 && units.every(({ status }) => status === "canceled")) return "canceled";
  return "failure";
}

/**
 * The outcome of a job that ended before its units were all decided.
 * @param body the request, which the cause of the end may point into
 */
export function outcomeOfEnding(job: Job, { status, code, message, cause }: Ending, body: unknown): JobOutcome {
  const items = cause instanceof ServiceError ? cause.errors.map((item) => placedIn(body, item)) : [];
  const endingItem: ServiceErrorItem = { code, title: "The job ended early", detail: message };
  const units = unitsSoFar(job, status, (id) => (items.length === 0 ? [endingItem] : itemsFor(id, items)));
  return outcome(job, status, units, { code, message });
}

function outcome(
  job: Job,
  status: JobStatus,
  units: readonly UnitOutcome[],
  problem?: JobOutcome["problem"],
): JobOutcome {
  const { handle } = job.log;
  // A refused job has an id from the client and does not exist.
  const wasRefused = handle?.phase === "creating" && (status === "failure" || status === "timed-out");
  return {
    key: job.key,
    family: job.family,
    jobId: wasRefused ? undefined : handle?.jobId,
    status,
    requestKeys: [...new Set([...(handle?.requestKeys ?? []), ...job.failedKeys])],
    units,
    ...(problem && { problem }),
  };
}

/** The error with a JSON pointer into the request, instead of the service's own notation for the place. */
function placedIn(body: unknown, item: ServiceErrorItem): ServiceErrorItem {
  const { source } = item;
  const { path } = source?.pointer === undefined ? { path: [] } : requestPath(source.pointer, body);
  const pointer = path.length === 0 ? undefined : toPointer(path);
  return pointer === undefined ? item : { ...item, source: { ...source, pointer } };
}

/** The errors that point at the unit, or all errors if none points at it: then they refuse every unit. */
function itemsFor(unitId: string, items: readonly ServiceErrorItem[]): readonly ServiceErrorItem[] {
  const path = toPointer(["data", unitId]).toLowerCase();
  const unitItems = items.filter(({ source }) => {
    const pointer = source?.pointer?.toLowerCase();
    return pointer === path || pointer?.startsWith(`${path}/`);
  });
  return unitItems.length > 0 ? unitItems : items;
}
