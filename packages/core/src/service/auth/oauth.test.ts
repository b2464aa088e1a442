import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from "node:crypto";
import { inspect } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type Received,
  runningStatus,
  scriptedServer,
  sendJson,
} from "../../../test/support/service/scripted-server.ts";
import { createServiceClient } from "../client/client.ts";
import { AuthenticationError, ConnectionError, ServerError, ServiceError } from "../errors/errors.ts";
import { VERSION } from "../version.ts";
import { oauthCredentials } from "./oauth.ts";

let privateKey: KeyObject;
let jwk: Record<string, unknown>;

beforeAll(() => {
  privateKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  jwk = { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "key-1" };
});

const configuration = (more: object = {}) => ({
  name: "pipeline",
  clientId: "client-1",
  clientAuthType: "Confidential",
  owners: ["someone"],
  jwk,
  ...more,
});

/** Header and claims of an assertion with a valid signature. */
function verified(assertion: string) {
  const [header = "", claims = "", signature = ""] = assertion.split(".");
  const signed = Buffer.from(`${header}.${claims}`);
  expect(verify("sha256", signed, createPublicKey(privateKey), Buffer.from(signature, "base64url"))).toBe(true);
  const read = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, "base64url").toString());
  return { header: read(header), claims: read(claims) };
}

/** An OAuth server that checks each request and gives numbered tokens. */
function oauthServer(answerToken: (count: number) => [status: number, body: unknown] | undefined = () => undefined) {
  const assertions: ReturnType<typeof verified>[] = [];
  const serve = (request: Received, url: string) => {
    if (request.url === "/.well-known/openid-configuration") {
      return { status: 200, body: { issuer: "https://issuer.example", token_endpoint: `${url}/token` } };
    }
    const form = new URLSearchParams(request.body);
    expect(request.method).toBe("POST");
    expect(form.get("grant_type")).toBe("client_credentials");
    expect(form.get("client_assertion_type")).toBe("urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
    assertions.push(verified(form.get("client_assertion") ?? ""));
    const [status, body] = answerToken(assertions.length) ?? [
      200,
      { access_token: `token-${assertions.length}`, token_type: "Bearer", expires_in: 900 },
    ];
    return { status, body };
  };
  return { assertions, serve };
}

async function start(...given: Parameters<typeof oauthServer>) {
  const { assertions, serve } = oauthServer(...given);
  let url = "";
  const server = await scriptedServer((request, response) => {
    const { status, body } = serve(request, url);
    sendJson(response, status, body);
  });
  url = server.url;
  const wellKnownUri = `${url}/.well-known/openid-configuration`;
  return { assertions, url, wellKnownUri, requests: server.requests, [Symbol.asyncDispose]: server.close };
}

describe("the assertion", () => {
  test("is signed, for the issuer, fresh, and good for 300 s", async () => {
    await using server = await start();
    const auth = oauthCredentials(configuration(), { wellKnownUri: server.wellKnownUri });
    const before = Math.floor(Date.now() / 1000);
    const first = await auth.authorization();
    await auth.rejected?.(first);
    expect([first, await auth.authorization()]).toEqual(["Bearer token-1", "Bearer token-2"]);
    const [one, two] = server.assertions;
    expect(one?.header).toEqual({ alg: "RS256", kid: "key-1" });
    expect(one?.claims).toMatchObject({ iss: "client-1", sub: "client-1", aud: "https://issuer.example" });
    expect(Number(one?.claims["exp"]) - before).toBeGreaterThanOrEqual(300);
    expect(Number(one?.claims["exp"]) - before).toBeLessThanOrEqual(330);
    expect(one?.claims["jti"]).toEqual(expect.any(String));
    expect(one?.claims["jti"]).not.toBe(two?.claims["jti"]);
  });
});

test("one token serves all who wait, and the discovery document is read once", async () => {
  await using server = await start();
  const auth = oauthCredentials(JSON.stringify(configuration({ wellKnownUri: server.wellKnownUri })));
  const all = await Promise.all([1, 2, 3, 4].map(() => auth.authorization()));
  expect(new Set(all)).toEqual(new Set(["Bearer token-1"]));
  await auth.rejected?.("Bearer token-1");
  await auth.authorization();
  expect(server.requests.map(({ url }) => url)).toEqual(["/.well-known/openid-configuration", "/token", "/token"]);
});

test("the service gets the token, and a new one after a 401", async () => {
  await using server = await start();
  await using service = await scriptedServer((request, response) =>
    request.headers.authorization === "Bearer token-1"
      ? response.writeHead(401).end()
      : sendJson(response, 202, runningStatus),
  );
  const auth = oauthCredentials(configuration({ wellKnownUri: server.wellKnownUri }));
  await createServiceClient({ baseUrl: service.url, auth }).pa.calculations.status("1");
  expect(service.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer token-1", "Bearer token-2"]);
});

test("the requests for a token name the program, and nothing else", async () => {
  await using server = await start();
  const auth = oauthCredentials(configuration(), { wellKnownUri: server.wellKnownUri, userAgent: "nightly/2.1" });
  await auth.authorization();
  const node = process.versions.node.split(".")[0];
  const userAgent = `nightly/2.1 analytics-engines/${VERSION} node/${node}`;
  expect(server.requests.map(({ headers }) => headers["user-agent"])).toEqual([userAgent, userAgent]);
});

describe("the error shows no key and no assertion", () => {
  const failure = async (answer: [number, unknown]) => {
    await using server = await start(() => answer);
    return await thrownBy(oauthCredentials(configuration(), { wellKnownUri: server.wellKnownUri }), server.requests);
  };
  async function thrownBy(auth: ReturnType<typeof oauthCredentials>, requests: readonly Received[] = []) {
    const error = await auth.authorization().catch((thrown: unknown) => thrown);
    if (!(error instanceof ServiceError)) throw new Error("no ServiceError", { cause: error });
    const shown = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error) + inspect(auth, { depth: 9 });
    for (const part of ["d", "p", "q", "dp", "dq", "qi"]) expect(shown).not.toContain(String(jwk[part]));
    for (const { body } of requests) {
      const assertion = new URLSearchParams(body).get("client_assertion");
      if (assertion !== null) expect(shown).not.toContain(assertion);
    }
    return error;
  }

  test("where the OAuth service refuses, and says why", async () => {
    const error = await failure([401, { error: "invalid_client", error_description: "unknown key" }]);
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error.message).toContain("invalid_client (unknown key)");
  });

  test("where the OAuth service is down", async () => {
    expect(await failure([503, {}])).toBeInstanceOf(ServerError);
    const wellKnownUri = "http://127.0.0.1:1/.well-known/openid-configuration";
    expect(await thrownBy(oauthCredentials(configuration(), { wellKnownUri }))).toBeInstanceOf(ConnectionError);
  });

  test.each([
    [{}],
    ["text"],
    [{ access_token: "a b", token_type: "Bearer" }],
    [{ access_token: "x", token_type: "mac" }],
  ])("where the answer has no token: %j", async (body) => {
    expect(await failure([200, body])).toBeInstanceOf(AuthenticationError);
  });

  test.each([
    [{ issuer: "https://i.example" }, /token_endpoint/],
    [{ issuer: "https://i.example", token_endpoint: "http://token.example/" }, /not https/],
    [[], /issuer/],
  ])("where the discovery document cannot be used, and says why: %j", async (document, message) => {
    await using server = await scriptedServer((_, response) => sendJson(response, 200, document));
    const error = await thrownBy(oauthCredentials(configuration(), { wellKnownUri: server.url }));
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error.message).toMatch(message);
  });

  test("where the OAuth service redirects, which is not followed", async () => {
    await using server = await scriptedServer((_, response) => response.writeHead(302, { location: "/x" }).end());
    await thrownBy(oauthCredentials(configuration(), { wellKnownUri: server.url }));
    expect(server.requests).toHaveLength(1);
  });

  test("where the key is not valid", async () => {
    await using server = await start();
    const parts = Object.fromEntries(["n", "e", "d", "p", "q", "dp", "dq", "qi"].map((part) => [part, "AAAA"]));
    const broken = configuration({ jwk: { ...jwk, ...parts } });
    const error = await thrownBy(oauthCredentials(broken, { wellKnownUri: server.wellKnownUri }));
    expect(error).toBeInstanceOf(AuthenticationError);
  });
});

