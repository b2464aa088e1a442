/** Takes credentials out of texts that came from elsewhere: a fetch's error, a page that a proxy sent. */
export type Redact = (text: string) => string;

/** @param authorization the value of the Authorization header that the texts may repeat */
export function redactor(authorization: string | undefined): Redact {
  const secrets = secretsOf(authorization);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "(redacted)"), text);
}

/** A secret shorter than this could not be told from any other piece of text. */
const shortestSecret = 6;

/** The header, its credentials alone, and for Basic the password in the clear. */
function secretsOf(authorization: string | undefined): string[] {
  if (authorization === undefined) return [];
  const credentials = authorization.slice(authorization.indexOf(" ") + 1);
  return [authorization, credentials, passwordOf(authorization, credentials) ?? ""]
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap((secret) => [secret, encodeURIComponent(secret)]);
}

function passwordOf(authorization: string, credentials: string): string | undefined {
  if (!authorization.startsWith("Basic ")) return undefined;
  const bytes = Uint8Array.from(atob(credentials), (character) => character.charCodeAt(0));
  const pair = new TextDecoder().decode(bytes);
  return pair.slice(pair.indexOf(":") + 1);
}

/**
 * What may be told of the cause of a failure: names, codes and redacted messages along its chain. The cause itself may
 * hold the request with its headers.
 */
export function safeCause(cause: unknown, redact: Redact, depth = 3): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  const inner = depth > 1 ? safeCause(cause.cause, redact, depth - 1) : undefined;
  const safe = new Error(redact(cause.message), inner === undefined ? undefined : { cause: inner });
  safe.name = redact(cause.name);
  // The stack of the original repeats its message.
  safe.stack = `${safe.name}: ${safe.message}`;
  const code = errorCode(cause);
  return code === undefined ? safe : Object.assign(safe, { code: redact(code) });
}

/** As long as any chain of causes is. */
const deepestLink = 8;

/** An error and its causes, outermost first. */
export function linksOf(error: unknown): Error[] {
  const links: Error[] = [];
  for (let link = error; link instanceof Error && links.length < deepestLink; link = link.cause) links.push(link);
  return links;
}

/** The system's code of an error, such as `ECONNREFUSED`, of the error itself alone. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
