import * as oauth from "oauth4webapi";
import type { Clock } from "../../clock.ts";
import { property } from "../../json/value.ts";
import { connectionFault, faultReason, faultRemedy, TOKEN_ADDRESS } from "../errors/connection-fault.ts";
import {
  AuthenticationError,
  RateLimitError,
  ServerError,
  ServiceError,
  TimeoutError,
  TokenServiceError,
} from "../errors/errors.ts";
import { isSafeTransport } from "../http/base-url.ts";
import { readMeta } from "../http/headers.ts";
import type { Fetch } from "../http/http.ts";
import { type BodyLimit, bodyLimits, readBytes } from "../http/read-body.ts";
import { RequestDeadline } from "../http/request-deadline.ts";
import { ASSERTION_SECONDS, TOKEN_TIMEOUT_SECONDS } from "../policy.ts";
import { type Redact, Secrets, safeCause } from "../secrets/secrets.ts";
import { isThrottled, LongWait } from "../throttle/retry.ts";
import { bearerHeader, type Token } from "./auth.ts";
import type { OAuthClientConfig } from "./oauth-config.ts";

/** Returns a function that fetches a token with an assertion that the client's key signs. It reads the discovery document once. */
export function createTokenSource(
  config: OAuthClientConfig,
  clock: Clock,
  fetch: Fetch,
  userAgent: string,
): () => Promise<Token> {
  let server: oauth.AuthorizationServer | undefined;
  const longWait = new LongWait(clock, 0);

  /** Requests one whole answer of the token service. A throttled request starts a wait. */
  async function ask(request: Request, limit: BodyLimit, deadline: RequestDeadline, redact: Redact): Promise<Response> {
    request.headers.set("user-agent", userAgent);
    const answer = await reach(fetch, request, limit, deadline, redact);
    if (!isThrottled(answer.status)) return answer;
    const { retryAfterSeconds } = readMeta(answer.headers, clock.now());
    longWait.note(answer.status, retryAfterSeconds);
    throw new RateLimitError("the OAuth token service asks to wait", { retryAfterSeconds });
  }

  return async () => {
    const rest = longWait.restSeconds;
    if (rest !== undefined)
      throw new RateLimitError("the OAuth token service asks to wait", { retryAfterSeconds: rest });
    const deadline = new RequestDeadline(clock);
    deadline.allow(TOKEN_TIMEOUT_SECONDS);
    // The assertion must not be in an error.
    const secrets = new Secrets();
    const { redact } = secrets;
    try {
      server ??= await discover(
        config,
        (request) => ask(request, bodyLimits.discovery, deadline, (text) => text),
        deadline,
      );
      return await requestToken(config, server, clock, (request, body) => {
        secrets.add(`Bearer ${body.get("client_assertion")}`);
        return ask(new Request(request, { signal: deadline.signal }), bodyLimits.token, deadline, redact);
      });
    } catch (error) {
      throw asServiceError(error, deadline, redact);
    } finally {
      deadline.end();
    }
  };
}

/** Reads a whole answer. An incomplete 200 counts as no answer, so it may be requested again. */
async function reach(
  fetch: Fetch,
  request: Request,
  limit: BodyLimit,
  deadline: RequestDeadline,
  redact: Redact,
): Promise<Response> {
  try {
    const response = await deadline.within(fetch(request));
    const { method, url } = request;
    const bytes = await readBytes(response, limit, deadline, { method, path: new URL(url).pathname });
    const text = new TextDecoder().decode(bytes);
    if (response.status === 200) JSON.parse(text);
    return new Response(text === "" ? null : text, response);
  } catch (error) {
    if (deadline.timedOut || error instanceof ServiceError) throw error;
    const service = `the OAuth token service at ${new URL(request.url).host}`;
    // A parser's message repeats a part of the text, which may contain a token.
    if (error instanceof SyntaxError) throw new TokenServiceError(`${service} answered without valid JSON`);
    const cause = safeCause(error, redact);
    const advice = faultRemedy(connectionFault(error) ?? "other", { address: TOKEN_ADDRESS });
    const unreachedMessage = `${service} could not be reached: ${faultReason(error, cause)}`;
    throw new TokenServiceError(unreachedMessage, { cause, advice });
  }
}

