import type { AnswerKind, Route } from "./endpoints.ts";

/** The statuses of success under which a client hands on a result. */
export const resultStatuses = [200, 201, 202, 203, 204, 205, 206, 207, 208, 226] as const;

export type ResultStatus = (typeof resultStatuses)[number];

/** The status itself; one of success that has no name is taken for 200, as HTTP says. */
export function resultStatus(status: number): ResultStatus {
  return resultStatuses.find((known) => known === status) ?? 200;
}

/** A create may answer with its one result under these, too. Others say too little to take a page for the only copy of a result. */
const inlineStatuses: ReadonlySet<number> = new Set([200, 203, 206]);

/**
 * What the body of an answer is: what its route declares for the status, or else a result, where the bytes could be the only copy.
 * `undefined` for any other answer.
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
