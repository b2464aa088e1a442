// What a connection may be to. Imports nothing: the Action checks its inputs with it before it loads the client.

/** What is wrong with a base URL: it is not an address, contains credentials or a query, or would send credentials over plain http. */
export type BaseUrlProblem = "address" | "credentials" | "transport" | "query";

/**
 * What is wrong with the base URL of a connection; undefined if it can be used: https, or http on loopback, without credentials, query
 * and fragment.
 */
export function baseUrlProblem(text: string): BaseUrlProblem | undefined {
  if (!URL.canParse(text)) return "address";
  const url = new URL(text);
  if (url.username + url.password !== "") return "credentials";
  if (!isSafeTransport(url)) return "transport";
  return url.search + url.hash === "" ? undefined : "query";
}

/** Whether credentials may be sent to an address: over TLS, or without leaving the machine. */
export function isSafeTransport(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

/** Whether a text can be the service's name in the names of headers: `Vendor` of `X-Vendor-Api-...`. */
export function isHeaderPrefix(text: string): boolean {
  return /^[A-Za-z0-9-]{1,64}$/.test(text);
}

/**
 * Whether the host of a `URL` is this machine. Other names below `localhost` are not: some systems ask a name server for them, which can name
 * any machine.
 */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}
