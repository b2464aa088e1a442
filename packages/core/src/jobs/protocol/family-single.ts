import type { Answer, ResultBody } from "../../service/answer.ts";
import type {
  CallOptions,
  ResultAnswer,
  SingleCreateAnswer,
  SingleStatusAnswer,
} from "../../service/client/client-types.ts";
import { BadRequestError } from "../../service/errors/errors.ts";
import type { FamilyAdapter, JobState } from "./family-adapter.ts";
import {
  type ChosenIdCalls,
  type CommonApi,
  checkedRead,
  chosenIdApi,
  ifFound,
  ONLY_UNIT,
  rejectPage,
} from "./family-calls.ts";
import { checkNamesJob } from "./named-job.ts";

/** The client's calls for `fi` and the optimizers. */
export interface SingleCalls extends ChosenIdCalls<SingleCreateAnswer, SingleStatusAnswer> {
  result(id: string, options?: CallOptions): ResultAnswer;
}

/** Jobs of one object and one result. The status of a finished job is that result, or says that the result can be read. */
export function singleApi(calls: SingleCalls, common: CommonApi): FamilyAdapter {
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
    ...chosenIdApi(calls),
  };
}

/** The answer of a finished job: its result, or an empty body, which means that the result can be read. It is not read here. */
async function finished(jobId: string, answer: Answer<number, ResultBody>, by: "create" | "status"): Promise<JobState> {
  const { body, meta } = await checkedRead(jobId, answer);
  await rejectPage(jobId, answer);
  return { state: "result", unitId: ONLY_UNIT, by, body, meta };
}

/** The state of a failed computation: there is no status document for it, and the answer is a 400 instead of the result. */
function failed(error: unknown): JobState {
  if (!(error instanceof BadRequestError)) throw error;
  const { requestKey } = error;
  const errors = error.errors.length > 0 ? error.errors : [{ code: error.code, detail: error.message }];
  const unit = { id: ONLY_UNIT, status: "failure", warnings: [], errors, hasInfo: false } as const;
  return { state: "done", units: [unit], meta: { requestKey } };
}
