import { type Auth, basicAuth, bearerToken, type Fetch, oauthCredentials } from "@analytics-engines/core";
import type { Clock } from "@analytics-engines/core/basics";

/** What proves to the service who the user is. */
export type ServiceCredentials =
  | { readonly kind: "basic"; readonly username: string; readonly password: string }
  | { readonly kind: "token"; readonly token: string }
  | {
      readonly kind: "oauth";
      /** The service's OAuth configuration with its private key: JSON text, or what it parses to. */
      readonly configuration: unknown;
      /** The address of the discovery document, where the configuration has none. */
      readonly wellKnownUri?: string;
    };

/**
 * The client's authentication for credentials of any kind.
 *
 * @param options.fetch sends the token requests of OAuth
 * @param options.userAgent name and version of the program, for the token requests of OAuth
 * @throws TypeError, which repeats no secret, for credentials that cannot be sent
 */
export function authOf(
  credentials: ServiceCredentials,
  options: { readonly fetch: Fetch; readonly clock?: Clock; readonly userAgent?: string | undefined },
): Auth {
  switch (credentials.kind) {
    case "basic":
      return basicAuth(credentials.username, credentials.password);
    case "token":
      return bearerToken(credentials.token);
    case "oauth":
      return oauthCredentials(credentials.configuration, { ...options, wellKnownUri: credentials.wellKnownUri });
  }
}

/**
 * What is wrong with a value that a user set, although it may be a secret: the rest of a sentence that begins with its name, and that repeats nothing
 * of the value. undefined for a value that may be right.
 */
export function valueProblem(value: string): string | undefined {
  const text = value.trim();
  if (text === "") return "is blank: set it to its value, or remove it";
  if (text.length > 1 && /^["']/.test(text) && text.at(0) === text.at(-1))
    return "has quotes around its value, which are no part of it: remove them";
  return undefined;
}

/** As `valueProblem`, of a name or a secret that is sent as it is. */
export function secretProblem(value: string): string | undefined {
  const isPadded = value !== value.trim();
  return valueProblem(value) ?? (isPadded ? "begins or ends with a blank or a line break: remove it" : undefined);
}
