import { type Clock, systemClock } from "../../clock.ts";
import { toBase64 } from "../../text/bytes.ts";
import { TOKEN_MARGIN_SECONDS, TOKEN_RETRY_SECONDS } from "../policy.ts";

/** The credentials of a connection. An implementation keeps its secrets in a place from which nothing prints them. */
export interface Auth {
  /** Who sends the requests, as the service names them. Absent where only the service knows, as with a token. */
  readonly user?: string | undefined;
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
  return { user: username, authorization: async () => header };
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

export interface Token {
  readonly header: string;
  readonly expiresInSeconds?: number | undefined;
}

/**
 * Keeps a token while it is valid. All callers share one call to `fetchToken`; the abort of one caller's signal does not end it for
 * the others.
 */
export function createTokenCache(clock: Clock, fetchToken: () => Promise<Token>): Auth {
  let current: { header: string; renewAt: number; expiresAt: number } | undefined;
  let inFlight: Promise<string> | undefined;

  const renew = async () => {
    const { header, expiresInSeconds } = await fetchToken();
    const life = expiresInSeconds === undefined || Number.isNaN(expiresInSeconds) ? Infinity : expiresInSeconds;
    const margin = Math.min(TOKEN_MARGIN_SECONDS, life / 5);
    const expiresAt = clock.now() + life * 1000;
    current = { header, expiresAt, renewAt: expiresAt - margin * 1000 };
    return header;
  };
  const shared = () => {
    inFlight ??= renew().finally(() => {
      inFlight = undefined;
    });
    return inFlight;
  };

  return {
    async authorization(signal) {
      signal?.throwIfAborted();
      const token = current;
      if (token !== undefined && clock.now() < token.renewAt) return token.header;
      try {
        return await unlessAborted(shared(), signal);
      } catch (error) {
        if (signal?.aborted || token === undefined || token !== current || clock.now() >= token.expiresAt) throw error;
        // The present token is still valid.
        token.renewAt = clock.now() + TOKEN_RETRY_SECONDS * 1000;
        return token.header;
      }
    },
    rejected(header) {
      if (current?.header === header) current = undefined;
      return true;
    },
  };
}

function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
