import { isCertificateCode, isHandshakeCut, proxyStatus } from "./connection-fault.ts";
import { codesOf, linksOf } from "./error-chain.ts";

// Not those of a network that is away: they can also end a connection on which the request was sent.
const neverMade = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_PRX_CONN",
  "UND_ERR_PRX_TLS",
]);

const sent = new WeakMap<Error, boolean>();

/** Notes of an error that it came before the request itself was sent: there was no token, or no connection. */
export function markNotSent(error: Error): void {
  sent.set(error, false);
}

/** Notes of an error that the request was sent, whatever its causes say: they are about a later step. */
export function noteSent(error: Error): void {
  sent.set(error, true);
}

/** Whether the request was not sent or the connection could not be made, so that the service cannot have seen it. */
export function wasNotSent(error: unknown): boolean {
  for (const link of linksOf(error)) {
    const isSent = sent.get(link);
    if (isSent !== undefined) return !isSent;
    if (isHandshakeCut(link)) return true;
  }
  const codes = codesOf(error);
  if (codes.some((code) => neverMade.has(code) || isCertificateCode(code))) return true;
  // A proxy that opens no tunnel sends nothing on.
  return codes.includes("UND_ERR_ABORTED") && proxyStatus(error) !== undefined;
}
