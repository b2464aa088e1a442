import { type Clock, systemClock } from "../../clock.ts";
import { type Fetch, userAgentOf } from "../http/http.ts";
import { type Auth, createTokenCache, type Token } from "./auth.ts";
import { readOAuthConfig } from "./oauth-config.ts";

export interface OAuthOptions {
  /** The address of the discovery document, if the configuration has none. */
  readonly wellKnownUri?: string | undefined;
  /** Default: `globalThis.fetch`. */
  readonly fetch?: Fetch | undefined;
  readonly clock?: Clock | undefined;
  /** Name and version of the program, for the `User-Agent` of the token requests, as in `ClientOptions`. */
  readonly userAgent?: string | undefined;
}

/**
 * OAuth 2.0 client credentials with an assertion signed by the client's key (RFC 7523, RS256). Tokens are fetched for the first request,
 * before they expire, and once after a 401; one at a time.
 * @param config the vendor's configuration: JSON text or the parsed value
 * @throws TypeError that names the wrong property and does not show its value
 *
 * @example
 * ```ts
 * import { createClient, oauthCredentials } from "@analytics-engines/core";
 * import { readFile } from "node:fs/promises";
 *
 * const auth = oauthCredentials(await readFile("oauth.json", "utf8"));
 * export const client = createClient({ baseUrl: "https://api.vendor.example", auth });
 * ```
 */
export function oauthCredentials(config: unknown, options: OAuthOptions = {}): Auth {
  const oauthConfig = readOAuthConfig(config, options.wellKnownUri);
  const userAgent = userAgentOf(options.userAgent);
  const { clock = systemClock, fetch = (request) => globalThis.fetch(request) } = options;
  let fetchToken: (() => Promise<Token>) | undefined;
  const tokens = createTokenCache(clock, async () => {
    // Loaded for the first token, not with the client.
    fetchToken ??= (await import("./oauth-token.ts")).createTokenSource(oauthConfig, clock, fetch, userAgent);
    return fetchToken();
  });
  return { ...tokens, user: oauthConfig.clientId };
}
