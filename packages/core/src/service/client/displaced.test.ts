import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runningStatus, scriptedServer, sendJson } from "../../../test/support/service/scripted-server.ts";
import { mayHaveActed } from "../../jobs/policy.ts";
import { bearerToken } from "../auth/auth.ts";
import { wasNotSent } from "../errors/connection-fault.ts";
import {
  BadRequestError,
  ConflictError,
  DisplacedAnswerError,
  MalformedAnswerError,
  NotFoundError,
  ServerError,
} from "../errors/errors.ts";
import { createServiceClient } from "./client.ts";
import { SeenKeys } from "./connection.ts";

const keyed = (key: string, more: Record<string, string> = {}) => ({ "x-vendor-api-request-key": key, ...more });
const connect = (baseUrl: string) =>
  createServiceClient({ baseUrl, auth: bearerToken("token-0123456789"), random: () => 0 });

describe("an answer whose API request key came before", () => {
  test("is not taken for the result of another unit", async () => {
    await using server = await scriptedServer((_, response) => sendJson(response, 200, { data: "a" }, keyed("key-a")));
    const { calculations } = connect(server.url).pa;
    expect(await (await calculations.result("1", "a")).data.text()).toBe('{"data":"a"}');
    const error = await calculations.result("1", "b").catch((reason) => reason);
    expect(error).toBeInstanceOf(DisplacedAnswerError);
    expect(error).toBeInstanceOf(MalformedAnswerError);
    expect(error).toMatchObject({ name: "DisplacedAnswerError", code: "displaced-answer" });
    expect(error.message).toContain("key-a");
    expect([mayHaveActed(error), wasNotSent(error), server.requests.length]).toEqual([true, false, 2]);
  });

  test("ends the reuse of connections: the next request on this one would get the answer after it", async () => {
    await using server = await scriptedServer((_, response, count) =>
      sendJson(response, 202, runningStatus, keyed(count <= 2 ? "key" : `key-${count}`)),
    );
    const { calculations } = connect(server.url).pa;
    for (const id of ["1", "2", "3"]) await calculations.status(id);
    const closing = server.requests.map(({ headers }) => headers.connection === "close");
    expect(closing).toEqual([false, false, true, true]);
  });

  test.each([
    [400, BadRequestError],
    [404, NotFoundError],
    [409, ConflictError],
    [500, ServerError],
    [503, ServerError],
  ])("keeps its status and its errors with %i", async (status, errorClass) => {
    await using server = await scriptedServer((_, response, count) => {
      if (count === 1) return sendJson(response, 202, runningStatus, keyed("key"));
      sendJson(response, status, { errors: [{ title: "the real reason" }] }, keyed("key"));
    });
    const { calculations } = connect(server.url).pa;
    await calculations.status("1");
    const error = await calculations.createOrUpdate("2", { data: {} }).catch((reason) => reason);
    expect(error).toBeInstanceOf(errorClass);
    expect(error).toMatchObject({ status, apiRequestKey: "key", errors: [{ title: "the real reason" }] });
  });

  test("is accepted for the same method and address", async () => {
    await using server = await scriptedServer((_, response, count) =>
      count === 1
        ? response.writeHead(503, keyed("key-1")).end()
        : sendJson(response, 202, runningStatus, keyed("key-1")),
    );
    const { calculations } = connect(server.url).pa;
    expect((await calculations.status("1")).status).toBe(202);
    expect((await calculations.status("1")).status).toBe(202);
    expect(server.requests).toHaveLength(3);
  });

  test("makes a read of another address ask again", async () => {
    await using server = await scriptedServer((_, response, count) =>
      sendJson(response, 202, runningStatus, keyed(count <= 2 ? "key-1" : "key-2")),
    );
    const { calculations } = connect(server.url).pa;
    await calculations.status("1");
    expect((await calculations.status("2")).status).toBe(202);
    expect(server.requests).toHaveLength(3);
  });

  test("shows after some reads that a gateway gives all answers the same key, and then no result is refused", async () => {
    await using server = await scriptedServer((request, response) =>
      sendJson(response, request.url.endsWith("/status") ? 202 : 200, runningStatus, keyed("constant")),
    );
    const { calculations } = connect(server.url).pa;
    for (const id of ["1", "2", "3"]) expect((await calculations.status(id)).status).toBe(202);
    for (const unit of ["a", "b", "c"]) expect((await calculations.result("1", unit)).status).toBe(200);
  });

  test("is accepted if a cache states its age, but only for reads", async () => {
    await using server = await scriptedServer((_, response) =>
      sendJson(response, 200, { data: {} }, keyed("key", { age: "7" })),
    );
    const client = connect(server.url);
    await client.lookups.currencies.list();
    expect((await client.lookups.currencies.list()).meta.ageSeconds).toBe(7);
    await expect(client.pa.calculations.result("1", "a")).rejects.toThrow(DisplacedAnswerError);
  });

  test("is accepted behind the redirect that had the key", async () => {
    await using server = await scriptedServer((request, response) =>
      request.url === "/there"
        ? sendJson(response, 202, runningStatus, keyed("key"))
        : response.writeHead(307, keyed("key", { location: "/there" })).end(),
    );
    expect((await connect(server.url).pa.calculations.status("1")).status).toBe(202);
  });

  test("is not recognised by another connection, or without a key", async () => {
    await using server = await scriptedServer((_, response, count) =>
      sendJson(response, 200, { data: 1 }, count < 3 ? keyed("key") : {}),
    );
    const read = async (client = connect(server.url)) => (await client.pa.calculations.result("1", "a")).data.text();
    const client = connect(server.url);
    for (const reader of [client, undefined, client, client]) expect(await read(reader)).toBe('{"data":1}');
  });
});

describe("a connection", () => {
  test("carries no request after one whose answer may be a result", async () => {
    const sockets: unknown[] = [];
    await using server = await scriptedServer((request, response) => {
      sockets.push(response.socket);
      sendJson(response, request.url.endsWith("/status") ? 202 : 200, runningStatus);
    });
    const { calculations } = connect(server.url).pa;
    for (let unit = 0; unit < 4; unit++) await (await calculations.result("1", `${unit}`)).data.text();
    expect(new Set(sockets).size).toBe(4);
    await calculations.status("1");
    await calculations.createOrUpdate("1", { data: {} });
    expect(server.requests.slice(4).map(({ headers }) => headers.connection)).toEqual(["keep-alive", "close"]);
  });
});

describe("seen keys", () => {
  test("are forgotten after 10,000 others, or at most twice as many", () => {
    const keys = new SeenKeys();
    for (let i = 0; i < 100_000; i++) expect(keys.record(`key-${i}`, "GET a")).toBe("first");
    expect(keys.record("key-99999", "GET b")).toBe("conflict");
    expect(keys.record("key-90000", "GET b")).toBe("conflict");
    expect(keys.record("key-80000", "GET b")).toBe("first");
  });

  test("tell an answer to another request from one to the same, and a key from what all answers have", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ key: fc.constantFrom("a", "b"), request: fc.nat(3) }), { maxLength: 12 }),
        (answers) => {
          const keys = new SeenKeys();
          for (const [at, { key, request }] of answers.entries()) {
            const earlier = answers.slice(0, at).filter((answer) => answer.key === key);
            const isOther = earlier[0]?.request !== request && earlier.length < 3;
            const expected = earlier.length === 0 ? "first" : isOther ? "conflict" : "repeat";
            expect(keys.record(key, `GET ${request}`)).toBe(expected);
          }
        },
      ),
    );
  });
});
