import type { IncomingMessage, ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Fault } from "./rule.ts";

/** The server's side of one request on a socket. */
export interface Wire {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** The response that marks the socket as answered. */
export const alreadySent: Response = RESPONSE_ALREADY_SENT;

/** The faults that break an answer on its way. The others change or replace it before. */
export type WireFault = Extract<
  Fault,
  { kind: "reset-after-headers" | "cut" | "slow" | "wrong-length" | "broken-gzip" }
>;
