import {
  type Auth,
  type Client,
  type ConnectionSettings,
  createPacer,
  createServiceClient,
  type Fetch,
  type PacerOptions,
} from "@analytics-engines/core";
import { UserError } from "@analytics-engines/runs/progress";
import { authOf, nodeFetch, readTlsSettings } from "@analytics-engines/runs/run";
import { type Env, type Log, USER_AGENT } from "../github/step.ts";
import type { ConnectionInputs } from "./inputs.ts";

/**
 * Creates a client of the service that the inputs name, which uses the proxy and the certificates that the environment names. Sends nothing yet.
 *
 * @param pace the part of the service's rate limit that the client may use, and whether an earlier step may have used that of this window
 */
export async function connect(
  inputs: ConnectionInputs,
  env: Env,
  log: Log,
  pace: Pick<PacerOptions, "share" | "isRestart"> = {},
): Promise<Client> {
  const fetch = nodeFetch(env, readTlsSettings(env));
  return createServiceClient({
    baseUrl: inputs.baseUrl,
    auth: authenticate(inputs, fetch, log),
    fetch,
    pacer: createPacer(pace),
    userAgent: USER_AGENT,
    headerPrefix: inputs.headerPrefix,
  });
}

/** The names of the inputs of the connection, for messages. */
export function settingsOf({ credentials }: ConnectionInputs): ConnectionSettings {
  const inputs = {
    basic: "the inputs username and password",
    token: "the input token",
    oauth: "the input oauth-config",
  };
  return { address: "the input base-url", credentials: inputs[credentials.kind] };
}

function authenticate({ credentials }: ConnectionInputs, fetch: Fetch, log: Log): Auth {
  if (credentials.kind !== "oauth") return authOf(credentials, { fetch, userAgent: USER_AGENT });
  try {
    return maskingTokens(authOf(credentials, { fetch: maskingAssertions(fetch, log), userAgent: USER_AGENT }), log);
  } catch (error) {
    // The message names the wrong property and does not repeat its value.
    if (error instanceof TypeError)
      throw new UserError(`Input oauth-config: ${error.message}. Copy the configuration from the service again.`);
    throw error;
  }
}

/** Masks every token before its first use, because tokens are renewed during a run. */
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

/** Masks the signed assertion of a token request before it is sent. */
function maskingAssertions(fetch: Fetch, log: Log): Fetch {
  return async (request) => {
    if (request.method === "POST")
      log.mask(new URLSearchParams(await request.clone().text()).get("client_assertion") ?? "");
    return fetch(request);
  };
}
