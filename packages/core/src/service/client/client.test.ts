import { afterEach, describe, expect, test, vi } from "vitest";
import { perform } from "../../../test/support/service/perform.ts";
import { bearerToken } from "../auth/auth.ts";
import { endpoints } from "../endpoints/routes.ts";
import { MalformedAnswerError, NotFoundError } from "../errors/errors.ts";
import { VERSION } from "../version.ts";
import { type Client, type ClientOptions, createServiceClient } from "./client.ts";

/** A client whose service is a function, and the requests that it received. */
function clientOf(answer: (request: Request) => Response, options: Partial<ClientOptions> = {}) {
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    requests.push(request.clone());
    return answer(request);
  };
  const client = createServiceClient({
    baseUrl: "https://api.vendor.example",
    auth: bearerToken("t"),
    fetch,
    ...options,
  });
  return { client, requests };
}

const root = () => Response.json({ data: {} });

describe("the global fetch, given or by default", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test.each([true, false])("gets everything in a request, with the length of its body (given: %s)", async (given) => {
    const handed: { request: Request; body: string }[] = [];
    vi.stubGlobal("fetch", async (request: Request) => {
      handed.push({ request, body: await request.text() });
      return new Response(null, { status: 202 });
    });
    const fetch = given ? globalThis.fetch : undefined;
    const client = createServiceClient({ baseUrl: "https://api.vendor.example", auth: bearerToken("t"), fetch });
    await client.pa.calculations.createOrUpdate("1", { data: { unit: { componentid: "C" } } });
    expect(handed).toHaveLength(1);
    for (const { request, body } of handed) {
      expect(request.redirect).toBe("manual");
      expect(body).toBe('{"data":{"unit":{"componentid":"C"}}}');
      expect(request.headers.get("content-length")).toBe(String(body.length));
      expect([request.method, request.headers.get("content-type")]).toEqual(["PUT", "application/json"]);
      expect(request.headers.get("authorization")).toBe("Bearer t");
    }
  });
});

describe("the client sends the request of", () => {
  const filled = (path: string) => path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(`Client:${name}/1`));

  test.each(endpoints)("$operation", async (endpoint) => {
    for (const [status, kind] of Object.entries(endpoint.answers)) {
      const body = kind === "none" ? null : JSON.stringify({ data: {} });
      const { client, requests } = clientOf(() => new Response(body, { status: Number(status) }));
      const answer = await perform(endpoint, client);
      expect(answer).toMatchObject({ status: Number(status), meta: { requestKey: undefined } });
      const [request] = requests;
      const url = new URL(request?.url ?? "");
      expect(requests).toHaveLength(1);
      expect(request?.method).toBe(endpoint.method);
      expect(url.pathname).toBe(filled(endpoint.path));
      expect(Object.fromEntries(url.searchParams)).toEqual(
        Object.fromEntries(Object.keys(endpoint.query).map((name) => [name, `${name} & co`])),
      );
      expect(await request?.text()).toBe(endpoint.body ? '{"data":{"unit":{}}}' : "");
      expect(request?.headers.get("content-type")).toBe(endpoint.body ? "application/json" : null);
      expect(request?.headers.get("accept")).toMatch(/^application\/json/);
      expect(request?.headers.get("user-agent")).toMatch(/^analytics-engines\/\d/);
      if (kind === "result") expect(answer).toMatchObject({ data: { stream: expect.any(ReadableStream) } });
      if (kind === "none") expect(answer).toMatchObject({ data: undefined });
    }
  });
});

