import { parseObject } from "../common/parse-object.ts";
import type { AuthKind, ConnectionInfo } from "./types.ts";

/** The credentials of a user. SecretStorage and the memory of the client hold them, and nothing else does. */
export type StoredCredentials =
  | { readonly kind: "basic"; readonly username: string; readonly password: string }
  | { readonly kind: "token"; readonly token: string }
  | {
      readonly kind: "oauth";
      /** The content of the configuration file, which includes its private key. */
      readonly configuration: string;
      /** The address of the discovery document, if the configuration contains none. */
      readonly wellKnownUri?: string;
    };

/** Where credentials may be sent. The settings of an untrusted folder must not send them to another address. */
export type Destination = Pick<ConnectionInfo, "baseUrl" | "auth">;

/** Converts credentials to the text in SecretStorage, with the origin that they belong to. */
export function serializeCredentials(credentials: StoredCredentials, { baseUrl }: Destination): string {
  return JSON.stringify({ origin: new URL(baseUrl).origin, ...credentials });
}

/** Reads the credentials for a destination: `missing` if none are stored, `other` if they belong to another origin or kind. */
export function parseCredentials(
  text: string | undefined,
  { baseUrl, auth }: Destination,
): StoredCredentials | "missing" | "other" {
  if (text === undefined) return "missing";
  const stored = parseObject(text) ?? {};
  if (!URL.canParse(baseUrl) || stored["origin"] !== new URL(baseUrl).origin || stored["kind"] !== auth) return "other";
  return readCredentials(auth, stored) ?? "missing";
}

function readCredentials(auth: AuthKind, stored: Readonly<Record<string, unknown>>): StoredCredentials | undefined {
  const { username, password, token, configuration, wellKnownUri } = stored;
  if (auth === "basic" && typeof username === "string" && typeof password === "string") {
    return { kind: "basic", username, password };
  }
  if (auth === "token" && typeof token === "string") return { kind: "token", token };
  if (auth === "oauth" && typeof configuration === "string") {
    return { kind: "oauth", configuration, ...(typeof wellKnownUri === "string" ? { wellKnownUri } : {}) };
  }
  return undefined;
}
