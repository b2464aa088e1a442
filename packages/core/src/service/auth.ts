/** What makes requests of a connection the caller's own. Holds secrets where nothing prints them. */
export interface Auth {
  /** The value of the `Authorization` header, now. */
  authorization(signal?: AbortSignal): Promise<string>;
  /**
   * Told that the service refused a header with 401. Answers whether another one is to be had: then the request is
   * made once more.
   */
  rejected?(header: string): boolean | Promise<boolean>;
}

/** Told at once: to learn which characters are control characters takes longer than the rest of the check. */
const PRINTABLE = /^[ -~]*$/;

/**
 * User name (`NAME-SERIAL`) and password (an API key).
 * @throws TypeError where either cannot be sent
 */
export function basicAuth(username: string, password: string): Auth {
  if (username === "" || password === "") throw new TypeError("the user name and the password must not be empty");
  if (username.includes(":")) throw new TypeError("the user name must not hold a colon");
  if (!PRINTABLE.test(username + password) && /\p{Cc}/u.test(username + password))
    throw new TypeError("user name and password must not hold control characters");
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  const header = `Basic ${btoa(String.fromCharCode(...bytes))}`;
  return { authorization: async () => header };
}

/**
 * A token that does not change.
 * @throws TypeError where it cannot be sent
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
