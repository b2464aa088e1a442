import { type Clock, systemClock } from "../clock.ts";
import { type Auth, bearerHeader } from "./auth.ts";
import { createTokenCache, type Token } from "./token-cache.ts";

export interface ProvidedToken {
  readonly token: string;
  /** How long it lives from now, seconds. Without it the token is used until the service refuses it. */
  readonly expiresInSeconds?: number | undefined;
}

/**
 * Tokens that come from elsewhere. `getToken` is called when the first is needed, ahead of the expiry of each, and once
 * after a 401; never twice at a time.
 */
export function bearerProvider(
  getToken: () => Promise<string | ProvidedToken>,
  { clock = systemClock }: { readonly clock?: Clock } = {},
): Auth {
  return createTokenCache(clock, async (): Promise<Token> => {
    const provided = await getToken();
    const { token, expiresInSeconds }: ProvidedToken = typeof provided === "string" ? { token: provided } : provided;
    return { header: bearerHeader(token), expiresInSeconds };
  });
}
