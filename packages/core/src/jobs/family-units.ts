import type { Answer } from "../service/answer.ts";
import type {
  CallOptions,
  CreateOptions,
  NoAnswer,
  ResultAnswer,
  UnitsCreateAnswer,
  UnitsStatusAnswer,
} from "../service/client-types.ts";
import type { ServiceErrorItem } from "../service/errors.ts";
import type { ResponseModels } from "../service/models/index.ts";
import { type FamilyApi, ifFound, type ResultRead, type Seen } from "./family-face.ts";
import type { UnitReport } from "./types.ts";

/** What the client has for `pa`, `spar`, `vault`, `pub` and, with `info`, `quant`. */
export interface UnitsCalls {
  createOrUpdate(id: string, body: unknown, options?: CreateOptions): Promise<UnitsCreateAnswer>;
  status(id: string, options?: CallOptions): Promise<UnitsStatusAnswer>;
  parameters(id: string, options?: CallOptions): Promise<unknown>;
  result(id: string, unitId: string, options?: CallOptions): ResultAnswer;
  info?(id: string, unitId: string, options?: CallOptions): ResultAnswer;
  cancel(id: string, options?: CallOptions): NoAnswer;
}

type StatusRoot = ResponseModels["CalculationStatusRoot"];

/** A map of units, a result each. */
export function unitsApi(calls: UnitsCalls, address: (jobId: string) => string): FamilyApi {
  const { info } = calls;
  return {
    statusIsResult: false,
    address,
    unitsOf,
    async create(jobId, body, options) {
      const answer = await calls.createOrUpdate(jobId, body, options);
      if (answer.status !== 200 && answer.status !== 202) {
        // Inline results are for single units.
        const unitId = unitsOf(body)[0] ?? "result";
        return { jobId: undefined, seen: { state: "result", unitId, body: answer.data, meta: answer.meta } };
      }
      const { data } = answer;
      return { jobId: data?.data?.calculationid ?? undefined, seen: readStatus(answer.status, data, answer.meta) };
    },
    async status(jobId, options) {
      const answer = await ifFound(calls.status(jobId, options), undefined);
      return answer === undefined ? { state: "gone" } : readStatus(answer.status, answer.data, answer.meta);
    },
    exists: (jobId, options) =>
      ifFound(
        calls.parameters(jobId, options).then(() => true),
        false,
      ),
    result: (jobId, unitId, options) => calls.result(jobId, unitId, options).then(toRead),
    ...(info && { info: (jobId, unitId, options) => info.call(calls, jobId, unitId, options).then(toRead) }),
    cancel: (jobId, options) =>
      ifFound(
        calls.cancel(jobId, options).then(() => "canceled" as const),
        "gone",
      ),
  };
}

export function toRead({ data, meta }: Awaited<ResultAnswer>): ResultRead {
  return { body: data, meta };
}

/** The keys of the request's `data`, whatever the letter case of that name. */
function unitsOf(body: unknown): readonly string[] {
  if (typeof body !== "object" || body === null) return [];
  const data = Object.entries(body).find(([name]) => name.toLowerCase() === "data")?.[1];
  return typeof data === "object" && data !== null ? Object.keys(data) : [];
}

/**
 * Reads the status document of a job with units. The HTTP status and the document can disagree; the job counts as
 * finished when either says so, and as contradictory when a unit still runs all the same.
 */
function readStatus(httpStatus: 200 | 202, root: StatusRoot | undefined, meta: Answer["meta"]): Seen {
  const jobStatus = root?.data?.status?.toLowerCase();
  if (jobStatus === "cancelled" || jobStatus === "canceled") return { state: "canceled", meta };
  const units = Object.entries(root?.data?.units ?? {}).map(([id, unit]) => ({
    id,
    unit,
    word: unit?.status?.toLowerCase(),
  }));
  const isRunning = ({ word }: { word: string | undefined }) => word === "queued" || word === "executing";
  const saysDone = httpStatus === 200 || jobStatus === "completed";
  // A 202 without units says nothing but "it runs".
  if (!saysDone && (units.length === 0 || !units.every(({ word }) => word !== undefined && ENDED.has(word)))) {
    return { state: "running", meta };
  }
  const infos = root?.meta?.units ?? {};
  const reports = units.map(({ id, unit }) => report(id, unit, Boolean(infos[id]?.info)));
  if (units.some(isRunning)) return { state: "running", contradiction: reports, meta };
  return { state: "done", units: reports, meta };
}

const ENDED = new Set(["success", "failed", "cancelled", "canceled"]);

type UnitStatusDocument = ResponseModels["CalculationUnitStatus"];

function report(id: string, unit: UnitStatusDocument | null | undefined, hasInfo: boolean): UnitReport {
  const word = unit?.status?.toLowerCase();
  const warnings = (unit?.warnings ?? []).filter((warning) => typeof warning === "string");
  const errors = (unit?.errors ?? []).filter((error) => error !== null).map(toItem);
  if (word === "success") return { id, status: "success", warnings, errors, hasInfo };
  if (word === "cancelled" || word === "canceled") return { id, status: "canceled", warnings, errors, hasInfo };
  if (word !== "failed") {
    const said = unit?.status === undefined || unit.status === null ? "no status" : `the status "${unit.status}"`;
    errors.push({
      code: "unknown-status",
      title: "Unknown unit status",
      detail: `The job is complete, and the service gives unit ${id} ${said}. Its result was not read.`,
    });
  }
  return { id, status: "failure", warnings, errors, hasInfo };
}

/** The service's error item without its nulls. */
export function toItem(error: ResponseModels["Error"]): ServiceErrorItem {
  const { id, code, title, detail, source } = error;
  return {
    ...(id != null && { id }),
    ...(code != null && { code }),
    ...(title != null && { title }),
    ...(detail != null && { detail }),
    ...(source != null && {
      source: {
        ...(source.pointer != null && { pointer: source.pointer }),
        ...(source.parameter != null && { parameter: source.parameter }),
      },
    }),
  };
}
