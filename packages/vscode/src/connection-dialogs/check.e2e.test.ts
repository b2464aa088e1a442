import { createServer, type RequestListener, type Server } from "node:http";
import { basicAuth, type Client, createClient } from "@analytics-engines/core";
import { createVirtualClock } from "@analytics-engines/core/testing";
import { createSimulator } from "@analytics-engines/simulator";
import { afterEach, describe, expect, it } from "vitest";
import { checkAddress, checkConnection } from "./check.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that is not the service. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

function clientOf(baseUrl: string, password = "demo", fetch?: (request: Request) => Promise<Response>): Client {
  return createClient({
    baseUrl,
    auth: basicAuth("DEMO-1", password),
    fetch,
    attemptTimeoutSeconds: 2,
    totalTimeoutSeconds: 2,
  });
}

/** Does what waits between its attempts on virtual time. */
function inNoTime<T>(work: (client: Client) => Promise<T>, fetch: (request: Request) => Promise<Response>): Promise<T> {
  const clock = createVirtualClock();
  const auth = basicAuth("DEMO-1", "demo");
  return clock.run(work(createClient({ baseUrl: "https://api.acme.example", auth, fetch, clock })));
}

const never = new AbortController().signal;
const failing = (code: string) => async () => {
  throw Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error(code), { code }) });
};

describe("the check of a connection", () => {
  it("succeeds for the service", async () => {
    const { fetch } = createSimulator();
    expect(await checkConnection(clientOf("http://localhost", "demo", fetch), never)).toEqual({ kind: "ok" });
  });

  it("reports refused credentials", async () => {
    const { fetch } = createSimulator();
    const result = await checkConnection(clientOf("http://localhost", "wrong-key", fetch), never);
    expect(result).toMatchObject({
      kind: "failed",
      message: expect.stringMatching(/^localhost refused the credentials \(401\)/),
    });
    expect(JSON.stringify(result)).not.toContain("wrong-key");
  });

  it("accepts credentials that may not read currencies, with a notice", async () => {
    const fetch = async () => new Response("{}", { status: 403 });
    const result = await checkConnection(clientOf("https://api.acme.example", "demo", fetch), never);
    expect(result).toMatchObject({ kind: "limited", message: expect.stringMatching(/does not let them/) });
  });

  it.each([
    ["ENOTFOUND", /^The name "api.acme.example" could not be resolved/],
    ["ECONNREFUSED", /^api.acme.example refused the connection/],
    ["SELF_SIGNED_CERT_IN_CHAIN", /certificate of api.acme.example is not trusted \(SELF_SIGNED/],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", /certificate of .* is not trusted/],
    ["ECONNRESET", /closed the connection before it answered/],
  ])("explains %s", async (code, message) => {
    const result = await inNoTime((client) => checkConnection(client, never), failing(code));
    expect(result).toMatchObject({ kind: "failed", message: expect.stringMatching(message) });
  });

  it.each([
    [
      "opens no tunnel",
      async () => {
        throw new TypeError("fetch failed", { cause: new Error("Proxy response (407) !== 200") });
      },
    ],
    ["answers in the place of the service", async () => new Response(null, { status: 407 })],
  ])("says of a proxy that asks for credentials and %s what it wants and where to set it", async (_, fetch) => {
    const result = await inNoTime((client) => checkConnection(client, never), fetch);
    const message = expect.stringMatching(
      /^api.acme.example could not be reached: GET .*407.*http\.proxy.*USER:PASSWORD/,
    );
    expect(result).toMatchObject({ kind: "failed", message });
    expect(result).toMatchObject({ message: expect.stringContaining("asks for credentials") });
  });

  it.each([
    ["a page", 200, "<!doctype html><title>Welcome</title>"],
    ["JSON of something else", 200, '{"data":["nothing"]}'],
    ["404", 404, "Not Found"],
  ])("reports that %s is not this service", async (_, status, body) => {
    const address = await serve((_request, response) => response.writeHead(status).end(body));
    const result = await checkConnection(clientOf(address), never);
    expect(result).toMatchObject({
      kind: "failed",
      message: expect.stringMatching(/answers, but it is not this service/),
    });
  });

  it("reports a timeout", async () => {
    const silent = () => new Promise<Response>(() => undefined);
    const result = await inNoTime((client) => checkConnection(client, never), silent);
    expect(result).toMatchObject({ message: expect.stringMatching(/did not answer in time/) });
  });

  it("ends when the user leaves", async () => {
    const left = new AbortController();
    const address = await serve(() => left.abort(new Error("left")));
    await expect(checkConnection(clientOf(address), left.signal)).rejects.toThrow("left");
  });
});

describe("the check of an address", () => {
  it("succeeds only after an answer of 401", async () => {
    const { fetch } = createSimulator();
    expect(await checkAddress(clientOf("http://localhost", "nobody", fetch), never)).toEqual({ kind: "ok" });
    const address = await serve((_request, response) => response.writeHead(404).end());
    expect(await checkAddress(clientOf(address), never)).toMatchObject({ kind: "failed" });
  });
});
