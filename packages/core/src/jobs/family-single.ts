import type { Answer, ResultBody } from "../service/answer.ts";
import type {
  CallOptions,
  CreateOptions,
  NoAnswer,
  ResultAnswer,
  SingleCreateAnswer,
  SingleStatusAnswer,
} from "../service/client-types.ts";
import { BadRequestError } from "../service/errors.ts";
import { type FamilyAdapter, ifFound, type JobState } from "./family-adapter.ts";
import { type CommonApi, ownRead, refusePage } from "./family-units.ts";
import { checkNamesJob } from "./named-job.ts";

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

/** One object, one result; the status of a finished job is that result, or says that it is to be asked for. */
export function singleApi(calls: SingleCalls, common: CommonApi): FamilyAdapter {
  return {
    ...common,
    statusIsResult: true,
    unitsOf: () => [ONLY_UNIT],
    async create(jobId, body, options) {
      const answer = await calls.createOrUpdate(jobId, body, options);
      const { status, meta } = answer;
      if (status !== 202) return { seen: await finished(jobId, answer, "create") };
      const info = answer.data?.data;
      checkNamesJob(jobId, { status, meta }, info?.calculationId, info?.id);
      return { seen: { state: "running", meta } };
    },
    async status(jobId, options) {
      const answer = await ifFound(calls.status(jobId, options), undefined).catch(failed);
      if (answer === undefined) return { state: "gone" };
      if ("state" in answer) return answer;
      if (answer.status !== 202) return finished(jobId, answer, "status");
      checkNamesJob(jobId, answer);
      return { state: "running", meta: answer.meta };
    },
    exists: (jobId, options) =>
      ifFound(
        calls.parameters(jobId, options).then(() => true),
        false,
      ),
    result: async (jobId, _unitId, options) => ownRead(jobId, await calls.result(jobId, options)),
    cancel: (jobId, options) =>
      ifFound(
        calls.cancel(jobId, options).then(() => "canceled" as const),
        "gone",
      ),
  };
}

/** The answer of a job that is finished: its result, or nothing, which means that the result is to be asked for. Nothing of it is read here. */
async function finished(jobId: string, answer: Answer<number, ResultBody>, by: "create" | "status"): Promise<JobState> {
  const { body, meta } = await ownRead(jobId, answer);
  await refusePage(jobId, answer);
  return { state: "result", unitId: ONLY_UNIT, by, body, meta };
}

/** There is no status document to say that the computation failed: the answer that would be the result is a 400. */
function failed(error: unknown): JobState {
  if (!(error instanceof BadRequestError)) throw error;
  const { requestKey } = error;
  const said = error.errors.length > 0 ? error.errors : [{ code: error.code, detail: error.message }];
  const unit = { id: ONLY_UNIT, status: "failure", warnings: [], errors: said, hasInfo: false } as const;
  return { state: "done", units: [unit], meta: { requestKey } };
}
