import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type Socket } from "node:net";
import { connect, type PeerCertificate, type SecureContext } from "node:tls";
import type { Clock } from "@analytics-engines/core/basics";
import type { Client, ConnectionSettings, Fetch } from "@analytics-engines/core/client";
import type { ProxySetting } from "../network/fetch.ts";

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
export type Tunnel = { readonly socket: Socket } | { readonly status: number };

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
