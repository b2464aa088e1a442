import { isObject, items, property } from "../../json/value.ts";
import type { AnswerMeta } from "../../service/answer.ts";
import type { CallOptions, Commentaries, CommentaryAnswer } from "../../service/client-types.ts";
import { BadRequestError, MalformedAnswerError, NotFoundError } from "../../service/errors.ts";
import type { ResponseModels } from "../../service/models/index.ts";
import { aboutAnswer, checkNamesJob, isSameId } from "../named-job.ts";

/** What the service says of the commentary of a unit. `none`: it knows of none. `failed`: it ended with this word in the place of success. */
export type CommentarySeen =
  | { readonly state: "running" | "done"; readonly meta: AnswerMeta }
  | { readonly state: "failed"; readonly word: string; readonly meta: AnswerMeta }
  | { readonly state: "none" };

/** A commentary, its bytes as they came. */
export interface CommentaryText {
  readonly state: "text";
  readonly bytes: Uint8Array;
  /** How many sections it has. */
  readonly sections: number;
  readonly meta: AnswerMeta;
}

/** The commentaries on the units of one job. Methods throw the client's errors, `MalformedAnswerError` too where an answer names another job or unit. */
export interface CommentaryApi {
  create(jobId: string, unitId: string, options: CallOptions): Promise<CommentarySeen | CommentaryText>;
  status(jobId: string, unitId: string, options: CallOptions): Promise<CommentarySeen>;
  text(jobId: string, unitId: string, options: CallOptions): Promise<CommentaryText>;
}

export function commentaryApi(calls: Commentaries): CommentaryApi {
  return {
    async create(jobId, unitId, options) {
      const answer = await calls.create(jobId, unitId, undefined, options);
      return answer.status === 201 ? textOf(answer) : seenOf(jobId, unitId, answer);
    },
    async status(jobId, unitId, options) {
      try {
        return seenOf(jobId, unitId, await calls.status(jobId, unitId, options));
      } catch (error) {
        if (isDenial(error)) return { state: "none" };
        throw error;
      }
    },
    text: async (jobId, unitId, options) => textOf(await calls.result(jobId, unitId, options)),
  };
}

type StatusRoot = ResponseModels["PACommentaryStatusRoot"] | ResponseModels["PACommentaryGetStatusRoot"];

function seenOf(
  jobId: string,
  unitId: string,
  answer: { readonly status: 200 | 202; readonly data: StatusRoot | undefined; readonly meta: AnswerMeta },
): CommentarySeen {
  const { status, meta } = answer;
  const data = answer.data?.data;
  checkNamesJob(jobId, answer, data?.calculationid);
  const named = data?.unitid;
  if (named !== undefined && named !== null && !isSameId(named, unitId)) {
    const message = `an answer about the commentary of unit ${unitId} names another unit, so it is another request's`;
    throw new MalformedAnswerError(message, aboutAnswer(answer));
  }
  const word = data?.status?.toLowerCase();
  if (word === "success" || (word === undefined && status === 200)) return { state: "done", meta };
  if (word === undefined || word === "executing" || word === "queued") return { state: "running", meta };
  return { state: "failed", word: data?.status ?? "", meta };
}

function textOf({ data, bytes, meta }: CommentaryAnswer<200 | 201>): CommentaryText {
  // Below `data` the answer stands as it came, whatever its type says.
  const sections = items(property(data.data, "sections")).filter(isObject).length;
  return { state: "text", bytes, sections, meta };
}

/** The service declares no 404 here: what it does not know is an invalid identifier. A bare answer may be a proxy's. */
function isDenial(error: unknown): boolean {
  return (error instanceof BadRequestError || error instanceof NotFoundError) && error.errors.length > 0;
}
