import { generateKeyPairSync } from "node:crypto";
import { inspect } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scriptedServer, sendJson } from "../../../test/support/service/scripted-server.ts";
import { type Auth, basicAuth, bearerProvider, bearerToken } from "../auth/auth.ts";
import { oauthCredentials } from "../auth/oauth.ts";
import { createServiceClient } from "../client/client.ts";
import * as errors from "./errors.ts";

const headers = { "X-Acme-Request-Key": "key-1", "X-Acme-Api-Request-Key": "key-2" };

/** The error of a request that gets this answer. It is a create, which the client does not send again. */
async function errorOf(status: number, body: string | object, more: Record<string, string> = {}) {
  await using server = await scriptedServer((_, response) =>
    typeof body === "string"
      ? response.writeHead(status, { ...headers, ...more }).end(body)
      : sendJson(response, status, body, { ...headers, ...more }),
  );
  const client = createServiceClient({ baseUrl: server.url, auth: bearerToken("t"), maxRetryAfterSeconds: 0 });
  const error = await client.pa.calculations.createOrUpdate("a/b", { data: {} }).catch((thrown: unknown) => thrown);
  if (!(error instanceof errors.ServiceError)) throw new Error("no ServiceError", { cause: error });
  return error;
}

test.each([
  [400, errors.BadRequestError, "bad-request"],
  [401, errors.AuthenticationError, "authentication"],
  [403, errors.ForbiddenError, "forbidden"],
  [404, errors.NotFoundError, "not-found"],
  [406, errors.NotAcceptableError, "not-acceptable"],
  [409, errors.ConflictError, "conflict"],
  [413, errors.PayloadTooLargeError, "payload-too-large"],
  [415, errors.UnsupportedMediaTypeError, "unsupported-media-type"],
  [429, errors.RateLimitError, "rate-limit"],
  [500, errors.ServerError, "server"],
  [502, errors.ServerError, "server"],
  [503, errors.ServiceUnavailableError, "service-unavailable"],
  [418, errors.UnexpectedStatusError, "unexpected-status"],
  [207, errors.UnexpectedStatusError, "unexpected-status"],
])("%i is %o", async (status, type, code) => {
  const error = await errorOf(status, { errors: [{ detail: "what is wrong" }] }, { "retry-after": "9" });
  expect(error).toBeInstanceOf(type);
  expect(error).toMatchObject({ code, status, method: "PUT", requestKey: "key-1", apiRequestKey: "key-2" });
  expect(error.name).toBe(type.name);
  expect(error.path).toBe("/analytics/engines/pa/v3/calculations/a%2Fb");
  expect(error.message).toMatch(/^PUT .* answered \d+: what is wrong/);
  expect(error.advice).toMatch(/\w+.*\.$/);
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({
    code,
    status,
    message: error.message,
    advice: error.advice,
  });
});

describe("the service's own list", () => {
  test("is kept entry by entry", async () => {
    const entry = {
      id: "1",
      code: "BadInput",
      title: "Bad",
      detail: "d",
      source: { pointer: "/data", parameter: "p" },
    };
    expect((await errorOf(400, { errors: [entry, { code: 400 }, null, "x"] })).errors).toEqual([
      entry,
      { id: undefined, code: "400", title: undefined, detail: undefined, source: undefined },
    ]);
  });

  test("shows its first three errors in the message, and keeps all", async () => {
    const list = Array.from({ length: 200 }, (_, index) => ({ detail: `wrong ${index + 1}` }));
    const { message, errors: items } = await errorOf(400, { errors: list });
    expect(message).toBe("PUT /analytics/engines/pa/v3/calculations/a%2Fb answered 400: wrong 1; wrong 2; wrong 3");
    expect(items).toHaveLength(200);
  });

  test("is unpacked where a detail is JSON text keyed by path", async () => {
    const detail = JSON.stringify({ "data.1.dates.startdate": ["is no date", "is too early"], "data.a/b": "is odd" });
    const { errors: items, message } = await errorOf(400, { errors: [{ id: "7", detail }] });
    expect(items.map(({ id, detail: text, source }) => [id, text, source?.pointer])).toEqual([
      ["7", "data.1.dates.startdate: is no date", "/data/1/dates/startdate"],
      ["7", "data.1.dates.startdate: is too early", "/data/1/dates/startdate"],
      ["7", "data.a/b: is odd", "/data/a~1b"],
    ]);
    expect(message).toContain("data.1.dates.startdate: is no date");
  });

  test.each(["", "<html><body>Bad gateway</body></html>", "{", '{"errors":5}', "null", "[]", '{"errors":[[1]]}'])(
    "is empty for %j",
    async (body) => {
      const error = await errorOf(503, body);
      expect(error.errors).toEqual([]);
      expect(error.message).toBe("PUT /analytics/engines/pa/v3/calculations/a%2Fb answered 503");
    },
  );

  test("any body becomes an error of the right class", () => {
    const body = fc.oneof(
      fc.json(),
      fc.string(),
      fc.record({ errors: fc.anything() }).map((value) => toJson(value)),
    );
    return fc.assert(
      fc.asyncProperty(body, async (text) => {
        expect(await errorOf(400, text)).toBeInstanceOf(errors.BadRequestError);
      }),
      { numRuns: 40 },
    );
  });
});

