import { expect, test } from "vitest";
import { bearerToken } from "./auth.ts";
import { createClient } from "./client.ts";
import { ForeignAddressError, UnexpectedStatusError } from "./errors.ts";
import { runningStatus, scriptedServer, sendJson } from "./testing/scripted-server.ts";

const connect = (baseUrl: string) => createClient({ baseUrl, auth: bearerToken("token-0123456789") });
const redirects = [301, 302, 303, 307, 308];

test.each(redirects)("a read follows %i on its own origin", async (status) => {
  await using server = await scriptedServer((_, response, count) =>
    count === 1
      ? response.writeHead(status, { location: "/elsewhere?x=1" }).end()
      : sendJson(response, 202, runningStatus),
  );
  await connect(server.url).pa.calculations.status("1");
  expect(server.requests[1]?.url).toBe("/elsewhere?x=1");
  expect(server.requests[1]?.headers.authorization).toBe("Bearer token-0123456789");
});

test.each(redirects)("no request follows %i to another origin, and nothing arrives there", async (status) => {
  await using foreign = await scriptedServer((_, response) => sendJson(response, 200, {}));
  await using server = await scriptedServer((_, response) =>
    response.writeHead(status, { location: `${foreign.url}/analytics` }).end(),
  );
  const client = connect(server.url);
  await expect(client.pa.calculations.status("1")).rejects.toThrow(ForeignAddressError);
  await expect(client.pa.calculations.result("1", "2")).rejects.toThrow(ForeignAddressError);
  await expect(client.pa.calculations.create({ data: {} })).rejects.toThrow(ForeignAddressError);
  expect(foreign.requests).toEqual([]);
});

test("a create follows no redirect", async () => {
  await using server = await scriptedServer((_, response) => response.writeHead(307, { location: "/other" }).end());
  await expect(connect(server.url).pa.calculations.create({ data: {} })).rejects.toThrow(UnexpectedStatusError);
  expect(server.requests).toHaveLength(1);
});

test("a circle of redirects ends", async () => {
  await using server = await scriptedServer((_, response) => response.writeHead(302, { location: "/again" }).end());
  await expect(connect(server.url).pa.calculations.status("1")).rejects.toThrow(/redirect too often/);
  expect(server.requests).toHaveLength(6);
});

test("an id that looks like an address stays a segment of the connection's own path", async () => {
  await using foreign = await scriptedServer((_, response) => sendJson(response, 200, {}));
  await using server = await scriptedServer((_, response) => sendJson(response, 202, runningStatus));
  await connect(server.url).pa.calculations.status(`${foreign.url}/x`);
  expect(foreign.requests).toEqual([]);
  expect(server.requests[0]?.url).toContain("/calculations/http%3A%2F%2F127.0.0.1");
});
