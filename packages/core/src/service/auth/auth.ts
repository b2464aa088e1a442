import { type Clock, systemClock } from "../../clock.ts";
import { toBase64 } from "../../text/bytes.ts";
import { createTokenCache, type Token } from "./token-cache.ts";

/** The credentials of a connection. An implementation keeps its secrets in a place from which nothing prints them. */
export interface Auth {
  /** The value of the `Authorization` header, now. */
  authorization(signal?: AbortSignal): Promise<string>;
  /**
   * Called when the service refused a header with 401. Returns whether another header is available: then the request is
   * sent once more.
   */
  rejected?(header: string): boolean | Promise<boolean>;
}

/**
 * Authentication with a user name (`NAME-SERIAL`) and a password (an API key).
 * @throws TypeError if either cannot be sent
 */
export function basicAuth(username: string, password: string): Auth {
  if (username === "" || password === "") throw new TypeError("the user name and the password must not be empty");
  if (username.includes(":")) throw new TypeError("the user name must not contain a colon");
  if (/\p{Cc}/u.test(username + password))
    throw new TypeError("user name and password must not contain control characters");
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  const header = `Basic ${toBase64(bytes)}`;
  return { authorization: async () => header };
}

/**
 * Authentication with a token that does not change.
 * @throws TypeError if it cannot be sent
 */
export function bearerToken(token: string): Auth {
  const header = bearerHeader(token);
  return { authorization: async () => header };
}

/** @throws TypeError, which does not repeat the token */
export function bearerHeader(token: unknown): string {
  if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token)) {
    throw new TypeError("the token is empty, or holds white space or characters that a header cannot");
  }
  return `Bearer ${token}`;
}

export interface ProvidedToken {
  readonly token: string;
  /** How long it is valid from now, seconds. If this is missing, the token is used until the service refuses it. */
  readonly expiresInSeconds?: number | undefined;
}

/**
 * Authentication with tokens from another source. `getToken` is called for the first request, before each token expires, and once after a
 * 401; never twice at the same time.
 *
 * @example
 * ```ts
 * import { bearerProvider } from "@analytics-engines/core";
 *
 * export const auth = bearerProvider(async () => {
 *   const response = await fetch("https://tokens.example/token");
 *   return { token: await response.text(), expiresInSeconds: 900 };
 * });
 * ```
 */
export function bearerProvider(
  getToken: () => Promise<string | ProvidedToken>,
  { clock = systemClock }: { readonly clock?: Clock } = {},
): Auth {
  return createTokenCache(clock, async (): Promise<Token> => {
    const providedToken = await getToken();
    const { token, expiresInSeconds }: ProvidedToken =
      typeof providedToken === "string" ? { token: providedToken } : providedToken;
    return { header: bearerHeader(token), expiresInSeconds };
  });
}
