import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type Socket } from "node:net";
import { connect, type PeerCertificate, type SecureContext } from "node:tls";
import {
  type Client,
  type ConnectionSettings,
  connectionFault,
  type Fetch,
  faultReason,
  faultRemedy,
} from "@analytics-engines/core";
import { type Clock, type FamilyId, familyIds, messageOf, systemClock } from "@analytics-engines/core/basics";
import type { ProxySetting } from "../network/fetch.ts";
import { UserError } from "../user-error.ts";

/** What a check of a connection says. No text of it contains a secret. */
export interface ConnectionCheck {
  readonly name: string;
  readonly status: "ok" | "warning" | "problem" | "skipped";
  /** What is, in a line. It may quote untrusted text. */
  readonly message: string;
  /** What to do, for a warning or a problem. */
  readonly remedy?: string;
}

/** What a step says of itself. */
export type ProbeResult = Omit<ConnectionCheck, "name">;

/** A connection to check, with what its shell knows about it. */
export interface CheckedConnection {
  /** The base URL: https, or http on this machine. */
  readonly baseUrl: string;
  /** The names of the settings, for messages. */
  readonly settings: ConnectionSettings;
  /** The proxy for the base URL; undefined where requests go directly. */
  readonly proxy: ProxySetting | undefined;
  /** Whether the host may use a proxy that no setting names, such as that of the system: then a host that is not reached directly is a warning. */
  readonly mayUseOtherProxy?: boolean;
  /** What the connection trusts. Default: what Node does. */
  readonly tls?: { readonly service?: SecureContext; readonly proxy?: SecureContext } | undefined;
  /** Whether the host accepts certificates that it cannot verify. */
  readonly acceptsAnyCertificate?: boolean;
  /** What to do about an authority that is not trusted. Default: the settings of the command and the Action. */
  readonly trustRemedy?: string;
  /** Sends a request without credentials, as the client does. */
  readonly fetch: Fetch;
  readonly userAgent?: string | undefined;
  /** @throws UserError where there are no credentials that can be used */
  readonly openClient: () => Client | Promise<Client>;
  /** The folder whose disk holds the runs. */
  readonly folder: string;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  /** Called before each step that sends something. */
  readonly onStep?: (name: string) => void;
}

export const succeeds = (message: string): ProbeResult => ({ status: "ok", message });
export const skips = (message: string): ProbeResult => ({ status: "skipped", message });
export const warns = (message: string, remedy: string): ProbeResult => ({ status: "warning", message, remedy });
export const fails = (message: string, remedy: string): ProbeResult => ({ status: "problem", message, remedy });

/** The host of a URL as sockets take it: an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, "$1");

const portOf = ({ port, protocol }: URL) => Number(port || (protocol === "https:" ? 443 : 80));

/** A proxy's answer to CONNECT: a tunnel, or a status other than 200. */
type Tunnel = { readonly socket: Socket } | { readonly status: number };

