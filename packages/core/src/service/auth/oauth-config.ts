import { isObject } from "../../json/value.ts";
import { isSafeTransport } from "../http/base-url.ts";

/** A client's configuration from the vendor, checked. It contains a private key: never print it. */
export interface OAuthClientConfig {
  readonly clientId: string;
  readonly keyId: string;
  /** The RSA key, as Web Crypto imports it. */
  readonly jwk: JsonWebKey;
  /** The address of the discovery document. */
  readonly wellKnownUri: URL;
}

const keyParts = ["n", "e", "d", "p", "q", "dp", "dq", "qi"] as const;

/**
 * Reads a configuration: JSON text or the parsed value.
 * @param wellKnownUri the address of the discovery document, if the configuration has none
 * @throws TypeError that names the wrong property and does not show its value
 */
export function readOAuthConfig(config: unknown, wellKnownUri?: string): OAuthClientConfig {
  const root = asRecord(
    typeof config === "string" ? parse(config.replace(/^\uFEFF/, "")) : config,
    "the OAuth configuration",
  );
  const clientId = text(root, "clientId", "clientId");
  const key = asRecord(root["jwk"], "jwk of the OAuth configuration");
  if (text(key, "kty", "jwk.kty") !== "RSA") throw wrong("jwk.kty", 'must be "RSA"');
  if (key["alg"] !== undefined && key["alg"] !== "RS256") throw wrong("jwk.alg", 'must be "RS256"');
  const parts = Object.fromEntries(keyParts.map((part) => [part, base64url(key, part)]));
  return {
    clientId,
    keyId: text(key, "kid", "jwk.kid"),
    jwk: { kty: "RSA", alg: "RS256", ...parts },
    wellKnownUri: discoveryAddress(root["wellKnownUri"] ?? wellKnownUri),
  };
}

function discoveryAddress(address: unknown): URL {
  if (typeof address !== "string" || address === "") {
    throw wrong("wellKnownUri", "is missing: give it there, or as an option, the address of the discovery document");
  }
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !isSafeTransport(url)) throw wrong("wellKnownUri", "must be an https address");
  if (url.username !== "" || url.password !== "") throw wrong("wellKnownUri", "must not contain credentials");
  return url;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The message of the parser would repeat a part of the text.
    throw new TypeError("the OAuth configuration is not JSON");
  }
}

function asRecord(value: unknown, what: string): Record<string, unknown> {
  if (isObject(value)) return { ...value };
  throw new TypeError(`${what} ${value === undefined ? "is missing" : "must be an object"}`);
}

function text(record: Record<string, unknown>, name: string, field: string): string {
  const value = record[name];
  if (value === undefined) throw wrong(field, "is missing");
  if (typeof value !== "string" || value === "") throw wrong(field, "must be a text");
  return value;
}

function base64url(key: Record<string, unknown>, part: string): string {
  const value = text(key, part, `jwk.${part}`);
  if (!/^[\w-]+$/.test(value)) throw wrong(`jwk.${part}`, "must be base64url");
  return value;
}

const wrong = (field: string, what: string) => new TypeError(`${field} of the OAuth configuration ${what}`);