describe("a configuration", () => {
  const wellKnownUri = "https://auth.vendor.example/.well-known/openid-configuration";
  const read = (config: unknown) => () => oauthCredentials(config, { wellKnownUri });

  test.each(["n", "e", "d", "p", "q", "dp", "dq", "qi", "kid", "kty"])(
    "without jwk.%s is refused with that name",
    (part) => {
      const { [part]: _, ...rest } = jwk;
      expect(read(configuration({ jwk: rest }))).toThrow(`jwk.${part} of the OAuth configuration is missing`);
    },
  );

  test.each([
    ["clientId", { clientId: undefined }, "clientId of the OAuth configuration is missing"],
    ["jwk", { jwk: undefined }, "jwk of the OAuth configuration is missing"],
    [
      "http",
      { wellKnownUri: "http://auth.example/x" },
      "wellKnownUri of the OAuth configuration must be an https address",
    ],
  ])("with a wrong %s is refused with that name", (_, more, message) =>
    expect(read(configuration(more))).toThrow(message),
  );

  test("without a discovery address is refused, with the place to give it", () => {
    expect(() => oauthCredentials(configuration())).toThrow(/wellKnownUri.*is missing: give it/);
  });

  test.each(['{"jwk": {"d": "hunter2secret"', "5", "null", "[]", '"hunter2secret"'])(
    "that is no JSON object is refused: %s",
    (text) => {
      expect(read(text)).toThrow(TypeError);
      expect(read(text)).not.toThrow(/hunter2/);
    },
  );

  test("that is refused does not have its key in the message", () => {
    for (const part of ["d", "p", "kty", "kid", "alg"]) {
      expect(read(configuration({ jwk: { ...jwk, [part]: "hunter2 secret!" } }))).not.toThrow(/hunter2/);
    }
  });
});
