import type { Answer, AnswerMeta } from "../../service/answer.ts";
import type { BareStatusAnswer, CallOptions } from "../../service/client/client-types.ts";
import { AmbiguousCreateError, ResultUnavailableError, type ServiceErrorItem } from "../../service/errors/errors.ts";
import type { ResponseModels } from "../../service/models/index.ts";
import { REDACTED } from "../../service/secrets/secrets.ts";
import { documentBody } from "../received/find-result.ts";
import type { UnitReport } from "../types.ts";
import type { FamilyAdapter, JobState } from "./family-adapter.ts";
import { type CommonApi, ifFound, isFound, ONLY_UNIT } from "./family-calls.ts";
import { aboutAnswer, checkNamesJob, idInLocation, isSameId, isSegment } from "./named-job.ts";

/** The client's calls for `fiab`. */
export interface BareCalls {
  create(body: unknown, options?: CallOptions): Promise<Answer<202, undefined>>;
  status(id: string, options?: CallOptions): Promise<BareStatusAnswer>;
}

type StatusDocument = ResponseModels["FIABCalculationStatus"];

/**
 * Jobs of one object without an envelope. The service chooses the id, and the job's own document is its result, also of a failed
 * job: then it says why. The document can be read again.
 */
export function bareApi(calls: BareCalls, common: CommonApi): FamilyAdapter {
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
  if (word === "done") return { state: "result", unitId: ONLY_UNIT, by: "status", body: documentBody(bytes), meta };
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
