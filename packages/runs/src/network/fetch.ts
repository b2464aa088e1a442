import { X509Certificate } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import tls, { createSecureContext, rootCertificates } from "node:tls";
import { INVALID_PROXY, markNotSent, noteProxy } from "@analytics-engines/core";
import { isLoopback, isObject, messageOf } from "@analytics-engines/core/basics";
import { readNamedFile } from "../files/open-file.ts";
import { UserError } from "../user-error.ts";
import type { AgentOptions, TlsSettings } from "./agent-fetch.ts";
import { valueProblem } from "./auth.ts";

/**
 * A `fetch` that uses the proxy of the variables `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, each also in lower case, which has precedence.
 * Requests to loopback addresses never use a proxy. A request for which a variable has no usable address fails at
 * once, with an error that names the variable and repeats nothing of its value.
 *
 * @param env default: the environment of the process
 * @param tls for a fetch that sends to the service alone, because its client certificate is for no other server
 */
export function nodeFetch(env: Environment = process.env, tls?: TlsSettings): typeof fetch {
  watchConnections();
  const [httpProxy, httpsProxy] = [proxySetting(env, "http:"), proxySetting(env, "https:")];
  const direct = agentFetch({ tls });
  if (httpProxy === undefined && httpsProxy === undefined) return direct;
  const noProxy = noProxyHosts(env);
  const fetches = new Map<ProxySetting, typeof fetch>();
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const setting = url.protocol === "https:" ? httpsProxy : httpProxy;
    if (setting === undefined || isLoopback(url.hostname)) return direct(input, init);
    const proxy = readProxy(setting);
    const send = fetches.get(setting) ?? agentFetch({ proxy, noProxy, tls });
    fetches.set(setting, send);
    return send(input, init).catch((error: unknown) => {
      if (error instanceof Error) noteProxy(error, `${proxy.protocol}//${proxy.host}`);
      throw error;
    });
  };
}

let isWatching = false;

/**
 * Marks the errors of connections that could not be made, which undici reports on a channel. The error itself does not show whether the
 * handshake failed or the connection broke after the request was sent: both can be ECONNRESET or an error of the TLS library.
 */
function watchConnections(): void {
  if (isWatching) return;
  isWatching = true;
  subscribe("undici:client:connectError", (message) => {
    if (isObject(message) && message["error"] instanceof Error) markNotSent(message["error"]);
  });
}

