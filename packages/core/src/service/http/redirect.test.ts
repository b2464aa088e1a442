import { describe, expect, test } from "vitest";
import { runningStatus, scriptedServer, sendJson } from "../../../test/support/service/scripted-server.ts";
import { mayHaveActed } from "../../jobs/policy.ts";
import { bearerToken } from "../auth/auth.ts";
import { createServiceClient } from "../client/client.ts";
import { wasNotSent } from "../errors/connection-fault.ts";
import { ForeignAddressError, UnexpectedStatusError } from "../errors/errors.ts";

const connect = (baseUrl: string) => createServiceClient({ baseUrl, auth: bearerToken("token-0123456789") });
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

test.each(redirects)("no request follows %i to another origin", async (status) => {
  await using foreign = await scriptedServer((_, response) => sendJson(response, 200, {}));
  await using server = await scriptedServer((_, response) =>
    response.writeHead(status, { location: `${foreign.url}/analytics` }).end(),
  );
  const client = connect(server.url);
  await expect(client.pa.calculations.status("1")).rejects.toThrow(ForeignAddressError);
  await expect(client.pa.calculations.result("1", "2")).rejects.toThrow(ForeignAddressError);
  await expect(client.pa.calculations.create({ data: {} })).rejects.toThrow(UnexpectedStatusError);
  expect(foreign.requests).toEqual([]);
});

test.each(redirects)("a create does not follow %i, and does not say whether the service acted", async (status) => {
  await using server = await scriptedServer((_, response) => response.writeHead(status, { location: "/other" }).end());
  const { calculations } = connect(server.url).pa;
  for (const create of [calculations.create({ data: {} }), calculations.createOrUpdate("1", { data: {} })]) {
    const error = await create.catch((reason) => reason);
    expect(error).toBeInstanceOf(UnexpectedStatusError);
    expect([error.status, mayHaveActed(error), wasNotSent(error)]).toEqual([status, true, false]);
  }
  expect(server.requests).toHaveLength(2);
});

describe("a result behind a redirect", () => {
  test("is read there", async () => {
    await using server = await scriptedServer((request, response) =>
      request.url === "/result"
        ? sendJson(response, 200, { data: 1 })
        : response.writeHead(303, { location: "/result" }).end(),
    );
    const { status, data } = await connect(server.url).pa.calculations.result("1", "2");
    expect([status, await data.text()]).toEqual([200, '{"data":1}']);
  });

  test.each(redirects)("that is missing may be lost with the %i", async (status) => {
    await using server = await scriptedServer((request, response) =>
      request.url === "/result"
        ? sendJson(response, 404, { errors: [{ detail: "already returned" }] })
        : response.writeHead(status, { location: "/result" }).end(),
    );
    const client = connect(server.url);
    for (const read of [client.pa.calculations.result("1", "2"), client.axp.optimizations.status("1")]) {
      const error = await read.catch((reason) => reason);
      expect(error).toBeInstanceOf(UnexpectedStatusError);
      expect([error.status, mayHaveActed(error), wasNotSent(error)]).toEqual([status, true, false]);
      expect(error.message).toMatch(/answered with a redirect \(30\d\), .*answered 404: already returned/);
    }
  });

  test("that cannot be reached has been requested all the same", async () => {
    const connection = { count: 0 };
    const fetch = async () => {
      connection.count++;
      if (connection.count === 1) return new Response(null, { status: 303, headers: { location: "/result" } });
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("no"), { code: "ECONNREFUSED" }) });
    };
    const client = createServiceClient({ baseUrl: "https://api.vendor.example", auth: bearerToken("t"), fetch });
    const error = await client.axp.optimizations.status("1").catch((reason) => reason);
    expect([connection.count, mayHaveActed(error), wasNotSent(error)]).toEqual([2, true, false]);
  });

  test.each([300, 304])("is not looked for after a %i, which may have given it away", async (status) => {
    await using server = await scriptedServer((_, response) => response.writeHead(status).end());
    const error = await connect(server.url)
      .axp.optimizations.status("1")
      .catch((reason) => reason);
    expect([error.status, mayHaveActed(error)]).toEqual([status, true]);
  });
});

test("an address that repeats the credentials is not followed", async () => {
  await using server = await scriptedServer((_, response) =>
    response.writeHead(302, { location: "/x?token=token-0123456789" }).end(),
  );
  const error = await connect(server.url)
    .pa.calculations.status("1")
    .catch((reason) => reason);
  expect(error.message).toContain("repeats the credentials");
  expect(JSON.stringify(error)).not.toContain("token-0123456789");
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
