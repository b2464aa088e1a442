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
import {
  aboutAnswer,
  type ClientIdCalls,
  type CommonProtocol,
  checkedRead,
  checkNamesJob,
  clientIdProtocol,
  ifFound,
  isSegment,
  rejectPage,
} from "./job-answers.ts";
import type { JobProtocol, JobState } from "./job-protocol.ts";

/** The client's calls for `pa`, `spar`, `vault`, `pub` and, with `info`, `quant`. */
interface UnitsCalls extends ClientIdCalls<UnitsCreateAnswer, UnitsStatusAnswer> {
  result(id: string, unitId: string, options?: CallOptions): ResultAnswer;
  info?(id: string, unitId: string, options?: CallOptions): ResultAnswer;
}

type StatusRoot = ResponseModels["CalculationStatusRoot"];

/** Jobs with a map of units, and a result for each unit. */
export function unitsApi(calls: UnitsCalls, common: CommonProtocol): JobProtocol {
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
    ...clientIdProtocol(calls),
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
  return { state: "result", unitId, source: "create", body, meta };
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

/** Longer ids are shortened in messages. */
const MAX_ID_CHARACTERS = 200;

/** The common form of an id: a service may change its letter case, or remove the spaces around it. */
const fold = (id: string) => id.trim().normalize("NFC").toLowerCase();

/**
 * The units of the request without a report. Each unit needs its own report: with exactly its id, or one that belongs to no other unit
 * and has an id that differs only in letter case and spaces.
 */
export function missingUnits(unitIds: readonly string[], reports: readonly Pick<UnitReport, "id">[]): string[] {
  const inexactCounts = new Map<string, number>();
  const exact = new Set(reports.map(({ id }) => id));
  const requestedIds = new Set(unitIds);
  for (const { id } of reports)
    if (!requestedIds.has(id)) inexactCounts.set(fold(id), (inexactCounts.get(fold(id)) ?? 0) + 1);
  return unitIds.filter((id) => {
    if (exact.has(id)) return false;
    const others = inexactCounts.get(fold(id)) ?? 0;
    inexactCounts.set(fold(id), others - 1);
    return others <= 0;
  });
}

/**
 * The reports of a finished job, with two kinds of units failed: those whose id no request can have, and those whose id differs from
 * another's only in letter case. Their results are not read, and the other units' results are.
 */
function checkedReports(unitIds: readonly string[], reports: readonly UnitReport[]): UnitReport[] {
  const requestedIds = new Set(unitIds);
  const counts = new Map<string, number>();
  for (const { id } of reports) counts.set(fold(id), (counts.get(fold(id)) ?? 0) + 1);
  return reports.map((report, index) => {
    const shortReport = requestedIds.has(report.id) ? report : { ...report, id: shortId(report.id, index) };
    if (report.status !== "success") return shortReport;
    if (!isSegment(report.id)) return failing(shortReport, unusableIdError);
    const isTwin = !requestedIds.has(report.id) && (counts.get(fold(report.id)) ?? 0) > 1;
    return isTwin ? failing(shortReport, twinIdError) : shortReport;
  });
}

const unusableIdError = {
  code: "bad-unit-id",
  title: "No request can have this unit id",
  detail:
    "The id of the unit is empty, a dot segment, not well-formed or too long for an address. Its result was not read. Rename the unit in the parameter file if it has this id there, otherwise report it to the service's support.",
};
const twinIdError = {
  code: "ambiguous-unit-id",
  title: "Two units have this id",
  detail:
    "The service names two units whose ids differ only in letter case or spaces, and this one is not in the request. Its result was not read, since it may belong to the other unit.",
};

function failing(report: UnitReport, error: UnitReport["errors"][number]): UnitReport {
  return { ...report, status: "failure", errors: [...report.errors, error], hasInfo: false };
}

function shortId(id: string, index: number): string {
  return id.length <= MAX_ID_CHARACTERS
    ? id
    : `${id.slice(0, MAX_ID_CHARACTERS).toWellFormed()}… (unit ${index + 1}, ${id.length} characters)`;
}