/** A fetch through an agent of undici, which is loaded with the first request. */
function agentFetch(options: AgentOptions): typeof fetch {
  let loading: Promise<typeof fetch> | undefined;
  return async (input, init) => {
    loading ??= import("./agent-fetch.ts").then(({ createAgentFetch }) => createAgentFetch(options));
    return (await loading)(input, init);
  };
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The address of a proxy as the user wrote it, and where, such as `the variable HTTPS_PROXY`. */
export interface ProxySetting {
  readonly source: string;
  readonly value: string;
}

/** The proxy for requests to `http:` or `https:` addresses, by the variables of the environment. Those in lower case come first. */
export function proxySetting(env: Environment, protocol: string): ProxySetting | undefined {
  const variableNames = protocol === "https:" ? ["https_proxy", "http_proxy"] : ["http_proxy"];
  for (const name of variableNames) {
    for (const variable of [name, name.toUpperCase()]) {
      const value = env[variable]?.trim();
      if (value) return { source: `the variable ${variable}`, value };
    }
  }
  return undefined;
}

/** The hosts that need no proxy, by the variables of the environment. */
export function noProxyHosts(env: Environment): string {
  return env["no_proxy"] || env["NO_PROXY"] || "";
}

/** The proxy that a request to an address uses; undefined for addresses of this machine and hosts of `NO_PROXY`. */
export function proxyFor({ protocol, hostname, port }: URL, env: Environment): ProxySetting | undefined {
  const setting = proxySetting(env, protocol);
  if (setting === undefined || isLoopback(hostname)) return undefined;
  const isExcepted = noProxyHosts(env)
    .split(/[,\s]+/)
    .filter(Boolean)
    .some((entry) => {
      const [, pattern = "", entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      if (entryPort !== undefined && entryPort !== (port || (protocol === "https:" ? "443" : "80"))) return false;
      const name = pattern.replace(/^\*?\.?/, "");
      return entry === "*" || hostname === name || (/^\*?\./.test(pattern) && hostname.endsWith(`.${name}`));
    });
  return isExcepted ? undefined : setting;
}

const schemes = ["http:", "https:", "socks:", "socks5:"];

/** Whether a setting names a script that chooses a proxy, which is a program: it is not run. */
function isPacFile(value: string): boolean {
  return /^(?:auto[-_]?proxy|pac\+|pac:)/i.test(value) || /\.(?:pac|dat)(?:[?#].*)?$/i.test(value);
}

/**
 * The address of a proxy. One without a scheme is http, as in other programs.
 * @throws Error with the code `ERR_INVALID_PROXY`, which names the setting and repeats nothing of its value
 */
export function readProxy({ source, value }: ProxySetting): URL {
  const refuse = (problem: string): never => {
    const error = new Error(`${source} ${problem}`);
    markNotSent(error);
    throw Object.assign(error, { code: INVALID_PROXY });
  };
  if (isPacFile(value)) return refuse("names a PAC file (automatic proxy configuration), which is not supported");
  const text = value.includes("://") ? value : `http://${value}`;
  const url = URL.parse(text);
  if (url === null || url.hostname === "") return refuse("is not the address of a proxy, such as http://HOST:PORT");
  if (!schemes.includes(url.protocol)) return refuse("names a proxy whose scheme is neither http nor https nor socks5");
  try {
    decodeURIComponent(`${url.username}${url.password}`);
  } catch {
    return refuse("has a percent sign in its user name or password that begins no escape: write it as %25");
  }
  return url;
}

/**
 * Reads the authorities and the client certificate that the user names, which apply beside Node's own: its bundle, `NODE_EXTRA_CA_CERTS` and, with
 * `NODE_USE_SYSTEM_CA`, those of the system. A project file names none of them, because it comes from others.
 *
 * @param env `ANALYTICS_CA_FILE`, `ANALYTICS_CLIENT_CERT` and `ANALYTICS_CLIENT_KEY` (each the path of a PEM file, or its text), and
 * `ANALYTICS_CLIENT_KEY_PASSPHRASE`
 * @returns undefined where nothing is named: Node's own settings apply
 * @throws UserError that names the option or the variable, and repeats nothing of a key
 */
export function readTlsSettings(env: Environment): TlsSettings | undefined {
  const { ANALYTICS_CLIENT_CERT: namedCert, ANALYTICS_CLIENT_KEY: namedKey } = env;
  if (Boolean(namedCert) !== Boolean(namedKey))
    throw new UserError(
      `The variable ${namedCert ? "ANALYTICS_CLIENT_KEY" : "ANALYTICS_CLIENT_CERT"} is missing: a client certificate needs both ANALYTICS_CLIENT_CERT and ANALYTICS_CLIENT_KEY.`,
    );
  const authorities = readPem(env, "ANALYTICS_CA_FILE");
  const cert = readPem(env, "ANALYTICS_CLIENT_CERT");
  const key = readPem(env, "ANALYTICS_CLIENT_KEY");
  if (authorities === undefined && cert === undefined) return undefined;
  if (authorities !== undefined) checkCertificates(authorities, "the variable ANALYTICS_CA_FILE");
  const ca = [...defaultAuthorities(), ...(authorities === undefined ? [] : [authorities])];
  const proxy = createSecureContext({ ca });
  if (cert === undefined || key === undefined) return { service: proxy, proxy };
  checkCertificates(cert, "the variable ANALYTICS_CLIENT_CERT");
  const passphrase = env["ANALYTICS_CLIENT_KEY_PASSPHRASE"];
  try {
    const service = createSecureContext({ ca, cert, key, ...(passphrase ? { passphrase } : {}) });
    return { service, proxy };
  } catch (error) {
    throw new UserError(
      `The client certificate cannot be used: ${messageOf(error)}. Check that ANALYTICS_CLIENT_KEY is the key of ANALYTICS_CLIENT_CERT, and that ANALYTICS_CLIENT_KEY_PASSPHRASE is its passphrase, if it has one.`,
    );
  }
}

/** The authorities of Node: those that it trusts without settings of this project. */
function defaultAuthorities(): readonly string[] {
  // Before 22.15, Node tells only its own bundle.
  return typeof tls.getCACertificates === "function" ? tls.getCACertificates("default") : rootCertificates;
}

/** The PEM text in a variable, or in the file that it names. */
function readPem(env: Environment, variable: string): string | undefined {
  const value = env[variable];
  if (!value) return undefined;
  const problem = valueProblem(value);
  if (problem !== undefined) throw new UserError(`The variable ${variable} ${problem}.`);
  return value.includes("-----BEGIN ") ? value : readPemFile(value, `the variable ${variable}`);
}

function readPemFile(file: string, source: string): string {
  const read = readNamedFile(file);
  if ("text" in read) return read.text;
  // The value is not repeated: it may be a key instead of a path.
  throw new UserError(`The file that ${source} names cannot be read: ${read.reason}. Name a PEM file that exists.`);
}

/** @throws UserError for a text that has no certificate, or a damaged one: OpenSSL would ignore it silently */
function checkCertificates(pem: string, source: string): void {
  const blocks = pem.match(/-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]*-----END [A-Z0-9 ]+-----/g) ?? [];
  try {
    for (const block of blocks) new X509Certificate(block);
    if (blocks.length > 0) return;
  } catch {
    throw new UserError(`A certificate of ${source} is damaged. Name a PEM file with whole certificates.`);
  }
  throw new UserError(
    `The file of ${source} has no certificate. Name a PEM file: it contains "-----BEGIN CERTIFICATE-----".`,
  );
}
