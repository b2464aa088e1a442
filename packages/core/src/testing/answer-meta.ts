import type { AnswerMeta } from "../service/answer.ts";

/** The headers of an answer that says nothing, for tests to say one thing more. */
export const silentMeta: AnswerMeta = {
  requestKey: undefined,
  apiRequestKey: undefined,
  rateLimit: undefined,
  maxAgeSeconds: undefined,
  ageSeconds: undefined,
  progress: undefined,
  location: undefined,
  retryAfterSeconds: undefined,
  calculationId: undefined,
};
