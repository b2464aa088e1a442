import type {
  CallOptions,
  CreateOptions,
  NoAnswer,
  ResultAnswer,
  SingleCreateAnswer,
  SingleStatusAnswer,
} from "../service/client-types.ts";
import { BadRequestError } from "../service/errors.ts";
import { type FamilyApi, ifFound, type Seen } from "./family-face.ts";
import { toRead } from "./family-units.ts";

/** The unit of a job without units. */
export const ONLY_UNIT = "result";

/** What the client has for `fi` and the optimizers. */
export interface SingleCalls {
  createOrUpdate(id: string, body: unknown, options?: CreateOptions): Promise<SingleCreateAnswer>;
  status(id: string, options?: CallOptions): Promise<SingleStatusAnswer>;
  parameters(id: string, options?: CallOptions): Promise<unknown>;
  result(id: string, options?: CallOptions): ResultAnswer;
  cancel(id: string, options?: CallOptions): NoAnswer;
}

/** One object, one result; the status of a finished job is that result. */
export function singleApi(calls: SingleCalls, address: (jobId: string) => string): FamilyApi {
  return {
    statusIsResult: true,
    address,
    unitsOf: () => [ONLY_UNIT],
    async create(jobId, body, options) {
      const answer = await calls.createOrUpdate(jobId, body, options);
      const { meta } = answer;
      if (answer.status !== 202) {
        return { jobId: undefined, seen: { state: "result", unitId: ONLY_UNIT, body: answer.data, meta } };
      }
      return {
        jobId: answer.data?.data?.calculationId ?? undefined,
        seen: { state: "running", meta },
      };
    },
    async status(jobId, options) {
      const answer = await ifFound(calls.status(jobId, options), undefined).catch(failed);
      if (answer === undefined) return { state: "gone" };
      if ("state" in answer) return answer;
      const { meta } = answer;
      if (answer.status === 202) return { state: "running", meta };
      return { state: "result", unitId: ONLY_UNIT, body: answer.data, meta };
    },
    exists: (jobId, options) =>
      ifFound(
        calls.parameters(jobId, options).then(() => true),
        false,
      ),
    result: (jobId, _unitId, options) => calls.result(jobId, options).then(toRead),
    cancel: (jobId, options) =>
      ifFound(
        calls.cancel(jobId, options).then(() => "canceled" as const),
        "gone",
      ),
  };
}

/** There is no status document to say that the computation failed: the answer that would be the result is a 400. */
function failed(error: unknown): Seen {
  if (!(error instanceof BadRequestError)) throw error;
  const { requestKey } = error;
  const said = error.errors.length > 0 ? error.errors : [{ code: error.code, detail: error.message }];
  const unit = { id: ONLY_UNIT, status: "failure", warnings: [], errors: said, hasInfo: false } as const;
  return { state: "done", units: [unit], meta: { requestKey } };
}
