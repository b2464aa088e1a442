import "../github/require.ts";
import {
  type Auth,
  basicAuth,
  bearerToken,
  type Client,
  type ConnectionSettings,
  createClient,
  createPacer,
  type Fetch,
  oauthCredentials,
} from "@analytics-engines/core/client";
import { nodeFetch } from "@analytics-engines/runs";
import type { Env } from "../github/inputs.ts";
import type { Log } from "../github/log.ts";
import { Problem } from "../github/problem.ts";
import { tool } from "../tool.ts";
import type { ConnectionInputs, Credentials } from "./inputs.ts";

/**
 * The connection that the inputs name, through the proxy that the environment names. Sends nothing yet.
 *
 * @param share The part of the service's limit that it may spend, above 0 and up to 1.
 */
export function connect(inputs: ConnectionInputs, env: Env, log: Log, share = 1): Client {
  const fetch = nodeFetch(env);
  return createClient({
    baseUrl: inputs.baseUrl,
    auth: authenticate(inputs.credentials, fetch, log),
    fetch,
    pacer: createPacer({ share }),
    userAgent: tool,
    headerPrefix: inputs.headerPrefix,
  });
}

/** What the user calls the settings of the connection. */
export function settingsOf({ credentials }: ConnectionInputs): ConnectionSettings {
  const inputs = {
    basic: "the inputs username and password",
    token: "the input token",
    oauth: "the input oauth-config",
  };
  return { address: "the input base-url", credentials: inputs[credentials.kind] };
}

function authenticate(credentials: Credentials, fetch: Fetch, log: Log): Auth {
  switch (credentials.kind) {
    case "basic":
      return basicAuth(credentials.username, credentials.password);
    case "token":
      return bearerToken(credentials.token);
    case "oauth":
      return maskingTokens(readOAuth(credentials.config, maskingAssertions(fetch, log)), log);
  }
}

/** The client says which property is at fault, and repeats nothing of what it holds. */
function readOAuth(config: unknown, fetch: Fetch): Auth {
  try {
    return oauthCredentials(config, { fetch });
  } catch (error) {
    if (error instanceof TypeError) throw new Problem(`Input oauth-config: ${error.message}.`);
    throw error;
  }
}

/** Masks every token before it is used for the first time: they are renewed while a run goes on. */
function maskingTokens(auth: Auth, log: Log): Auth {
  const masked = new Set<string>();
  return {
    async authorization(signal) {
      const header = await auth.authorization(signal);
      const credential = header.slice(header.indexOf(" ") + 1);
      if (!masked.has(credential)) log.mask(credential);
      masked.add(credential);
      return header;
    },
    rejected: (header) => auth.rejected?.(header) ?? false,
  };
}

/** Masks the signed assertion of a token request before it leaves. */
function maskingAssertions(fetch: Fetch, log: Log): Fetch {
  return async (request) => {
    if (request.method === "POST")
      log.mask(new URLSearchParams(await request.clone().text()).get("client_assertion") ?? "");
    return fetch(request);
  };
}