const toJson = (value: unknown) => JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? "0" : each));

describe("409", () => {
  const id = "0123456789abcdef0123456789abcdef";
  test.each([
    `A duplicate calculation (${id}) exists.`,
    `Calculation with same parameters (${id}) is running`,
    `Duplicate of ( "${id}" )`,
  ])("names the duplicate: %s", async (detail) => {
    const error = await errorOf(409, { errors: [{ detail, source: { pointer: "/data" } }] });
    expect(error).toMatchObject({ duplicateId: id });
    expect(JSON.stringify(error)).toContain(`"duplicateId":"${id}"`);
  });
  test("without a name has none", async () => {
    expect(await errorOf(409, { errors: [{ detail: "duplicate" }] })).toMatchObject({ duplicateId: undefined });
  });
});

test("an endless error body is read to 64 KiB", async () => {
  let closed: Promise<void> = Promise.resolve();
  await using server = await scriptedServer((_, response) => {
    closed = new Promise((resolve) => response.on("close", resolve));
    response.writeHead(400, { "content-type": "application/json" });
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(16_384)));
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  });
  const client = createServiceClient({ baseUrl: server.url, auth: bearerToken("t") });
  await expect(client.pa.calculations.status("1")).rejects.toThrow(errors.BadRequestError);
  await closed;
});

const issuer = "https://auth.vendor.example";
const oauthConfig = {
  clientId: "client-1",
  jwk: { ...generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" }), kid: "key-1" },
  wellKnownUri: `${issuer}/.well-known/openid-configuration`,
};

/** A token service that always gives this token. */
function tokenService(request: Request, token: string): Response {
  if (request.method === "GET") return Response.json({ issuer, token_endpoint: `${issuer}/token` });
  return Response.json({ access_token: token, token_type: "Bearer", expires_in: 900 });
}

describe("no error shows a credential", () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9+/=_.~-]{12,40}$/);
  const kinds: Record<string, (secret: string) => Auth> = {
    basic: (password) => basicAuth("NAME-1", password),
    bearer: bearerToken,
    provider: (token) => bearerProvider(async () => token),
    oauth: (token) => oauthCredentials(oauthConfig, { fetch: async (request) => tokenService(request, token) }),
  };

  test.each(Object.keys(kinds))("of %s, though fetch and the service repeat it", async (kind) => {
    await fc.assert(
      fc.asyncProperty(secret, fc.constantFrom("throw", "echo", "html", "redirect", "malformed"), async (text, way) => {
        const auth = kinds[kind]?.(text) ?? bearerToken(text);
        const fetch = async (request: Request) => {
          const header = request.headers.get("authorization") ?? "";
          const said = `${header} ${text}`;
          if (way === "throw") {
            const inner = Object.assign(new Error(`refused ${said}`), { code: "ECONNRESET", request });
            throw Object.assign(new TypeError(`failed ${said}`, { cause: inner }), {
              request,
              headers: request.headers,
            });
          }
          if (way === "echo")
            return Response.json({ errors: [{ detail: said, title: said, id: said }] }, { status: 400 });
          if (way === "redirect")
            return new Response("", { status: 302, headers: { location: `https://x.example/${text}` } });
          return new Response(`<html>${said}</html>`, { status: way === "html" ? 404 : 200 });
        };
        const client = createServiceClient({ baseUrl: "https://api.vendor.example", auth, fetch, random: () => 0 });
        const error = await client.pa.columns.get("1").catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(errors.ServiceError);
        const links: unknown[] = [client, auth, error];
        for (let link = error; link instanceof Error; link = link.cause) links.push(link, link.message, link.stack);
        const base64 = Buffer.from(`NAME-1:${text}`).toString("base64");
        for (const link of links) {
          const shown = [
            inspect(link, { depth: 20, showHidden: true }),
            JSON.stringify(link) ?? "",
            String(link),
          ].join();
          expect(shown).not.toContain(text);
          expect(shown).not.toContain(base64);
        }
      }),
      { numRuns: 30 },
    );
  });
});
