import { randomUUID } from "node:crypto";
import { messageOf } from "@analytics-engines/core/basics";
import { decodeProtectedHeader, exportJWK, generateKeyPair, type JWK, jwtVerify } from "jose";
import type { Settings } from "./options.ts";
import { hexDigits } from "./results/random.ts";
import type { OAuthClient, Users } from "./users.ts";

/** The configuration file of a client, with the private key, as the vendor issues it. */
export interface OAuthConfiguration {
  readonly name: string;
  readonly clientId: string;
  readonly clientAuthType: "Confidential";
  readonly owners: readonly string[];
  readonly jwk: JWK;
  readonly wellKnownUri: string;
}

export const DISCOVERY_PATH = "/.well-known/openid-configuration";

export const TOKEN_PATH = "/oauth/token";

const KEYS_PATH = "/oauth/keys";

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** An answer of the token endpoint: RFC 6749, sections 5.1 and 5.2. */
export interface TokenAnswer {
  readonly status: 200 | 400 | 401;
  readonly json: Readonly<Record<string, unknown>>;
}

/** The issuer of tokens: the service's own origin. */
export function createOAuth({ settings, users }: { readonly settings: Settings; readonly users: Users }) {
  const clients = new Map(settings.oauthClients.map((client) => [client.clientId, client]));
  // An assertion yields one token: the service remembers its `jti` until it expires.
  const assertionExpiries = new Map<string, number>();
  let issued = 0;

  async function verify(assertion: string, origin: string, now: number): Promise<OAuthClient> {
    const { kid, alg } = decodeProtectedHeader(assertion);
    const client = [...clients.values()].find(({ jwk }) => jwk.kid !== undefined && jwk.kid === kid);
    if (client === undefined) throw new Error(`no client has a key with the kid ${kid}`);
    if (alg !== "RS256") throw new Error(`the assertion is signed with ${alg}, not RS256`);
    const { payload } = await jwtVerify(assertion, client.jwk, {
      algorithms: ["RS256"],
      issuer: client.clientId,
      subject: client.clientId,
      audience: origin,
      requiredClaims: ["exp", "jti"],
      currentDate: new Date(now),
    });
    const { exp = 0, jti = "" } = payload;
    if (exp * 1000 > now + 3600_000) throw new Error("the assertion lives longer than an hour");
    for (const [id, expiresAt] of assertionExpiries) if (expiresAt <= now) assertionExpiries.delete(id);
    if (assertionExpiries.has(jti)) throw new Error("the assertion was used before");
    assertionExpiries.set(jti, exp * 1000);
    return client;
  }

  return {
    /** The discovery document. */
    discovery: (origin: string) => ({
      issuer: origin,
      token_endpoint: `${origin}${TOKEN_PATH}`,
      jwks_uri: `${origin}${KEYS_PATH}`,
      grant_types_supported: ["client_credentials"],
      response_types_supported: [],
      token_endpoint_auth_methods_supported: ["private_key_jwt"],
      token_endpoint_auth_signing_alg_values_supported: ["RS256"],
    }),

    /** Client-credentials grant with a signed assertion (RFC 7523). `now` in milliseconds. */
    async token(form: URLSearchParams, origin: string, now: number): Promise<TokenAnswer> {
      if (form.get("grant_type") !== "client_credentials") return refused(400, "unsupported_grant_type");
      if (form.get("client_assertion_type") !== ASSERTION_TYPE)
        return refused(401, "invalid_client", "wrong client_assertion_type");
      try {
        const client = await verify(form.get("client_assertion") ?? "", origin, now);
        issued += 1;
        const token = hexDigits(48, settings.seed, "token", client.clientId, issued);
        users.admit(token, client.username, now + settings.tokenSeconds * 1000);
        return { status: 200, json: { access_token: token, token_type: "Bearer", expires_in: settings.tokenSeconds } };
      } catch (error) {
        return refused(401, "invalid_client", messageOf(error));
      }
    },

    /** Makes a client with a new key, and returns its configuration. */
    async createClient(username: string, origin: string): Promise<OAuthConfiguration> {
      if (users.find(username) === undefined) throw new Error(`There is no user ${username}.`);
      const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
      const clientId = randomUUID().replaceAll("-", "");
      const keyFields = { kid: randomUUID(), alg: "RS256", use: "sig" };
      clients.set(clientId, { clientId, username, jwk: { ...(await exportJWK(publicKey)), ...keyFields } });
      return {
        name: "Simulator",
        clientId,
        clientAuthType: "Confidential",
        owners: [username],
        jwk: { ...(await exportJWK(privateKey)), ...keyFields },
        wellKnownUri: `${origin}${DISCOVERY_PATH}`,
      };
    },
  };
}

function refused(status: 400 | 401, error: string, description?: string): TokenAnswer {
  return { status, json: { error, ...(description === undefined ? {} : { error_description: description }) } };
}