/** The issuer and its token endpoint, from the discovery document. */
async function discover(
  config: OAuthClientConfig,
  fetch: Fetch,
  deadline: RequestDeadline,
): Promise<oauth.AuthorizationServer> {
  const request = new Request(config.wellKnownUri, {
    headers: { accept: "application/json" },
    redirect: "manual",
    signal: deadline.signal,
  });
  const response = await fetch(request);
  if (response.status !== 200) {
    const message = `the OAuth discovery document was answered with ${response.status}`;
    throw response.status >= 500 ? new ServerError(message) : new AuthenticationError(message);
  }
  const document: unknown = await response.json();
  const [issuer, token_endpoint] = [property(document, "issuer"), property(document, "token_endpoint")];
  if (typeof issuer !== "string" || typeof token_endpoint !== "string" || !URL.canParse(token_endpoint)) {
    throw new AuthenticationError("the OAuth discovery document does not name its issuer and token_endpoint");
  }
  if (!isSafeTransport(new URL(token_endpoint))) {
    throw new AuthenticationError("the OAuth discovery document names a token_endpoint that is not https");
  }
  return { issuer, token_endpoint };
}

type Post = (request: Request, body: URLSearchParams) => Promise<Response>;

async function requestToken(
  { clientId, keyId, jwk }: OAuthClientConfig,
  server: oauth.AuthorizationServer,
  clock: Clock,
  post: Post,
): Promise<Token> {
  const key = await importKey(jwk);
  const authentication = oauth.PrivateKeyJwt(
    { key, kid: keyId },
    {
      [oauth.modifyAssertion](_, claims) {
        const now = Math.floor(clock.now() / 1000);
        claims["iat"] = now;
        claims["exp"] = now + ASSERTION_SECONDS;
        // If this clock is ahead of the server's, `nbf` would be in the future.
        delete claims["nbf"];
      },
    },
  );
  const client = { client_id: clientId };
  const response = await oauth.clientCredentialsGrantRequest(
    server,
    client,
    authentication,
    {},
    {
      [oauth.allowInsecureRequests]: server.token_endpoint?.startsWith("http:") ?? false,
      [oauth.customFetch]: (url, { method, headers, body, redirect }) =>
        post(new Request(url, { method, headers, body, redirect }), body),
    },
  );
  if (response.status >= 500) throw new ServerError(`the OAuth token endpoint answered ${response.status}`);
  const answer = await oauth.processClientCredentialsResponse(server, client, response);
  return { header: bearerHeader(answer.access_token), expiresInSeconds: answer.expires_in };
}

async function importKey(jwk: JsonWebKey): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey("jwk", jwk, { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }, false, ["sign"]);
  } catch {
    throw new AuthenticationError("jwk of the OAuth configuration is not an RSA private key");
  }
}

function asServiceError(error: unknown, deadline: RequestDeadline, redact: Redact): ServiceError {
  if (error instanceof ServiceError) return error;
  if (deadline.timedOut)
    return new TimeoutError(`the OAuth token service did not answer within ${TOKEN_TIMEOUT_SECONDS} s`);
  const cause = safeCause(error, redact, 1);
  const refusal = refusalOf(error);
  if (refusal !== undefined) {
    return new AuthenticationError(`the OAuth token endpoint refused: ${redact(refusal)}`, { cause });
  }
  return new AuthenticationError(`there is no OAuth token: ${cause?.message ?? "no reason given"}`, { cause });
}

/** The code and the description of an OAuth error answer. */
function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error && "error" in error && typeof error.error === "string")) return undefined;
  const more = "error_description" in error ? error.error_description : undefined;
  return typeof more === "string" ? `${error.error} (${more})` : error.error;
}
