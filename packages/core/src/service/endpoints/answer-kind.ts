import type { AnswerKind, Route } from "./endpoints.ts";

/** The success statuses with which the client returns a result. */
export const resultStatuses = [200, 201, 202, 203, 204, 205, 206, 207, 208, 226] as const;

export type ResultStatus = (typeof resultStatuses)[number];

/** Returns the status itself, or 200 for a success status that the client does not know, as HTTP requires. */
export function resultStatus(status: number): ResultStatus {
  return resultStatuses.find((each) => each === status) ?? 200;
}

/**
 * With these statuses, too, the answer to a create may be its one result. With any other, a page could be mistaken for the only copy of a
 * result.
 */
const inlineStatuses: ReadonlySet<number> = new Set([200, 203, 206]);

/**
 * The kind of an answer's body: the kind that its route declares for the status, or a result if the bytes could be the only copy.
 * `undefined` for an error.
 */
export function answerKind(
  { answers, retry }: Pick<Route, "answers" | "retry">,
  status: number,
): AnswerKind | undefined {
  const declared = answers[status];
  if (declared !== undefined || status < 200 || status > 299) return declared;
  const isResult = retry === "result" || (answers[201] === "result" && inlineStatuses.has(status));
  return isResult ? "result" : undefined;
}
