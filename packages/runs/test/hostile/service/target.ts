import type { Step } from "../history.ts";
import type { WireRequest } from "../wire/read-requests.ts";
import type { Jobs } from "./jobs.ts";
import { addressOf, type Kind, markerIn } from "./kinds.ts";

/** What a request is about. */
export interface Target {
  readonly step: Step;
  readonly asks: "create" | "parameters" | "status" | "info" | "result" | "cancel" | "other";
  readonly jobId?: string;
  readonly unitId?: string;
  /** The marker of the parameter file that the request is about, if it is known. */
  readonly marker?: string;
}

/** @param isUnheard whether the client has had no whole answer about a job yet */
export function targetOf(
  kind: Kind,
  jobs: Jobs,
  { method, path, body }: WireRequest,
  isUnheard: (jobId: string) => boolean,
): Target {
  const base = addressOf(kind);
  const [address = ""] = path.split("?");
  if (!address.startsWith(base)) return { step: "other", asks: "other" };
  const [jobId, word, unit, last] = address
    .slice(base.length + 1)
    .split("/")
    .map((part) => decodeURIComponent(part));
  const marker = method === "PUT" || method === "POST" ? markerIn(body) : jobs.get(jobId ?? "")?.marker;
  const about = { ...(jobId && { jobId }), ...(marker !== undefined && { marker }) };
  if (method === "PUT" || method === "POST") return { step: "create", asks: "create", ...about };
  if (!jobId) return { step: "other", asks: "other" };
  if (method === "DELETE") return { step: "cancel", asks: "cancel", ...about };
  if (word === "result") return { step: "result", asks: "result", unitId: "result", ...about };
  if (word === "units" && unit !== undefined) {
    const asks = last === "info" ? "info" : "result";
    return { step: asks, asks, unitId: unit, ...about };
  }
  const asks = word === "status" || kind.answers === "bare" ? "status" : "parameters";
  const job = jobs.get(jobId);
  if (isUnheard(jobId)) return { step: "look", asks, ...about };
  if (asks === "parameters") return { step: "other", asks, ...about };
  return { step: job !== undefined && jobs.isDone(job) ? "status" : "poll", asks, ...about };
}
