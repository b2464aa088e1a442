import { type FamilyId, families } from "../../families/families.ts";
import type { Answer, AnswerMeta, ResultBody } from "../../service/answer.ts";
import type { Client } from "../../service/client/client.ts";
import type {
  BareStatusAnswer,
  CallOptions,
  ResultAnswer,
  SingleCreateAnswer,
  SingleStatusAnswer,
} from "../../service/client/client-types.ts";
import {
  AmbiguousCreateError,
  BadRequestError,
  ResultUnavailableError,
  type ServiceErrorItem,
} from "../../service/errors/errors.ts";
import { streamedBody } from "../../service/http/result-body.ts";
import type { ResponseModels } from "../../service/models/index.ts";
import { REDACTED } from "../../service/secrets/secrets.ts";
import type { UnitReport } from "../types.ts";
import {
  aboutAnswer,
  type ClientIdCalls,
  type CommonProtocol,
  checkedRead,
  checkNamesJob,
  clientIdProtocol,
  idInLocation,
  ifFound,
  isFound,
  isSameId,
  isSegment,
  ONLY_UNIT,
  rejectPage,
} from "./job-answers.ts";
import type { JobProtocol, JobState } from "./job-protocol.ts";
import { unitsApi } from "./units.ts";

/** The jobs of a family on a client. */
export function familyApi(client: Client, id: FamilyId): JobProtocol {
  const { kind, version } = families[id];
  const base = `${client.baseUrl}/analytics/engines/${id}/${version}/${kind}s`;
  const common = {
    // Also for an id that no request can have: people read it.
    address: (jobId: string) => `${base}/${encodeURIComponent(jobId.toWellFormed())}`,
    deliveryMs: client.attemptTimeoutSeconds * 1000,
  };
  switch (id) {
    case "pa":
    case "spar":
    case "vault":
    case "pub":
      return unitsApi(client[id].calculations, common);
    case "quant":
      return unitsApi(client.quant.calculations, common);
    case "fi":
      return singleApi(client.fi.calculations, common);
    case "fiab":
      return bareApi(client.fiab.calculations, common);
    default:
      return singleApi(client[id].optimizations, common);
  }
}

/** The client's calls for `fi` and the optimizers. */
interface SingleCalls extends ClientIdCalls<SingleCreateAnswer, SingleStatusAnswer> {
  result(id: string, options?: CallOptions): ResultAnswer;
}

/** Jobs of one object and one result. The status of a finished job is that result, or says that the result can be read. */
function singleApi(calls: SingleCalls, common: CommonProtocol): JobProtocol {
  return {
    ...common,
    statusIsResult: true,
    unitsOf: () => [ONLY_UNIT],
    async create(jobId, body, options) {
      const answer = await calls.createOrUpdate(jobId, body, options);
      const { status, meta } = answer;
      if (status !== 202) return { jobState: await finished(jobId, answer, "create") };
      const info = answer.data?.data;
      checkNamesJob(jobId, { status, meta }, info?.calculationId, info?.id);
      return { jobState: { state: "running", meta } };
    },
    async status(jobId, options) {
      const answer = await ifFound(calls.status(jobId, options), undefined).catch(failed);
      if (answer === undefined) return { state: "gone" };
      if ("state" in answer) return answer;
      if (answer.status !== 202) return finished(jobId, answer, "status");
      checkNamesJob(jobId, answer);
      return { state: "running", meta: answer.meta };
    },
    result: async (jobId, _unitId, options) => checkedRead(jobId, await calls.result(jobId, options)),
    ...clientIdProtocol(calls),
  };
}

/** The answer of a finished job: its result, or an empty body, which means that the result can be read. It is not read here. */
async function finished(
  jobId: string,
  answer: Answer<number, ResultBody>,
  source: "create" | "status",
): Promise<JobState> {
  const { body, meta } = await checkedRead(jobId, answer);
  await rejectPage(jobId, answer);
  return { state: "result", unitId: ONLY_UNIT, source, body, meta };
}

/** The state of a failed computation: there is no status document for it, and the answer is a 400 instead of the result. */
function failed(error: unknown): JobState {
  if (!(error instanceof BadRequestError)) throw error;
  const { requestKey } = error;
  const errors = error.errors.length > 0 ? error.errors : [{ code: error.code, detail: error.message }];
  const unit = { id: ONLY_UNIT, status: "failure", warnings: [], errors, hasInfo: false } as const;
  return { state: "done", units: [unit], meta: { requestKey } };
}

/** The client's calls for `fiab`. */
interface BareCalls {
  create(body: unknown, options?: CallOptions): Promise<Answer<202, undefined>>;
  status(id: string, options?: CallOptions): Promise<BareStatusAnswer>;
}