describe("headers of a create", () => {
  const options = { cacheControl: "max-stale=0", longRunningDeadlineSeconds: 20 };

  test("carry the vendor's own word", async () => {
    const { client, requests } = clientOf(() => new Response(null, { status: 202 }), { headerPrefix: "Acme" });
    await client.afi.optimizations.create(anOptimization, options);
    expect(requests[0]?.headers.get("X-Acme-Api-Long-Running-Deadline")).toBe("20");
    expect(requests[0]?.headers.get("cache-control")).toBe("max-stale=0");
  });

  test("go only where an operation takes them", async () => {
    const { client, requests } = clientOf(() => new Response(null, { status: 202 }));
    await client.quant.calculations.create({ data: {} }, options);
    expect(requests[0]?.headers.get("X-Vendor-Api-Long-Running-Deadline")).toBeNull();
    expect(requests[0]?.headers.get("cache-control")).toBe("max-stale=0");
  });

  test.each([1.5, -1, Number.NaN])("are whole seconds, not %d", async (longRunningDeadlineSeconds) => {
    const { client, requests } = clientOf(root);
    await expect(client.pa.calculations.create({ data: {} }, { longRunningDeadlineSeconds })).rejects.toThrow(
      TypeError,
    );
    expect(requests).toEqual([]);
  });
});

const anOptimization = { data: { strategy: { id: "Client:/s" }, outputTypes: {} } };

describe("all pages of a list", () => {
  const page = (...ids: string[]) =>
    Response.json({ data: Object.fromEntries(ids.map((id) => [id, { status: "Queued" }])) });
  const idsOf = async (client: Client) => {
    const ids: string[] = [];
    for await (const { data } of client.spar.calculations.pages()) ids.push(...Object.keys(data.data ?? {}));
    return ids;
  };
  const numberOf = ({ url }: Request) => Number(new URL(url).searchParams.get("pageNumber"));

  test("come one after the other, until one is empty", async () => {
    const { client, requests } = clientOf((request) => [page("a", "b"), page("c")][numberOf(request) - 1] ?? page());
    expect(await idsOf(client)).toEqual(["a", "b", "c"]);
    expect(requests.map(numberOf)).toEqual([1, 2, 3]);
  });

  test("end if the service repeats a page", async () => {
    const { client, requests } = clientOf(() => page("a", "b"));
    expect(await idsOf(client)).toEqual(["a", "b"]);
    expect(requests).toHaveLength(2);
  });

  test("end if the service says that there are no more", async () => {
    const none = () => Response.json({ errors: [{ detail: "No calculation found" }] }, { status: 404 });
    expect(await idsOf(clientOf((request) => (numberOf(request) === 1 ? page("a") : none())).client)).toEqual(["a"]);
    expect(await idsOf(clientOf(none).client)).toEqual([]);
  });

  test("of a wrong address are an error, not an empty list", async () => {
    const { client } = clientOf(() => new Response("<html>", { status: 404 }));
    await expect(idsOf(client)).rejects.toThrow(NotFoundError);
  });
});

describe("the error about an answer that does not fit names the place in", () => {
  test.each([
    ["<html></html>", /the CalculationStatusRoot is not JSON/],
    ["", /is not JSON/],
    ["[]", /does not fit/],
    ['{"data":5}', /does not fit: data: /],
    ['{"data":{"units":[1]}}', /does not fit: data\.units/],
  ])("%s", async (body, message) => {
    const { client } = clientOf(() => new Response(body, { headers: { "X-Acme-Request-Key": "key-1" } }));
    const error = await client.pa.calculations.status("1").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MalformedAnswerError);
    expect(String(error)).toMatch(message);
    const path = "/analytics/engines/pa/v3/calculations/1/status";
    expect(error).toMatchObject({ status: 200, method: "GET", path, requestKey: "key-1" });
  });
});

