import { isObject, items, property } from "../../json/value.ts";
import type { AnswerMeta } from "../../service/answer.ts";
import type { CallOptions, Commentaries, CommentaryAnswer } from "../../service/client/client-types.ts";
import { BadRequestError, MalformedAnswerError, NotFoundError } from "../../service/errors/errors.ts";
import type { ResponseModels } from "../../service/models/index.ts";
import { aboutAnswer, checkNamesJob, isSameId } from "./named-job.ts";

/** The state of a commentary on the service. `failed`: it ended with `status` instead of success. `gone`: the service does not know it. */
export type CommentaryStatus =
  | { readonly state: "running"; readonly meta: AnswerMeta }
  | { readonly state: "done"; readonly meta: AnswerMeta }
  | { readonly state: "failed"; readonly status: string; readonly meta: AnswerMeta }
  | { readonly state: "gone" };

/** A commentary with its bytes as received. */
export interface CommentaryText {
  readonly state: "text";
  readonly bytes: Uint8Array;
  /** How many sections it has. */
  readonly sections: number;
  readonly meta: AnswerMeta;
}

/** The commentaries on the units of a job. Methods throw the client's errors, and `MalformedAnswerError` where an answer names another job or unit. */
export interface CommentaryApi {
  create(jobId: string, unitId: string, options: CallOptions): Promise<CommentaryStatus | CommentaryText>;
  status(jobId: string, unitId: string, options: CallOptions): Promise<CommentaryStatus>;
  text(jobId: string, unitId: string, options: CallOptions): Promise<CommentaryText>;
}

export function commentaryApi(calls: Commentaries): CommentaryApi {
  return {
    async create(jobId, unitId, options) {
      const answer = await calls.create(jobId, unitId, undefined, options);
      return answer.status === 201 ? textOf(answer) : statusOf(jobId, unitId, answer);
    },
    async status(jobId, unitId, options) {
      try {
        return statusOf(jobId, unitId, await calls.status(jobId, unitId, options));
      } catch (error) {
        if (isDenial(error)) return { state: "gone" };
        throw error;
      }
    },
    text: async (jobId, unitId, options) => textOf(await calls.result(jobId, unitId, options)),
  };
}

type StatusRoot = ResponseModels["PACommentaryStatusRoot"] | ResponseModels["PACommentaryGetStatusRoot"];

function statusOf(
  jobId: string,
  unitId: string,
  answer: { readonly status: 200 | 202; readonly data: StatusRoot | undefined; readonly meta: AnswerMeta },
): CommentaryStatus {
  const { status, meta } = answer;
  const data = answer.data?.data;
  checkNamesJob(jobId, answer, data?.calculationid);
  const answerUnitId = data?.unitid;
  if (answerUnitId !== undefined && answerUnitId !== null && !isSameId(answerUnitId, unitId)) {
    const message = `an answer about the commentary of unit ${unitId} names another unit, so it is another request's`;
    throw new MalformedAnswerError(message, aboutAnswer(answer));
  }
  const word = data?.status?.toLowerCase();
  if (word === "success" || (word === undefined && status === 200)) return { state: "done", meta };
  if (word === undefined || word === "executing" || word === "queued") return { state: "running", meta };
  return { state: "failed", status: data?.status ?? "", meta };
}

function textOf({ data, bytes, meta }: CommentaryAnswer<200 | 201>): CommentaryText {
  // Below `data` the types are not checked.
  const sections = items(property(data.data, "sections")).filter(isObject).length;
  return { state: "text", bytes, sections, meta };
}

/** For an unknown commentary the service answers 400, "invalid identifier". Without its error list the answer may come from a proxy. */
function isDenial(error: unknown): boolean {
  return (error instanceof BadRequestError || error instanceof NotFoundError) && error.errors.length > 0;
}
