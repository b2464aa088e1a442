import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import tls, { createSecureContext, type PeerCertificate } from "node:tls";
import { faultRemedy, INVALID_PROXY } from "@analytics-engines/core";
import { messageOf } from "@analytics-engines/core/basics";
import { type ProxySetting, readProxy } from "../network/fetch.ts";
import { hasCode } from "../user-error.ts";
import {
  type CheckedConnection,
  fails,
  hostOf,
  openTunnel,
  type Peer,
  type ProbeResult,
  readPeer,
  skips,
  succeeds,
  warns,
} from "./service.ts";

/** The name to look up: the proxy's where there is one, because then the proxy looks up the service. */
export async function checkName({ baseUrl, proxy, settings }: CheckedConnection): Promise<ProbeResult> {
  const proxyUrl = proxy && usableProxy(proxy);
  if (proxy !== undefined && proxyUrl === undefined) return skips("the proxy has no usable address");
  const host = hostOf(proxyUrl ?? new URL(baseUrl));
  const owner = proxyUrl === undefined ? "" : " of the proxy, which looks up the service";
  if (isIP(host) !== 0) return succeeds(`${host} is an address${owner}`);
  try {
    const [first, ...others] = await lookup(host, { all: true });
    const more = others.length === 0 ? "" : ` and ${others.length} more`;
    return succeeds(`${host} has the address ${first?.address}${more}${owner}`);
  } catch (error) {
    const remedy =
      proxy === undefined
        ? faultRemedy("dns", { address: settings.address, proxy: settings.proxy })
        : `Check ${proxy.source} for a mistyped host.`;
    return fails(`${host} has no address (${codeOf(error)})`, remedy);
  }
}

/** Whether the proxy opens a tunnel to the service. */
export async function checkProxy(connection: CheckedConnection, signal: AbortSignal): Promise<ProbeResult> {
  const { proxy, baseUrl, tls, settings } = connection;
  const target = new URL(baseUrl);
  if (proxy === undefined) return succeeds(`none is used for ${target.host}`);
  let url: URL;
  try {
    url = readProxy(proxy);
  } catch (error) {
    if (!hasCode(error, INVALID_PROXY)) throw error;
    return fails(messageOf(error), `Set it to the address of the proxy itself: http://HOST:PORT.`);
  }
  const name = `${url.protocol}//${url.host}`;
  if (isSocks(url)) return succeeds(`${name} of ${proxy.source}: a SOCKS proxy, which the next requests use`);
  if (target.protocol === "http:") return succeeds(`${name} of ${proxy.source}`);
  const proxyDetails = { proxy: settings.proxy ?? proxy.source.replace(/^the variable /, "") };
  try {
    const tunnel = await openTunnel(target, url, tls?.proxy, signal);
    if ("socket" in tunnel) {
      tunnel.socket.destroy();
      return succeeds(`${name} of ${proxy.source} leads to ${target.host}`);
    }
    if (tunnel.status === 407) {
      const does = url.username === "" ? "asks for credentials" : "refuses the user name and password in its address";
      return fails(`${name} of ${proxy.source} ${does} (407)`, faultRemedy("proxy", proxyDetails));
    }
    return fails(
      `${name} of ${proxy.source} refuses to connect to ${target.host} (${tunnel.status})`,
      `Ask the operator of the proxy to allow ${target.host}, or name this host in NO_PROXY if it needs no proxy.`,
    );
  } catch (error) {
    if (signal.aborted) throw error;
    return fails(
      `${name} of ${proxy.source} gives no answer (${codeOf(error)})`,
      `Check the host and port of ${proxy.source}, and that the proxy runs.`,
    );
  }
}

/** The alerts of a server that wants another client certificate, or one at all. */
const CLIENT_CERTIFICATE =
  /ALERT_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNKNOWN_CA|CERTIFICATE_UNKNOWN)|HANDSHAKE_FAILURE/;

