import type { Answer, ResultBody } from "../service/answer.ts";
import type { BareStatusAnswer, CallOptions } from "../service/client-types.ts";
import { AmbiguousCreateError, ResultUnavailableError, type ServiceErrorItem } from "../service/errors.ts";
import { withoutSlashes } from "../service/location.ts";
import type { ResponseModels } from "../service/models/index.ts";
import { type FamilyApi, ifFound, type Seen } from "./family-face.ts";
import { ONLY_UNIT } from "./family-single.ts";
import type { UnitReport } from "./types.ts";

/** What the client has for `fiab`. */
export interface BareCalls {
  create(body: unknown, options?: CallOptions): Promise<Answer<202, undefined>>;
  status(id: string, options?: CallOptions): Promise<BareStatusAnswer>;
}

type StatusDocument = ResponseModels["FIABCalculationStatus"];

/**
 * One object without an envelope; the service chooses the id, and the job's own document is its result, also of a job
 * that failed: there it says why. The document can be read as often as one likes.
 */
export function bareApi(calls: BareCalls, address: (jobId: string) => string): FamilyApi {
  return {
    statusIsResult: false,
    resultRepeats: true,
    failureHasResult: true,
    address,
    unitsOf: () => [ONLY_UNIT],
    async create(_jobId, body, options) {
      const { meta } = await calls.create(body, { signal: options.signal });
      const jobId = lastSegment(meta.location);
      if (jobId === undefined) {
        throw new AmbiguousCreateError("The service took the calculation and did not say under which id.", {
          status: 202,
          requestKey: meta.requestKey,
        });
      }
      return { jobId, seen: { state: "running", meta } };
    },
    async status(jobId, options) {
      const answer = await ifFound(calls.status(jobId, options), undefined);
      return answer === undefined ? { state: "gone" } : readStatus(answer);
    },
    exists: (jobId, options) =>
      ifFound(
        calls.status(jobId, options).then(() => true),
        false,
      ),
    async result(jobId, unitId, options) {
      const answer = await calls.status(jobId, options);
      const { state } = readStatus(answer);
      if (answer.status === 202 && (state === "running" || state === "canceled")) {
        throw new ResultUnavailableError(`Job ${jobId} has no result.`, { jobId, unitId });
      }
      return { body: documentBody(answer.bytes), meta: answer.meta };
    },
  };
}

/** The id in an address such as `/analytics/engines/fiab/v1/calculations/ID`, whatever its host: it is not called. */
function lastSegment(location: string | undefined): string | undefined {
  if (location === undefined) return undefined;
  const path = withoutSlashes(location.split(/[?#]/, 1)[0] ?? "");
  const segment = path.slice(path.lastIndexOf("/") + 1);
  if (!segment) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function readStatus({ status, data, bytes, meta }: BareStatusAnswer): Seen {
  const word = data.status?.toLowerCase();
  if (word === "cancelled" || word === "canceled") return { state: "canceled", meta };
  if (word === "done") return { state: "result", unitId: ONLY_UNIT, body: documentBody(bytes), meta };
  if (word === "error") return { state: "done", units: [failure(data, "The service could not compute it.")], meta };
  if (status === 202) return { state: "running", meta };
  if (word === "pending" || word === "inprogress")
    return {
      state: "running",
      contradiction: [failure(data, "The service says that it ended and that it runs.")],
      meta,
    };
  const said = word === "paused" ? "paused the calculation" : `ended the calculation with ${spoken(data.status)}`;
  return { state: "done", units: [failure(data, `The service ${said}.`)], meta };
}

function spoken(status: string | null | undefined): string {
  return status === undefined || status === null ? "no status" : `the status "${status}"`;
}

function failure(data: StatusDocument, sentence: string): UnitReport {
  const events = (data.batchevents ?? []).flatMap((event): ServiceErrorItem[] =>
    event?.message ? [{ ...(event.type && { code: event.type }), detail: event.message }] : [],
  );
  const errors = [{ code: "calculation-failed", title: sentence }, ...events];
  return { id: ONLY_UNIT, status: "failure", warnings: [], errors, hasInfo: false };
}

/** The status document as a result, its bytes as they came. It is no larger than any status answer, so it stands in memory. */
function documentBody(bytes: Uint8Array): ResultBody {
  const text = () => new TextDecoder().decode(bytes);
  return {
    contentType: "application/json",
    contentLength: bytes.length,
    stream: new ReadableStream({
      start(controller) {
        controller.enqueue(bytes);
        controller.close();
      },
    }),
    bytes: async () => bytes,
    text: async () => text(),
    json: async () => JSON.parse(text()),
  };
}
