import type { IncomingMessage, ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";

/** The server's side of one request on a socket. */
export interface Wire {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** The response that marks the socket as answered. */
export const alreadySent: Response = RESPONSE_ALREADY_SENT;
