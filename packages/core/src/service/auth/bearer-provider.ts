import { type Clock, systemClock } from "../../clock.ts";
import { type Auth, bearerHeader } from "./auth.ts";
import { createTokenCache, type Token } from "./token-cache.ts";

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
