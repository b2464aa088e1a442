import { codesOf, errorCode, linksOf } from "../../text/errors.ts";
import { type Redact, safeCause } from "../secrets/secrets.ts";
import { ConnectionError, ServiceError, type ServiceErrorDetails, TimeoutError } from "./errors.ts";

/** Why the service did not answer. */
export type ConnectionFault = "dns" | "refused" | "address" | "tls" | "proxy" | "timeout" | "other";

/** The code of an error about a proxy whose address cannot be used. */
export const INVALID_PROXY = "ERR_INVALID_PROXY";

/** The codes of Node and of undici for each fault. */
const faultCodes: readonly (readonly [fault: ConnectionFault, codes: readonly string[]])[] = [
  ["dns", ["ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "EAI_NODATA", "EAI_NONAME"]],
  ["refused", ["ECONNREFUSED"]],
  ["tls", ["EPROTO", "UND_ERR_PRX_TLS"]],
  ["address", ["ERR_INVALID_URL", "ERR_INVALID_ARG_VALUE", "ERR_SOCKET_BAD_PORT", "UND_ERR_INVALID_ARG"]],
  ["proxy", [INVALID_PROXY, "UND_ERR_PRX_CONN"]],
  ["timeout", ["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]],
];

/** The codes of OpenSSL and of Node for a certificate that they reject, before they send anything. */
const CERTIFICATE_CODE =
  /^(?:CERT_|ERR_TLS_CERT_|ERROR_IN_CERT_|UNABLE_TO_(?:DECODE|DECRYPT|GET|VERIFY)_|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)/;

/** Whether a code means that the certificate was rejected, so that nothing was sent. */
function isCertificateCode(code: string): boolean {
  return CERTIFICATE_CODE.test(code);
}

/** The messages of fetch for an address to which it sends nothing. */
const REFUSED_ADDRESS = /^(?:bad port|unknown scheme|URL scheme must be a HTTP\(S\) scheme)$/i;

/** Whether fetch refused the address itself, so that nothing was sent. */
function isRefusedAddress(error: unknown): boolean {
  return linksOf(error).some(({ message }) => REFUSED_ADDRESS.test(message)) || hasCodeOf(error, "address");
}

function hasCodeOf(error: unknown, fault: ConnectionFault): boolean {
  return codesOf(error).some((code) => faultCodes.some(([name, codes]) => name === fault && codes.includes(code)));
}

/**
 * Whether every further request would fail in the same way, before it is sent: a setting is wrong, and only a person can correct it. Refused
 * credentials are not among them.
 */
export function isLastingFault(error: unknown): boolean {
  const codes = codesOf(error);
  if (codes.includes(INVALID_PROXY) || codes.some(isCertificateCode)) return true;
  return proxyStatus(error) === 407 || isRefusedAddress(error);
}

/** The messages of undici for a proxy that opens no tunnel, and for one that forwards no request. */
const PROXY_ANSWER = /^Proxy (?:response|Authentication Required) \((\d{3})\)/;

/** The status of a proxy that opened no tunnel, or that asks for credentials; `undefined` for other errors. */
export function proxyStatus(error: unknown): number | undefined {
  for (const link of linksOf(error)) {
    const status = PROXY_ANSWER.exec(link.message)?.[1];
    if (status !== undefined) return Number(status);
    if (link instanceof ServiceError && link.status === 407) return 407;
  }
  return undefined;
}

/**
 * Finds out why no answer came, from an error of the client or of a fetch and from its causes. `undefined` if the service, or something in
 * its place, answered.
 */
export function connectionFault(error: unknown): ConnectionFault | undefined {
  if (proxyStatus(error) !== undefined) return "proxy";
  const links = linksOf(error);
  for (const code of codesOf(error)) {
    const row = faultCodes.find(([, codes]) => codes.includes(code));
    if (row !== undefined) return row[0];
    if (isCertificateCode(code) || /^ERR_(?:SSL|TLS)_/.test(code)) return "tls";
  }
  if (isRefusedAddress(error)) return "address";
  if (links.some(isHandshakeCut)) return "tls";
  if (links.some((link) => link instanceof TimeoutError)) return "timeout";
  const isUnanswered = links.some((link) => link instanceof ConnectionError || link.message === "fetch failed");
  return isUnanswered ? "other" : undefined;
}

/** Whether the connection was closed during the TLS handshake. Node gives this error the same code as any reset connection. */
function isHandshakeCut({ message }: Error): boolean {
  return message === "Client network socket disconnected before secure TLS connection was established";
}

/** The name of the token service's address in the OAuth configuration. */
export const TOKEN_ADDRESS = "wellKnownUri in the OAuth configuration";

/** The names of what a user can set, for messages. */
interface FaultSettings {
  /** The address to which the request went. Default: the base URL. */
  readonly address?: string | undefined;
  /** Where the proxy is set. Default: HTTPS_PROXY. */
  readonly proxy?: string | undefined;
}

const remedies: Readonly<Record<ConnectionFault, (address: string, proxy: string) => string>> = {
  dns: (address, proxy) => `Check ${address} for a mistyped host, and set ${proxy} if the network needs a proxy.`,
  refused: (address, proxy) =>
    `Check the host and port of ${address}, and that the proxy of ${proxy} runs, if one is set.`,
  address: (address) => `Check the scheme, host and port of ${address}: nothing can be sent there.`,
  tls: (address) =>
    `Name the file with the certificate of your organization's authority in ANALYTICS_CA_FILE or NODE_EXTRA_CA_CERTS, or ask the service's operator for a valid certificate; check that ${address} names the host and port of the service.`,
  proxy: (_, proxy) =>
    `Set ${proxy} to the address of the proxy with the credentials that it asks for (http://USER:PASSWORD@HOST:PORT), or name the service's host in NO_PROXY if it needs no proxy.`,
  timeout: (_, proxy) =>
    `Check that the network and its firewall reach the service, set ${proxy} if they need a proxy, and try again.`,
  other: (address) => `Check ${address}, the network and the proxy settings, then try again.`,
};

/** A sentence that says what to do about a fault. */
export function faultRemedy(fault: ConnectionFault, { address, proxy }: FaultSettings = {}): string {
  return remedies[fault](address ?? "the base URL", proxy ?? "HTTPS_PROXY");
}

/** Makes the error of a request without an answer from the error of its fetch. It says why, and what to do. */
export function noAnswerError(error: unknown, about: ServiceErrorDetails, redact: Redact): ConnectionError {
  const cause = safeCause(error, redact);
  const fault = connectionFault(error);
  const message = `${about.method} ${about.path} got no answer: ${faultReason(error, cause)}`;
  const advice = fault === undefined || fault === "other" ? undefined : faultRemedy(fault);
  return new ConnectionError(message, { ...about, cause, advice });
}

/**
 * Why no answer came, in a few words.
 * @param cause the error without secrets
 */
export function faultReason(error: unknown, cause: Error | undefined): string {
  const status = proxyStatus(error);
  const proxy = `the proxy${proxyName(error)}`;
  if (status === 407) return `${proxy} asks for credentials (407)`;
  if (status !== undefined) return `${proxy} refused to connect to the service (${status})`;
  const links = linksOf(cause);
  const setting = links.find((link) => errorCode(link) === INVALID_PROXY);
  const texts = [setting?.message, codesOf(cause)[0], ...links.map(({ message }) => message).reverse()];
  return texts.find((text) => text !== undefined && text.trim() !== "") ?? "no reason was given";
}

const proxies = new WeakMap<Error, string>();

/**
 * Notes through which proxy a request failed, so that messages can name it.
 * @param proxy its scheme, host and port, without credentials
 */
export function noteProxy(error: Error, proxy: string): void {
  proxies.set(error, proxy);
}

function proxyName(error: unknown): string {
  const proxy = linksOf(error)
    .map((link) => proxies.get(link))
    .find((name) => name !== undefined);
  return proxy === undefined ? "" : ` ${proxy}`;
}

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
