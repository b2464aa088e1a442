import { codesOf, linksOf } from "./error-chain.ts";
import { ConnectionError, ServiceError, type ServiceErrorDetails, TimeoutError } from "./errors.ts";
import { safeCause } from "./redact.ts";
import type { Redact } from "./secrets/secrets.ts";

/** Why the service did not answer. */
export type ConnectionFault = "dns" | "refused" | "tls" | "proxy" | "timeout" | "other";

/** The codes of Node and of undici for each fault. */
const faultCodes: readonly (readonly [fault: ConnectionFault, codes: readonly string[]])[] = [
  ["dns", ["ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "EAI_NODATA", "EAI_NONAME"]],
  ["refused", ["ECONNREFUSED"]],
  ["tls", ["EPROTO", "UND_ERR_PRX_TLS"]],
  ["proxy", ["UND_ERR_PRX_CONN"]],
  ["timeout", ["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]],
];

/** The codes of OpenSSL and of Node for a certificate that they reject, before they send anything. */
const CERTIFICATE_CODE =
  /^(?:CERT_|ERR_TLS_CERT_|ERROR_IN_CERT_|UNABLE_TO_(?:DECODE|DECRYPT|GET|VERIFY)_|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)/;

/** Whether a code means that the certificate was rejected, so that nothing was sent. */
export function isCertificateCode(code: string): boolean {
  return CERTIFICATE_CODE.test(code);
}

/** The messages of undici for a proxy that opens no tunnel, and for one that forwards no request. */
const proxyAnswer = /^Proxy (?:response|Authentication Required) \((\d{3})\)/;

/** The status of a proxy that opened no tunnel, or that asks for credentials; `undefined` for other errors. */
export function proxyStatus(error: unknown): number | undefined {
  for (const link of linksOf(error)) {
    const status = proxyAnswer.exec(link.message)?.[1];
    if (status !== undefined) return Number(status);
    if (link instanceof ServiceError && link.status === 407) return 407;
  }
  return undefined;
}

/**
 * Finds out why no answer came, from an error of the client or of a fetch and from its causes. `undefined` if the service, or something in
 * its place, answered.
 *
 * @example
 * ```ts
 * import { type Client, connectionFault } from "@analytics-engines/core";
 *
 * export async function checkProxy(client: Client) {
 *   await client.probe().catch((error: unknown) => {
 *     if (connectionFault(error) === "proxy") console.error("Check HTTPS_PROXY.");
 *   });
 * }
 * ```
 */
export function connectionFault(error: unknown): ConnectionFault | undefined {
  if (proxyStatus(error) !== undefined) return "proxy";
  const links = linksOf(error);
  for (const code of codesOf(error)) {
    const found = faultCodes.find(([, codes]) => codes.includes(code));
    if (found !== undefined) return found[0];
    if (isCertificateCode(code) || /^ERR_(?:SSL|TLS)_/.test(code)) return "tls";
  }
  if (links.some(isHandshakeCut)) return "tls";
  if (links.some((link) => link instanceof TimeoutError)) return "timeout";
  const unanswered = links.some((link) => link instanceof ConnectionError || link.message === "fetch failed");
  return unanswered ? "other" : undefined;
}

/** Whether the connection was closed during the TLS handshake. Node gives this error the same code as any reset connection. */
export function isHandshakeCut({ message }: Error): boolean {
  return message === "Client network socket disconnected before secure TLS connection was established";
}

const remedies: Readonly<Record<ConnectionFault, string>> = {
  dns: "Check the base URL for a mistyped host, and set HTTPS_PROXY if the network needs a proxy.",
  refused: "Check the host and port of the base URL, and that the proxy of HTTPS_PROXY runs, if one is set.",
  tls: "Name the file with the certificate of your organization's authority in NODE_EXTRA_CA_CERTS, or ask the service's operator for a valid certificate; check that the base URL names the host and port of the service.",
  proxy:
    "Check the address and the credentials of the proxy in HTTPS_PROXY (http://USER:PASSWORD@HOST:PORT), and whether NO_PROXY must name the service's host.",
  timeout:
    "Check that the network and its firewall reach the service, set HTTPS_PROXY if they need a proxy, and try again.",
  other: "Check the base URL, the network and the proxy settings, then try again.",
};

/** A sentence that says what to do about a fault. */
export function faultRemedy(fault: ConnectionFault): string {
  return remedies[fault];
}

/** Makes the error of a request without an answer from the error of its fetch. It says why, and what to do. */
export function unanswered(error: unknown, about: ServiceErrorDetails, redact: Redact): ConnectionError {
  const cause = safeCause(error, redact);
  const fault = connectionFault(error);
  const message = `${about.method} ${about.path} got no answer: ${reasonOf(error, cause)}`;
  const advice = fault === undefined || fault === "other" ? undefined : faultRemedy(fault);
  return new ConnectionError(message, { ...about, cause, advice });
}

function reasonOf(error: unknown, cause: Error | undefined): string {
  const status = proxyStatus(error);
  if (status === 407) return "the proxy asks for credentials (407)";
  if (status !== undefined) return `the proxy refused to connect to the service (${status})`;
  return codesOf(cause)[0] ?? linksOf(cause).at(-1)?.message ?? "no reason given";
}
