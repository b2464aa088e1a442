import { isLoopback } from "@analytics-engines/core/basics";
import { INVALID_PROXY, markNotSent } from "@analytics-engines/core/client";

export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

/** The address of a proxy as the user wrote it, and where, such as `the variable HTTPS_PROXY`. */
export interface ProxySetting {
  readonly source: string;
  readonly value: string;
}

/** The proxy for requests to `http:` or `https:` addresses, by the variables of the environment. Those in lower case come first. */
export function proxySetting(env: ProxyEnvironment, protocol: string): ProxySetting | undefined {
  const names = protocol === "https:" ? ["https_proxy", "http_proxy"] : ["http_proxy"];
  for (const name of names) {
    for (const variable of [name, name.toUpperCase()]) {
      const value = env[variable]?.trim();
      if (value) return { source: `the variable ${variable}`, value };
    }
  }
  return undefined;
}

/** The hosts that need no proxy, by the variables of the environment. */
export function noProxyHosts(env: ProxyEnvironment): string {
  return env["no_proxy"] || env["NO_PROXY"] || "";
}

/** The proxy that a request to an address uses; undefined for addresses of this machine and hosts of `NO_PROXY`. */
export function proxyFor({ protocol, hostname, port }: URL, env: ProxyEnvironment): ProxySetting | undefined {
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