type StatusDocument = ResponseModels["FIABCalculationStatus"];

/**
 * Jobs of one object without an envelope. The service chooses the id, and the job's own document is its result, also of a failed
 * job: then it says why. The document can be read again.
 */
function bareApi(calls: BareCalls, common: CommonProtocol): JobProtocol {
  return {
    ...common,
    statusIsResult: false,
    resultRepeats: true,
    failureHasResult: true,
    unitsOf: () => [ONLY_UNIT],
    async create(_jobId, body, options) {
      const { meta } = await calls.create(body, { signal: options.signal });
      const jobId = chosenId(meta, common.address(""));
      if (jobId === undefined) {
        const message = "The service took the calculation and did not name an id that can be read.";
        throw new AmbiguousCreateError(message, aboutAnswer({ status: 202, meta }));
      }
      return { jobId, jobState: { state: "running", meta } };
    },
    async status(jobId, options) {
      const answer = await ifFound(calls.status(jobId, options), undefined);
      return answer === undefined ? { state: "gone" } : readStatus(jobId, answer);
    },
    exists: (jobId, options) => isFound(calls.status(jobId, options)),
    async result(jobId, unitId, options) {
      const answer = await calls.status(jobId, options);
      const { state } = readStatus(jobId, answer);
      if (answer.status === 202 && (state === "running" || state === "canceled")) {
        throw new ResultUnavailableError(`Job ${jobId} has no result.`, { jobId, unitId });
      }
      return { body: documentBody(answer.bytes), meta: answer.meta };
    },
  };
}

/**
 * The id that the service chose, where the answer names one id only, at an address of this family. A text that cannot be decoded, or that
 * repeats a credential, is not an id.
 */
function chosenId({ location, calculationId }: AnswerMeta, base: string): string | undefined {
  if (location !== undefined && !isOfFamily(location, base)) return undefined;
  const inLocation = idInLocation(location);
  const id = inLocation ?? calculationId;
  if (id === undefined || !isSegment(id) || /[\p{Cc}%]/u.test(id) || id.includes(REDACTED)) return undefined;
  return calculationId === undefined || isSameId(id, calculationId) ? id : undefined;
}

/** Whether an address is that of a job of the family, for any host and any prefix of a gateway. The answer of another family belongs to another request. */
function isOfFamily(location: string, base: string): boolean {
  const familyPath = /\/analytics\/engines\/.*$/i.exec(new URL(base).pathname)?.[0].toLowerCase() ?? "";
  const path = (location.split(/[?#]/, 1)[0] ?? "").toLowerCase();
  const at = path.lastIndexOf(familyPath);
  return at !== -1 && /^[^/]+\/?$/.test(path.slice(at + familyPath.length));
}

function readStatus(jobId: string, { status, data, bytes, meta }: BareStatusAnswer): JobState {
  checkNamesJob(jobId, { status, meta }, data.id);
  const word = data.status?.toLowerCase();
  if (word === "cancelled" || word === "canceled") return { state: "canceled", meta };
  if (word === "done") return { state: "result", unitId: ONLY_UNIT, source: "status", body: documentBody(bytes), meta };
  if (word === "error") return { state: "done", units: [failure(data, "The service could not compute it.")], meta };
  if (status === 202) return { state: "running", meta };
  // The document can be read again, so one answer without a status does not end the job.
  const unclear =
    word === undefined
      ? "The service ended the calculation with no status."
      : word === "pending" || word === "inprogress"
        ? "The service says that it ended and that it runs."
        : undefined;
  if (unclear !== undefined) return { state: "running", contradiction: [failure(data, unclear)], meta };
  const ending =
    word === "paused" ? "paused the calculation" : `ended the calculation with the status "${data.status}"`;
  return { state: "done", units: [failure(data, `The service ${ending}.`)], meta };
}

function failure(data: StatusDocument, sentence: string): UnitReport {
  // A newer deployment may send another type than a list of events.
  const listed = Array.isArray(data.batchevents) ? data.batchevents : [];
  const events = listed.flatMap((event): ServiceErrorItem[] =>
    event.message ? [{ ...(event.type && { code: event.type }), detail: event.message }] : [],
  );
  const errors = [{ code: "calculation-failed", title: sentence }, ...events];
  return { id: ONLY_UNIT, status: "failure", warnings: [], errors, hasInfo: false };
}

/** A JSON document in memory as a result. */
export function documentBody(bytes: Uint8Array): ResultBody {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  return streamedBody(stream, { contentType: "application/json", contentLength: bytes.length });
}
