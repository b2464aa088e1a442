import type { AnswerMeta } from "./answer.ts";
import type { Route } from "./endpoints.ts";
import type { Wire } from "./fetch-once.ts";

/** One request, as it goes on the wire. */
export interface Attempt extends Wire {
  readonly route: Route;
  readonly url: string;
  /** The path alone, for errors. */
  readonly path: string;
  /** Whether the bytes of an answer's document are wanted beside its text. */
  readonly keepBytes: boolean;
  readonly signal: AbortSignal | undefined;
  /** Until the whole answer is there, or the head of a result. */
  readonly seconds: number;
  /** Called as soon as the head of an answer is there. */
  readonly onHead: (status: number, meta: AnswerMeta) => void;
}

/** The head of an answer. */
export interface Head {
  readonly response: Response;
  readonly meta: AnswerMeta;
}
