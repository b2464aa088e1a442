import { entries, propertyInAnyCase } from "../../json/value.ts";
import type { Answer, ResultBody } from "../../service/answer.ts";
import type {
  CallOptions,
  ResultAnswer,
  UnitsCreateAnswer,
  UnitsStatusAnswer,
} from "../../service/client/client-types.ts";
import { MalformedAnswerError, type ServiceErrorItem } from "../../service/errors/errors.ts";
import type { ResponseModels } from "../../service/models/index.ts";
import type { UnitReport } from "../types.ts";
import type { FamilyAdapter, JobState } from "./family-adapter.ts";
import { type ChosenIdCalls, type CommonApi, checkedRead, chosenIdApi, ifFound, rejectPage } from "./family-calls.ts";
import { aboutAnswer, checkNamesJob } from "./named-job.ts";
import { checkedReports, missingUnits } from "./unit-reports.ts";

/** The client's calls for `pa`, `spar`, `vault`, `pub` and, with `info`, `quant`. */
export interface UnitsCalls extends ChosenIdCalls<UnitsCreateAnswer, UnitsStatusAnswer> {
  result(id: string, unitId: string, options?: CallOptions): ResultAnswer;
  info?(id: string, unitId: string, options?: CallOptions): ResultAnswer;
}

type StatusRoot = ResponseModels["CalculationStatusRoot"];

/** Jobs with a map of units, and a result for each unit. */
export function unitsApi(calls: UnitsCalls, common: CommonApi): FamilyAdapter {
  const { info } = calls;
  return {
    ...common,
    statusIsResult: false,
    unitsOf,
    async create(jobId, body, options) {
      const answer = await calls.createOrUpdate(jobId, body, options);
      const units = unitsOf(body);
      if (answer.status !== 200 && answer.status !== 202) return { jobState: await inlineResult(jobId, answer, units) };
      return { jobState: readStatus(jobId, answer.status, answer.data, answer.meta, units) };
    },
    async status(jobId, options) {
      const answer = await ifFound(calls.status(jobId, options), undefined);
      if (answer === undefined) return { state: "gone" };
      return readStatus(jobId, answer.status, answer.data, answer.meta, options.units ?? []);
    },
    result: async (jobId, unitId, options) => checkedRead(jobId, await calls.result(jobId, unitId, options)),
    ...(info && {
      info: async (jobId, unitId, options) => checkedRead(jobId, await info.call(calls, jobId, unitId, options)),
    }),
    ...chosenIdApi(calls),
  };
}

/** The result that came with the answer to a create. */
async function inlineResult(
  jobId: string,
  answer: Answer<number, ResultBody>,
  units: readonly string[],
): Promise<JobState> {
  const { body, meta } = await checkedRead(jobId, answer);
  const [unitId, ...others] = units;
  if (unitId === undefined || others.length > 0) {
    await body.stream.cancel().catch(() => {});
    const message = `the answer to the create of job ${jobId} is one result, and the job has ${units.length} units`;
    throw new MalformedAnswerError(message, aboutAnswer(answer));
  }
  await rejectPage(jobId, answer);
  return { state: "result", unitId, by: "create", body, meta };
}

/** The keys of the request's `data`, in any letter case of that name. */
function unitsOf(body: unknown): readonly string[] {
  return entries(propertyInAnyCase(body, "data")).map(([id]) => id);
}

/**
 * Reads the status document of a job with units. The HTTP status and the document can disagree: the job counts as
 * finished when either says so, and as contradictory when a unit of it is running or missing.
 * @throws MalformedAnswerError where the document names another job
 */
function readStatus(
  jobId: string,
  httpStatus: 200 | 202,
  root: StatusRoot | undefined,
  meta: Answer["meta"],
  unitIds: readonly string[],
): JobState {
  const data = root?.data;
  const id = data?.["id"];
  checkNamesJob(jobId, { status: httpStatus, meta }, data?.calculationid, typeof id === "string" ? id : undefined);
  const jobStatus = data?.status?.toLowerCase();
  if (jobStatus === "cancelled" || jobStatus === "canceled") return { state: "canceled", meta };
  const units = Object.entries(data?.units ?? {}).map(([id, unit]) => ({
    id,
    unit,
    word: unit?.status?.toLowerCase(),
  }));
  const isRunning = ({ word }: { word: string | undefined }) => word === "queued" || word === "executing";
  const saysDone = httpStatus === 200 || jobStatus === "completed";
  // A 202 without units says only that the job is running.
  if (!saysDone && (units.length === 0 || !units.every(({ word }) => word !== undefined && endedWords.has(word)))) {
    return { state: "running", meta };
  }
  const infos = root?.meta?.units ?? {};
  const reports = checkedReports(
    unitIds,
    units.map(({ id, unit }) => report(id, unit, Boolean(infos[id]?.info))),
  );
  const isIncomplete = missingUnits(unitIds, units).length > 0;
  if (isIncomplete || units.some(isRunning)) return { state: "running", contradiction: reports, meta };
  return { state: "done", units: reports, meta };
}

const endedWords = new Set(["success", "failed", "cancelled", "canceled"]);

type UnitStatusDocument = ResponseModels["CalculationUnitStatus"];

function report(id: string, unit: UnitStatusDocument | null | undefined, hasInfo: boolean): UnitReport {
  const word = unit?.status?.toLowerCase();
  const warnings = (unit?.warnings ?? []).filter((warning) => typeof warning === "string");
  const errors = (unit?.errors ?? []).filter((error) => error !== null).map(toItem);
  if (word === "success") return { id, status: "success", warnings, errors, hasInfo };
  if (word === "cancelled" || word === "canceled") return { id, status: "canceled", warnings, errors, hasInfo };
  if (word !== "failed") {
    const statusText = unit?.status === undefined || unit.status === null ? "no status" : `the status "${unit.status}"`;
    errors.push({
      code: "unknown-status",
      title: "Unknown unit status",
      detail: `The job is complete, and the service gives unit ${id} ${statusText}. Its result was not read.`,
    });
  }
  return { id, status: "failure", warnings, errors, hasInfo };
}

/** The service's error item without its nulls. */
function toItem({ id, code, title, detail, source }: ResponseModels["Error"]): ServiceErrorItem {
  return {
    id: id ?? undefined,
    code: code ?? undefined,
    title: title ?? undefined,
    detail: detail ?? undefined,
    source: source ? { pointer: source.pointer ?? undefined, parameter: source.parameter ?? undefined } : undefined,
  };
}