/** Asks a proxy for a tunnel to an address. Sends the credentials of the proxy, and nothing of the user's. */
export function openTunnel(
  target: URL,
  proxy: URL,
  secureContext: SecureContext | undefined,
  signal: AbortSignal,
): Promise<Tunnel> {
  const authority = `${target.hostname}:${portOf(target)}`;
  const { username, password } = proxy;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const isSecure = proxy.protocol === "https:";
  const request = (isSecure ? httpsRequest : httpRequest)({
    method: "CONNECT",
    host: hostOf(proxy),
    port: portOf(proxy),
    path: authority,
    headers: {
      host: authority,
      ...(username !== "" && { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` }),
    },
    agent: false,
    signal,
    ...(isSecure && secureContext !== undefined && { secureContext }),
  });
  return new Promise<Tunnel>((resolve, reject) => {
    request.on("error", reject);
    request.on("connect", ({ statusCode = 0 }, socket: Socket) => {
      // It may end before anybody listens.
      socket.on("error", () => undefined);
      if (statusCode !== 200) socket.destroy();
      resolve(statusCode === 200 ? { socket } : { status: statusCode });
    });
    request.end();
  });
}

/** The certificate of a server, and the code of what is wrong with it. */
export interface Peer {
  readonly certificate: PeerCertificate;
  readonly fault: string | undefined;
}

/**
 * Makes the TLS handshake, to see the certificate. If it is accepted, asks for the head of the start page, without credentials, because a server
 * says only then that it wants a client certificate.
 *
 * @throws the error of the handshake, or the alert of the server
 * @param tunnel to the address; default: a connection of its own
 */
export async function readPeer(
  target: URL,
  tunnel: Socket | undefined,
  secureContext: SecureContext | undefined,
  signal: AbortSignal,
): Promise<Peer> {
  const host = hostOf(target);
  const socket = connect({
    host,
    port: portOf(target),
    ...(tunnel !== undefined && { socket: tunnel }),
    ...(isIP(host) === 0 && { servername: host }),
    ...(secureContext !== undefined && { secureContext }),
    ALPNProtocols: ["http/1.1"],
    // Nothing is sent to a server whose certificate is not accepted.
    rejectUnauthorized: false,
  });
  try {
    await once(socket, "secureConnect", { signal });
    const certificate = socket.getPeerCertificate();
    if (!socket.authorized) return { certificate, fault: String(socket.authorizationError) };
    socket.write(`HEAD / HTTP/1.1\r\nhost: ${target.host}\r\nconnection: close\r\n\r\n`);
    await Promise.race([once(socket, "data", { signal }), once(socket, "close", { signal })]);
    return { certificate, fault: undefined };
  } finally {
    socket.on("error", () => undefined).destroy();
    tunnel?.destroy();
  }
}

/** A clock that differs by more gets a warning, milliseconds. */
const MAX_DIFFERENCE_MS = 60_000;

/**
 * Compares the clock of this machine with the `Date` of an answer. The request has no credentials, so any answer will do. A wrong clock is a
 * warning: if the service refuses assertions for it, the check of the credentials says so.
 */
export async function checkClock(connection: CheckedConnection, signal: AbortSignal): Promise<ProbeResult> {
  const { baseUrl, fetch, settings, userAgent, clock = systemClock } = connection;
  const { host } = new URL(baseUrl);
  const sentAt = clock.now();
  let date: string | null;
  try {
    const headers = { accept: "application/json", ...(userAgent !== undefined && { "user-agent": userAgent }) };
    const response = await fetch(new Request(baseUrl, { headers, redirect: "manual", signal }));
    // The answer of a cache has the time of the first one.
    date = response.headers.has("age") ? null : response.headers.get("date");
    await response.body?.cancel();
  } catch (error) {
    if (signal.aborted) throw error;
    return describeSilence(error, host, settings);
  }
  const serviceTime = Date.parse(date ?? "");
  if (Number.isNaN(serviceTime)) return skips("the answer does not say its time");
  // A date has whole seconds.
  const differenceMs = serviceTime + 500 - (sentAt + clock.now()) / 2;
  const seconds = Math.round(Math.abs(differenceMs) / 1000);
  if (Math.abs(differenceMs) <= MAX_DIFFERENCE_MS)
    return succeeds(`the clock of this machine is within ${Math.max(1, seconds)} s`);
  const off = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`;
  return warns(
    `the clock of this machine is ${off} ${differenceMs > 0 ? "behind" : "ahead"}`,
    "Set it by a time server: OAuth tokens and certificates depend on the time.",
  );
}

function describeSilence(error: unknown, host: string, settings: CheckedConnection["settings"]): ProbeResult {
  const reason = faultReason(error, error instanceof Error ? error : undefined);
  const remedy = faultRemedy(connectionFault(error) ?? "other", { address: settings.address, proxy: settings.proxy });
  return fails(`${host} gives no answer: ${reason}`, remedy);
}

/** Reads the list of currencies, which needs no permission for a family. */
export async function checkCredentials(
  { settings }: CheckedConnection,
  client: () => Client | Promise<Client>,
  signal: AbortSignal,
): Promise<ProbeResult> {
  try {
    await (await client()).probe({ signal });
    return succeeds(`the service accepts ${settings.credentials}`);
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof UserError) return fails("no credentials can be used", error.message);
    switch (codeOf(error)) {
      case "forbidden":
        return succeeds(`the service accepts ${settings.credentials}, without permission for the list of currencies`);
      case "authentication":
        return fails(messageOf(error), `Check ${settings.credentials}, and that they are for this service.`);
    }
    return resultOfError(error);
  }
}

const ROOT = "Client:/";

/** A read that creates nothing and takes no result: a list of jobs or, of a family that has none, of strategies or curves. */
function readFamily(operations: Client[FamilyId], options: { readonly signal: AbortSignal }): Promise<unknown> {
  if ("strategies" in operations) return operations.strategies.list(ROOT, options);
  if ("discountCurves" in operations) return operations.discountCurves.list({}, options);
  const { calculations } = operations;
  return "pages" in calculations ? calculations.list({}, options) : calculations.list(options);
}

/** Whether the user may use each family. A missing permission is a warning, unless no family is permitted. */
export async function checkFamilies(
  client: Client,
  within: (name: string, step: (signal: AbortSignal) => Promise<ProbeResult>) => Promise<ProbeResult>,
): Promise<readonly ConnectionCheck[]> {
  const checks: ConnectionCheck[] = [];
  for (const family of familyIds) {
    const name = `permission ${family}`;
    checks.push({ name, ...(await within(name, (signal) => checkFamily(family, client, signal))) });
  }
  const isNonePermitted = checks.every(({ message }) => message === FORBIDDEN);
  return isNonePermitted ? checks.map((check) => ({ ...check, status: "problem" })) : checks;
}

const FORBIDDEN = "these credentials may not use it (403)";

async function checkFamily(family: FamilyId, client: Client, signal: AbortSignal): Promise<ProbeResult> {
  try {
    await readFamily(client[family], { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    const code = codeOf(error);
    if (code === "forbidden")
      return warns(FORBIDDEN, `Ask the operator of the service for ${family}, or run no files of this family.`);
    // An empty list is a 404, and the service refuses a parameter only to those who may use the family.
    if (code !== "not-found" && code !== "bad-request") {
      const { message, remedy = "" } = resultOfError(error);
      return warns(message, remedy);
    }
  }
  return succeeds("these credentials may use it");
}

/** How much of the rate limit is left, by the headers of an answer. */
export async function checkRate(client: Client, signal: AbortSignal): Promise<ProbeResult> {
  const { rateLimit } = (await client.probe({ signal })).meta;
  if (rateLimit === undefined) return skips("the answers do not say it");
  const { limit, remaining, resetSeconds } = rateLimit;
  const message = `${remaining} of ${limit} requests are left for the next ${Math.ceil(resetSeconds)} s`;
  if (remaining >= limit / 10) return succeeds(message);
  return warns(message, "Wait, or stop other programs with these credentials: all share one limit.");
}

/** An error of the client, as the finding of a step. */
export function resultOfError(error: unknown): ProbeResult {
  if (error instanceof Error && "advice" in error && typeof error.advice === "string")
    return fails(error.message, error.advice);
  throw error;
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);
