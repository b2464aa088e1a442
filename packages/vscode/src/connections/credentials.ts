import type { Auth, Clock, Fetch } from "@analytics-engines/core";
import type { AuthKind, ConnectionInfo } from "./types.ts";

/** What proves who the user is. Lives in SecretStorage and in the memory of the client, nowhere else. */
export type Credentials =
  | { readonly kind: "basic"; readonly username: string; readonly password: string }
  | { readonly kind: "token"; readonly token: string }
  | {
      readonly kind: "oauth";
      /** The content of the configuration file, with its private key. */
      readonly configuration: string;
      /** The address of the discovery document, where the configuration has none. */
      readonly wellKnownUri?: string;
    };

/** Where credentials may go: settings of a folder that someone else wrote must not be able to send them elsewhere. */
export type Destination = Pick<ConnectionInfo, "baseUrl" | "auth">;

/** The text for SecretStorage: credentials with the origin that they are for. */
export function sealCredentials(credentials: Credentials, { baseUrl }: Destination): string {
  return JSON.stringify({ origin: new URL(baseUrl).origin, ...credentials });
}

/** Credentials for a destination, or why there are none: nothing usable is stored, or it is for another origin or of another kind. */
export function openCredentials(
  text: string | undefined,
  { baseUrl, auth }: Destination,
): Credentials | "missing" | "other" {
  if (text === undefined) return "missing";
  const stored = parse(text);
  if (!URL.canParse(baseUrl) || stored["origin"] !== new URL(baseUrl).origin || stored["kind"] !== auth) return "other";
  return readCredentials(auth, stored) ?? "missing";
}

function readCredentials(auth: AuthKind, stored: Readonly<Record<string, unknown>>): Credentials | undefined {
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

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/**
 * The client's authentication.
 * @throws TypeError, which repeats no secret, for credentials that cannot be sent
 */
export async function authOf(
  credentials: Credentials,
  options: { readonly fetch: Fetch; readonly clock: Clock },
): Promise<Auth> {
  const { basicAuth, bearerToken, oauthCredentials } = await import("@analytics-engines/core");
  switch (credentials.kind) {
    case "basic":
      return basicAuth(credentials.username, credentials.password);
    case "token":
      return bearerToken(credentials.token);
    case "oauth":
      return oauthCredentials(credentials.configuration, { ...options, wellKnownUri: credentials.wellKnownUri });
  }
}
