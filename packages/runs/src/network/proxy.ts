import { INVALID_PROXY, markNotSent } from "@analytics-engines/core/client";

export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

/** A variable of the environment with the address of a proxy. */
export interface ProxySetting {
  readonly variable: string;
  readonly value: string;
}

/** The proxy for requests to `http:` or `https:` addresses, by the variables of the environment. Those in lower case come first. */
export function proxySetting(env: ProxyEnvironment, protocol: string): ProxySetting | undefined {
  const names = protocol === "https:" ? ["https_proxy", "http_proxy"] : ["http_proxy"];
  for (const name of names) {
    for (const variable of [name, name.toUpperCase()]) {
      const value = env[variable]?.trim();
      if (value) return { variable, value };
    }
  }
  return undefined;
}

const schemes = ["http:", "https:", "socks:", "socks5:"];

/**
 * The address of a proxy. One without a scheme is http, as in other programs.
 * @throws Error with the code `ERR_INVALID_PROXY`, which names the variable and repeats nothing of its value
 */
export function readProxy({ variable, value }: ProxySetting): URL {
  const refuse = (problem: string): never => {
    const error = new Error(`the variable ${variable} ${problem}`);
    markNotSent(error);
    throw Object.assign(error, { code: INVALID_PROXY });
  };
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
