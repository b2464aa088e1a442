import { createServer } from "node:net";
import { basicAuth, createClient, oauthCredentials } from "@analytics-engines/core";
import { createVirtualClock } from "@analytics-engines/core/testing";
import { afterEach, describe, expect, it } from "vitest";
import { oauthConfig } from "../../../core/test/support/service/credentials.ts";
import { bomb } from "./faults/sizes.ts";
import { MAX_TAKEN_BYTES } from "./judge/checker.ts";
import { stillFetch, type Taken } from "./still-fetch.ts";
import { createStillTime, type StillTime } from "./still-time.ts";
import { encodeHead } from "./wire/encode.ts";
import { createRequestReader } from "./wire/read-requests.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server that answers each request with a body that unfolds, except at the paths of `texts`. */
async function openBombs(texts: (origin: string) => Readonly<Record<string, string>> = () => ({})): Promise<string> {
  const server = createServer((socket) => {
    const read = createRequestReader();
    socket.on("error", () => {});
    closers.push(() => void socket.destroy());
    socket.on("data", (bytes) => {
      for (const { path } of read(Buffer.from(bytes))) {
        const text = texts(origin)[path];
        const body = text === undefined ? bomb() : Buffer.from(text);
        const lines = [`Content-Length: ${body.length}`, ...(text === undefined ? ["Content-Encoding: gzip"] : [])];
        const answer = { status: 200, headers: [], contentType: "application/json", body, framing: "length" } as const;
        socket.write(Buffer.concat([encodeHead(answer, lines), body]));
      }
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  closers.push(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens on a port.");
  const origin = `http://127.0.0.1:${address.port}`;
  return origin;
}

const most = (taken: Taken) => Math.max(...taken.values());

describe("a body of 100 kB that unfolds into 96 MiB, and is no result,", () => {
  it("ends as a named error and is not taken whole where a list or the parameters of a job are read", async () => {
    const clock = createVirtualClock();
    const taken: Taken = new Map();
    const client = createClient({
      baseUrl: await openBombs(),
      auth: basicAuth("DEMO-1", "password"),
      clock,
      fetch: stillFetch(createStillTime(clock), taken),
    });
    await clock.run(async () => {
      await expect(client.pa.calculations.list()).rejects.toThrow("answered with more");
      await expect(client.pa.calculations.parameters("a".repeat(32))).rejects.toThrow("answered with more");
      await expect(client.lookups.currencies.list()).rejects.toThrow("answered with more");
    });
    expect(taken.size).toBeGreaterThanOrEqual(3);
    expect(most(taken)).toBeLessThan(MAX_TAKEN_BYTES);
  });

  /** Nothing waits here, so no virtual time is needed. */
  const atOnce: StillTime = { wait: (_, network) => network, pause: async () => {} };
  const wellKnown = "/.well-known/openid-configuration";

  it.each<[string, (origin: string) => Readonly<Record<string, string>>]>([
    ["discovery document", () => ({})],
    [
      "token",
      (origin) => ({ [wellKnown]: JSON.stringify({ issuer: origin, token_endpoint: `${origin}/oauth/token` }) }),
    ],
  ])("ends as a named error and is not taken whole in place of the %s", async (_, texts) => {
    const taken: Taken = new Map();
    const origin = await openBombs(texts);
    const fetch = stillFetch(atOnce, taken);
    const asked: string[] = [];
    const auth = oauthCredentials(oauthConfig(origin), {
      fetch(request) {
        asked.push(new URL(request.url).pathname);
        return fetch(request);
      },
    });
    await expect(auth.authorization(undefined)).rejects.toThrow(/the limit for an OAuth (?:token|discovery document)/);
    // Nothing is read of a body whose `Content-Length` exceeds the limit, so `taken` may be empty.
    expect(Math.max(0, ...taken.values())).toBeLessThan(MAX_TAKEN_BYTES);
    expect(asked).toHaveLength(Object.keys(texts(origin)).length + 1);
  });
});
