import type { AnswerMeta } from "../service/answer.ts";

/** The meta of an answer without any of the headers. Tests add the ones that they need. */
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
