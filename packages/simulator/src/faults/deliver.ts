import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { Clock } from "@analytics-engines/core";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { WireAnswer } from "../routes/reply.ts";
import { deliverFaultyFetch } from "./over-fetch.ts";
import { deliverFaultySocket } from "./over-socket.ts";
import type { Fault } from "./rule.ts";

/** The server's side of one request on a socket. */
export interface Wire {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

export interface Delivery {
  readonly fault: Fault | undefined;
  readonly clock: Clock;
  readonly wire: Wire | undefined;
  readonly request: Request;
  /** Origin of the addresses in the answer. */
  readonly origin: string;
}

/** Tells the server that the socket was dealt with. */
export const alreadySent: Response = RESPONSE_ALREADY_SENT;

/** How the faults that are carried out show on the wire; the others never come here. */
export type WireFault = Extract<
  Fault,
  { kind: "reset-after-headers" | "cut" | "slow" | "wrong-length" | "broken-gzip" }
>;

/** Sends an answer, with the fault that befalls it on its way. */
export function deliver(answer: WireAnswer, delivery: Delivery): Response | Promise<Response> {
  const { fault, wire } = delivery;
  switch (fault?.kind) {
    case "foreign-location":
      return plain(foreign(answer, delivery.origin, fault.origin ?? "https://elsewhere.example"));
    case "broken-json":
      return plain(half(answer));
    case "reset-after-headers":
    case "cut":
    case "slow":
    case "wrong-length":
    case "broken-gzip":
      if (wire === undefined) return deliverFaultyFetch(answer, fault, delivery);
      return deliverFaultySocket(fault.kind === "broken-gzip" ? damaged(answer) : answer, fault, { ...delivery, wire });
    default:
      return plain(answer);
  }
}

function plain({ status, headers, body }: WireAnswer): Response {
  return new Response(body ?? null, { status, headers });
}

/** The addresses of an answer, moved to another origin. */
function foreign(answer: WireAnswer, origin: string, elsewhere: string): WireAnswer {
  const headers = { ...answer.headers };
  const location = headers["Location"];
  if (location !== undefined) headers["Location"] = new URL(location, origin).href.replace(origin, elsewhere);
  if (answer.body === undefined || headers["Content-Encoding"] !== undefined) return { ...answer, headers };
  const text = new TextDecoder().decode(answer.body).replaceAll(origin, elsewhere);
  return { ...answer, headers, body: new TextEncoder().encode(text) };
}

function half(answer: WireAnswer): WireAnswer {
  const headers = { ...answer.headers };
  delete headers["Content-Encoding"];
  return { ...answer, headers, body: answer.body?.subarray(0, Math.floor(answer.body.length / 2)) };
}

function damaged(answer: WireAnswer): WireAnswer {
  const whole = answer.headers["Content-Encoding"] === "gzip" ? answer.body : gzipSync(answer.body ?? new Uint8Array());
  // The header of the stream stays as it is, so that reading fails in the middle.
  const body = whole?.map((byte, index) => (index > 12 && index % 3 === 0 ? byte ^ 0xff : byte));
  return { ...answer, headers: { ...answer.headers, "Content-Encoding": "gzip" }, body };
}
