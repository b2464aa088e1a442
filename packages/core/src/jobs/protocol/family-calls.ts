import type { Answer, ResultBody } from "../../service/answer.ts";
import type { CallOptions, CreateOptions, NoAnswer } from "../../service/client/client-types.ts";
import { MalformedAnswerError, NotFoundError } from "../../service/errors/errors.ts";
import type { FamilyAdapter, ResultRead } from "./family-adapter.ts";
import { aboutAnswer, checkNamesJob } from "./named-job.ts";

// What the adapters of all families share.

/** The unit of a job without units. */
export const ONLY_UNIT = "result";

/** The parts of an adapter that do not depend on the kind of the family. */
export type CommonApi = Pick<FamilyAdapter, "address" | "deliveryMs">;

/**
 * Turns the service's own "not found" into a value. A bare 404 (a proxy's page, no body) stays a temporary error: nobody may
 * create a job again or give up a result because of it.
 */
export async function ifFound<T, U>(call: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof NotFoundError && error.isServiceError) return otherwise;
    throw error;
  }
}

/** The calls of every family whose jobs have an id of the client's choice. */
export interface ChosenIdCalls<CreateAnswer = unknown, StatusAnswer = unknown> {
  createOrUpdate(id: string, body: unknown, options?: CreateOptions): Promise<CreateAnswer>;
  status(id: string, options?: CallOptions): Promise<StatusAnswer>;
  parameters(id: string, options?: CallOptions): Promise<unknown>;
  cancel(id: string, options?: CallOptions): NoAnswer;
}

/** `exists` and `cancel` of such a family. */
export function chosenIdApi(calls: ChosenIdCalls): Required<Pick<FamilyAdapter, "exists" | "cancel">> {
  return {
    exists: (jobId, options) => isFound(calls.parameters(jobId, options)),
    async cancel(jobId, options) {
      return (await isFound(calls.cancel(jobId, options))) ? "canceled" : "gone";
    },
  };
}

/** Whether the service does not answer "not found". */
export function isFound(call: Promise<unknown>): Promise<boolean> {
  return ifFound(
    call.then(() => true),
    false,
  );
}

/** The unread body of an answer. @throws MalformedAnswerError where the answer names another job */
export async function checkedRead(jobId: string, answer: Answer<number, ResultBody>): Promise<ResultRead> {
  try {
    checkNamesJob(jobId, answer);
  } catch (error) {
    await answer.data.stream.cancel().catch(() => {});
    throw error;
  }
  return { body: answer.data, meta: answer.meta };
}

/**
 * Rejects an HTML page, which is never a result: something in the service's place has answered, and the status is read again.
 * @throws MalformedAnswerError
 */
export async function rejectPage(jobId: string, answer: Answer<number, ResultBody>): Promise<void> {
  if (answer.data.contentType !== "text/html") return;
  await answer.data.stream.cancel().catch(() => {});
  throw new MalformedAnswerError(`an answer about job ${jobId} is a page for people (text/html)`, aboutAnswer(answer));
}
