import type { Reply } from "../routes/exchange.ts";
import type { Fault } from "./rule.ts";
import { alreadySent, type Wire } from "./wire.ts";

const PAGE = "<!DOCTYPE html><html><head><title>503</title></head><body><h1>Service Unavailable</h1></body></html>";

/** The answer of a fault that replaces the service's own answer. */
export function insteadOfAnswer(fault: Fault): Reply | undefined {
  const errors = (code: string, detail: string) => ({
    errors: [{ id: "0123456789abcdef", code, title: "Failed to process request", detail }],
  });
  switch (fault.kind) {
    case "503":
      return { status: 503, bytes: { contentType: "text/html", body: new TextEncoder().encode(PAGE) } };
    case "500":
      return { status: 500, json: errors("InternalServerError", "An unexpected error occurred") };
    case "404":
      return { status: 404, json: errors("NotFound", "Calculation not found") };
    case "429": {
      const headers = fault.retryAfterSeconds === undefined ? {} : { "Retry-After": String(fault.retryAfterSeconds) };
      return { status: 429, headers, json: errors("TooManyRequests", "The rate limit is reached") };
    }
    default:
      return undefined;
  }
}

/** Ends the connection without an answer; without a socket, throws as `fetch` does. */
export function dropConnection(kind: "refused" | "reset", wire: Wire | undefined): Response {
  if (wire === undefined) {
    const code = kind === "refused" ? "ECONNREFUSED" : "ECONNRESET";
    throw new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
  }
  if (kind === "refused") wire.incoming.socket.destroy();
  else wire.incoming.socket.resetAndDestroy();
  return alreadySent;
}