describe("types and client refuse", () => {
  const { client, requests } = clientOf(root);

  test("a missing id", async () => {
    // @ts-expect-error an id is needed
    await expect(client.pa.calculations.status()).rejects.toThrow("id of");
    // @ts-expect-error the unit's id is needed
    await expect(client.pa.calculations.result("1")).rejects.toThrow("unitId of");
    // @ts-expect-error a path is needed
    await expect(client.lookups.accounts.list()).rejects.toThrow("path of");
    await expect(client.pa.calculations.status("")).rejects.toThrow("id of");
    await expect(client.pa.documents.list("..")).rejects.toThrow("path of");
  });

  test("a missing question", async () => {
    // @ts-expect-error components are those of a document
    await expect(client.pa.components.list()).rejects.toThrow("document of");
    // @ts-expect-error an account is needed
    await expect(client.vault.configurations.list({})).rejects.toThrow("account of");
    // @ts-expect-error an account is needed
    await expect(client.pa.dates.convert({ enddate: "0", componentid: "1" })).rejects.toThrow("account of");
    // @ts-expect-error a page number is a number
    await client.pa.calculations.list({ pageNumber: "2" });
  });

  test("a wrong body", async () => {
    // @ts-expect-error a body is needed
    await expect(client.pa.calculations.create()).rejects.toThrow("body of");
    // @ts-expect-error a body is an object
    await expect(client.spar.calculations.createOrUpdate("1", "text")).rejects.toThrow("body of");
    // @ts-expect-error the units are in data
    await client.pa.calculations.create({ unit: {} }).catch(() => undefined);
    // @ts-expect-error an optimization has no units
    await client.afi.optimizations.create({ data: { unit: { strategy: { id: "x" } } } }).catch(() => undefined);
    // @ts-expect-error quant takes no deadline
    await client.quant.calculations.create({ data: {} }, { longRunningDeadlineSeconds: 1 }).catch(() => undefined);
    // @ts-expect-error only the full-portfolio optimizer chooses the type of its result
    await client.npo.optimizations.result("1", { accept: "text/plain" });
    await client.fpo.optimizations.result("1", { accept: "text/plain" });
    expect(requests.at(-1)?.headers.get("accept")).toBe("text/plain");
  });

  test("a method that a family lacks", () => {
    // @ts-expect-error fixed income has no list
    expect(client.fi.calculations.list).toBeUndefined();
    // @ts-expect-error fixed income batch has no cancel
    expect(client.fiab.calculations.cancel).toBeUndefined();
    // @ts-expect-error fixed income batch takes no id of the caller's
    expect(client.fiab.calculations.createOrUpdate).toBeUndefined();
    // @ts-expect-error info documents are quant's
    expect(client.pa.calculations.info).toBeUndefined();
    // @ts-expect-error an optimizer has no calculations
    expect(client.afi.calculations).toBeUndefined();
    // @ts-expect-error quant has no documents
    expect(client.quant.documents).toBeUndefined();
  });

  test("a model that is taken for another", async () => {
    const answer = await client.pa.calculations.status("1");
    // @ts-expect-error a status is 200 or 202
    expect(answer.status === 201).toBe(false);
    // @ts-expect-error units are a map
    const units: number = answer.data.data.units;
    expect(units).toBeUndefined();
    // @ts-expect-error a status document is not a result
    expect(() => answer.data.bytes()).toThrow(TypeError);
  });
});

test.each([
  ["baseUrl", { baseUrl: "http://api.vendor.example" }],
  ["headerPrefix", { headerPrefix: "A: b" }],
  ["headerPrefix", { headerPrefix: "" }],
  ["userAgent", { userAgent: "a\nb" }],
  ["attemptTimeoutSeconds", { attemptTimeoutSeconds: 0 }],
  ["totalTimeoutSeconds", { totalTimeoutSeconds: Number.POSITIVE_INFINITY }],
  ["maxRetryAfterSeconds", { maxRetryAfterSeconds: -1 }],
])("an option that is not valid is refused: %s %j", (_, options) => {
  expect(() => clientOf(root, options)).toThrow(TypeError);
});

test("a program's own name comes first in the user agent", async () => {
  const { client, requests } = clientOf(root, { userAgent: "nightly/2.1" });
  await client.lookups.currencies.list();
  const node = process.versions.node.split(".")[0];
  expect(requests[0]?.headers.get("user-agent")).toBe(`nightly/2.1 analytics-engines/${VERSION} node/${node}`);
});

test("a base URL with a path keeps it", async () => {
  const { client, requests } = clientOf(root, { baseUrl: "https://api.vendor.example/gateway/" });
  await client.lookups.currencies.list();
  expect(requests[0]?.url).toBe("https://api.vendor.example/gateway/analytics/lookups/v3/currencies");
  expect(client.baseUrl).toBe("https://api.vendor.example/gateway");
});
