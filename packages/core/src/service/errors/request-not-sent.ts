import { codesOf, linksOf } from "../../text/error-chain.ts";
import { INVALID_PROXY, isCertificateCode, isHandshakeCut, isRefusedAddress, proxyStatus } from "./connection-fault.ts";

// These codes mean that no connection was made. The codes of a network that is down are not among them, because they can also end a
// connection on which the request was sent.
const notConnectedCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_PRX_CONN",
  "UND_ERR_PRX_TLS",
  INVALID_PROXY,
]);

const sentByError = new WeakMap<Error, boolean>();

/** Marks an error as one that came before the request was sent: there was no token, or no connection. */
export function markNotSent(error: Error): void {
  sentByError.set(error, false);
}

/** Marks an error as one that came after the request was sent. Its causes no longer count. */
export function markSent(error: Error): void {
  sentByError.set(error, true);
}

/** Whether the service certainly did not get the request: it was not sent, or no connection could be made. */
export function wasNotSent(error: unknown): boolean {
  for (const link of linksOf(error)) {
    const isSent = sentByError.get(link);
    if (isSent !== undefined) return !isSent;
    if (isHandshakeCut(link)) return true;
  }
  const codes = codesOf(error);
  if (codes.some((code) => notConnectedCodes.has(code) || isCertificateCode(code))) return true;
  if (isRefusedAddress(error)) return true;
  // A proxy that opens no tunnel forwards nothing.
  return codes.includes("UND_ERR_ABORTED") && proxyStatus(error) !== undefined;
}
