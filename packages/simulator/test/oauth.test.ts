import { importJWK, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { origin, service } from "./support/service.ts";

const type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const wellKnown = `${origin}/.well-known/openid-configuration`;

type Service = ReturnType<typeof service>;

async function setUp(sim: Service) {
  const configuration = await sim.simulator.oauthConfiguration(origin);
  const discovery = await (await sim.simulator.fetch(configuration.wellKnownUri)).json();
  const now = Date.UTC(2026, 0, 1) / 1000;
  const sign = async (claims: Record<string, unknown> = {}, { kid = configuration.jwk.kid, alg = "RS256" } = {}) =>
    new SignJWT({
      ...{
        iss: configuration.clientId,
        sub: configuration.clientId,
        aud: discovery.issuer,
        exp: now + 300,
        iat: now,
        jti: "a",
      },
      ...claims,
    })
      .setProtectedHeader(kid === undefined ? { alg } : { alg, kid })
      .sign(await importJWK(configuration.jwk, alg));
  const ask = async (form: Record<string, string>) => {
    const body = new URLSearchParams(form);
    const response = await sim.simulator.fetch(discovery.token_endpoint, { method: "POST", body });
    return { status: response.status, json: await response.json() };
  };
  const grant = (assertion: string) =>
    ask({ grant_type: "client_credentials", client_assertion_type: type, client_assertion: assertion });
  return { configuration, discovery, sign, ask, grant, now };
}

const currencies = (sim: Service, token: string) =>
  sim.call("GET", "/analytics/lookups/v3/currencies", { user: "", headers: { authorization: `Bearer ${token}` } });

describe("tokens", () => {
  it("are had for a signed assertion, and live as long as they say", async () => {
    const sim = service();
    const { grant, sign, discovery, configuration } = await setUp(sim);
    expect(configuration).toMatchObject({
      clientAuthType: "Confidential",
      owners: ["DEMO-1"],
      wellKnownUri: wellKnown,
    });
    expect(Object.keys(configuration.jwk).sort()).toEqual([
      "alg",
      "d",
      "dp",
      "dq",
      "e",
      "kid",
      "kty",
      "n",
      "p",
      "q",
      "qi",
      "use",
    ]);
    expect(discovery).toMatchObject({ issuer: origin, token_endpoint_auth_methods_supported: ["private_key_jwt"] });
    const { status, json } = await grant(await sign());
    expect([status, json]).toEqual([200, { access_token: expect.any(String), token_type: "Bearer", expires_in: 900 }]);
    await sim.run(async () => {
      expect((await currencies(sim, json.access_token)).status).toBe(200);
      await sim.later(899);
      expect((await currencies(sim, json.access_token)).status).toBe(200);
      await sim.later(1);
      expect((await currencies(sim, json.access_token)).status).toBe(401);
    });
    expect(sim.simulator.requests.map(({ operation, status }) => `${operation} ${status}`)).toEqual([
      "oauth.discovery 200",
      "oauth.token 200",
      ...["lookups.currencies.list 200", "lookups.currencies.list 200", "lookups.currencies.list 401"],
    ]);
  });

  it.each<[string, Record<string, unknown>, { kid?: string; alg?: string }]>([
    ["of another issuer", { iss: "somebody" }, {}],
    ["about another client", { sub: "somebody" }, {}],
    ["for another audience", { aud: "https://elsewhere.example" }, {}],
    ["that is too old", { exp: Date.UTC(2026, 0, 1) / 1000 - 1 }, {}],
    ["that lives for a day", { exp: Date.UTC(2026, 0, 1) / 1000 + 86_400 }, {}],
    ["without an end", { exp: undefined }, {}],
    ["without an id", { jti: undefined }, {}],
    ["signed otherwise", {}, { alg: "RS512" }],
    ["with an unknown key", {}, { kid: "another" }],
  ])("are refused for an assertion %s", async (_, claims, header) => {
    const { grant, sign } = await setUp(service());
    const { status, json } = await grant(await sign(claims, header));
    expect([status, json.error]).toEqual([401, "invalid_client"]);
  });

  it("are refused for an assertion that was changed, used before, or is none", async () => {
    const { grant, sign } = await setUp(service());
    const [header, , signature] = (await sign()).split(".");
    const [, payload] = (await sign({ jti: "b" })).split(".");
    expect((await grant([header, payload, signature].join("."))).status).toBe(401);
    const assertion = await sign({ jti: "c" });
    expect((await grant(assertion)).status).toBe(200);
    expect((await grant(assertion)).json).toMatchObject({
      error: "invalid_client",
      error_description: "the assertion was used before",
    });
    expect((await grant("nothing")).status).toBe(401);
  });

  it("are given for one grant only", async () => {
    const { ask, sign } = await setUp(service());
    expect((await ask({ grant_type: "password" })).json).toEqual({ error: "unsupported_grant_type" });
    const wrong = { grant_type: "client_credentials", client_assertion_type: "other", client_assertion: await sign() };
    expect((await ask(wrong)).status).toBe(401);
  });

  it("meet faults as everything does", async () => {
    const sim = service({ faults: ["oauth.token#1=503", "discovery#2=reset"] });
    const { grant, sign, discovery } = await setUp(sim);
    await expect(sim.simulator.fetch(wellKnown)).rejects.toThrow("fetch failed");
    const response = await sim.simulator.fetch(discovery.token_endpoint, { method: "POST", body: "" });
    expect([response.status, response.headers.get("content-type")]).toEqual([503, "text/html"]);
    expect((await grant(await sign())).status).toBe(200);
  });

  it("are had for existing users alone", async () => {
    await expect(service().simulator.oauthConfiguration(origin, "NOBODY")).rejects.toThrow("There is no user NOBODY.");
  });
});
