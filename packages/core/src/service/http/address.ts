import { ForeignAddressError, MalformedAnswerError } from "../errors/errors.ts";
import { type BaseUrlProblem, baseUrlProblem } from "./base-url.ts";

/**
 * Resolves the address of a `Location` header or a status document, absolute or a path.
 * @throws ForeignAddressError if its origin is not that of `baseUrl`: credentials must not go there
 * @throws MalformedAnswerError if it is not an address
 */
export function resolveLocation(location: string, baseUrl: string | URL): URL {
  const base = new URL(baseUrl);
  const url = URL.canParse(location, base) ? new URL(location, base) : undefined;
  if (url === undefined || location.trim() === "") {
    throw new MalformedAnswerError("the service named an invalid address");
  }
  if (url.origin !== base.origin || url.username !== "" || url.password !== "") {
    throw new ForeignAddressError(
      `the service named an address on ${url.origin}, and the connection is to ${base.origin}`,
    );
  }
  return url;
}

// The text is not repeated: it can contain a password, or be a secret in the wrong place.
const problemWords: Readonly<Record<BaseUrlProblem, string>> = {
  address: "is not an address, such as https://api.vendor.example",
  credentials: "must not contain credentials",
  transport: "must begin with https:// (http:// only for this machine)",
  query: "must not have a query or a fragment",
};

/**
 * The base URL of a connection: https, or http on loopback; its path is kept, without a slash at its end.
 * @throws TypeError for any other text
 */
export function readBaseUrl(text: string): URL {
  const problem = baseUrlProblem(text);
  if (problem !== undefined) throw new TypeError(`the base URL ${problemWords[problem]}`);
  const url = new URL(text);
  url.pathname = withoutSlashes(url.pathname);
  return url;
}

/** A path without the slashes at its end. A regular expression would take quadratic time for long runs of slashes. */
export function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end--;
  return path.slice(0, end);
}

/**
 * A route's path with its parameters filled in, each as **one** percent-encoded segment: `Client:Foo/Bar` becomes
 * `Client%3AFoo%2FBar`.
 * @throws TypeError for a value that is missing, empty, or would step out of its segment (`.`, `..`)
 */
export function fillPath(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(template, name, values[name]));
}

function segment(template: string, name: string, value: unknown): string {
  if (typeof value !== "string" || value === "") throw new TypeError(`${name} of ${template} is missing`);
  if (value === "." || value === "..") throw new TypeError(`${name} of ${template} cannot be "${value}"`);
  if (!value.isWellFormed()) throw new TypeError(`${name} of ${template} is not well-formed text`);
  return encodeURIComponent(value);
}