/** Who signed the certificate that answers, and whether it is accepted. */
export async function checkTls(connection: CheckedConnection, signal: AbortSignal): Promise<ProbeResult> {
  const { baseUrl, tls, settings, proxy, acceptsAnyCertificate } = connection;
  const target = new URL(baseUrl);
  if (target.protocol === "http:") return skips("an http address on this machine has no certificate");
  const proxyUrl = proxy && usableProxy(proxy);
  if (proxyUrl !== undefined && isSocks(proxyUrl)) return skips("a SOCKS proxy is used: the next request shows it");
  const read = async (context = tls?.service): Promise<Peer> => {
    const tunnel = proxyUrl && (await openTunnel(target, proxyUrl, tls?.proxy, signal));
    if (tunnel !== undefined && "status" in tunnel) throw new Error(`the proxy answers ${tunnel.status}`);
    return readPeer(target, tunnel?.socket, context, signal);
  };
  let peer: Peer;
  try {
    peer = await read();
  } catch (error) {
    if (signal.aborted) throw error;
    if (CLIENT_CERTIFICATE.test(codeOf(error)))
      return fails(
        `${target.host} asks for a client certificate that it accepts (${codeOf(error)})`,
        "Name the certificate and its key in ANALYTICS_CLIENT_CERT and ANALYTICS_CLIENT_KEY.",
      );
    return fails(
      `${target.host} makes no TLS connection (${codeOf(error)})`,
      `Check that ${settings.address} names the host and port of the service, and that the network and its firewall reach it.`,
    );
  }
  const { certificate, fault } = peer;
  const issued = `the certificate of ${target.host}, issued by ${issuerOf(certificate)},`;
  if (fault === undefined) return succeeds(`${issued} is valid until ${dayOf(certificate.valid_to)}`);
  const finding = await describeFault(fault, certificate, issued, connection, read);
  if (acceptsAnyCertificate !== true) return finding;
  return warns(`${finding.message}, and the settings accept any certificate`, finding.remedy ?? "");
}

async function describeFault(
  fault: string,
  certificate: PeerCertificate,
  issued: string,
  { baseUrl, settings, trustRemedy }: CheckedConnection,
  read: (context: ReturnType<typeof createSecureContext>) => Promise<Peer>,
): Promise<ProbeResult> {
  const { hostname } = new URL(baseUrl);
  const operator = "Ask the operator of the service, or of the proxy that inspects TLS, for a valid certificate";
  switch (fault) {
    case "CERT_HAS_EXPIRED":
      return fails(
        `${issued} expired on ${dayOf(certificate.valid_to)}`,
        `${operator}; check the clock of this machine.`,
      );
    case "CERT_NOT_YET_VALID":
      return fails(`${issued} is not valid before ${dayOf(certificate.valid_from)}`, "Set the clock of this machine.");
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return fails(
        `${issued} is for ${namesOf(certificate)}, not for ${hostname}`,
        `Check that ${settings.address} names the host of the service. ${operator}.`,
      );
  }
  const untrusted = `${issued} is not trusted (${fault})`;
  if (trustRemedy !== undefined) return fails(untrusted, trustRemedy);
  // Node has it since 22.15.
  if (typeof tls.getCACertificates === "function") {
    const ca = [...tls.getCACertificates("default"), ...tls.getCACertificates("system")];
    const system = createSecureContext({ ca });
    if ((await read(system)).fault === undefined)
      return fails(untrusted, "The certificates of the system accept it: set the variable NODE_USE_SYSTEM_CA=1.");
  }
  return fails(
    untrusted,
    "If it is the authority of your organization, name its PEM file in ANALYTICS_CA_FILE or in NODE_EXTRA_CA_CERTS.",
  );
}

/** The proxy of a setting; undefined where its value is none, which the check of the proxy says. */
function usableProxy(setting: ProxySetting): URL | undefined {
  try {
    return readProxy(setting);
  } catch {
    return undefined;
  }
}

const isSocks = ({ protocol }: URL) => protocol.startsWith("socks");

function issuerOf({ issuer }: PeerCertificate): string {
  const issuerNames = [issuer?.CN, issuer?.O].filter((name) => name !== undefined && name.length > 0);
  return [...new Set(issuerNames)].join(", ") || "an authority without a name";
}

function namesOf({ subjectaltname = "", subject }: PeerCertificate): string {
  const hostNames = subjectaltname.split(", ").map((name) => name.replace(/^[^:]*:/, ""));
  const [first = "", ...others] = hostNames.filter(Boolean);
  return (first || String(subject?.CN ?? "no host")) + (others.length === 0 ? "" : ` and ${others.length} more`);
}

/** The day of a date in a certificate; its text where it is no date. */
function dayOf(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString().slice(0, 10);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : messageOf(error);
}
