import { describe, expect, test } from "vitest";
import { runningStatus, scriptedServer, sendJson } from "../../test/support/scripted-server.ts";
import { mayHaveActed } from "../jobs/policy.ts";
import { bearerToken } from "./auth.ts";
import { createClient } from "./client.ts";
import { DisplacedAnswerError, MalformedAnswerError } from "./errors.ts";
import { wasNotSent } from "./request-not-sent.ts";
import { SeenKeys } from "./seen-keys.ts";

const keyed = (key: string, more: Record<string, string> = {}) => ({ "x-vendor-api-request-key": key, ...more });
const connect = (baseUrl: string) => createClient({ baseUrl, auth: bearerToken("token-0123456789"), random: () => 0 });

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

  test.each([400, 404, 429, 500])("with %i does not count as a refusal either", async (status) => {
    await using server = await scriptedServer((_, response, count) =>
      sendJson(response, count === 1 ? 202 : status, count === 1 ? runningStatus : { errors: [{}] }, keyed("key")),
    );
    const { calculations } = connect(server.url).pa;
    await calculations.status("1");
    await expect(calculations.createOrUpdate("2", { data: {} })).rejects.toThrow(DisplacedAnswerError);
    expect(server.requests).toHaveLength(2);
  });

  test("makes a read ask again, even if the key repeats within the retries of the read", async () => {
    await using server = await scriptedServer((_, response, count) =>
      count === 1
        ? response.writeHead(503, keyed("key-1")).end()
        : sendJson(response, 202, runningStatus, keyed(count === 2 ? "key-1" : "key-2")),
    );
    expect((await connect(server.url).pa.calculations.status("1")).status).toBe(202);
    expect(server.requests).toHaveLength(3);
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
    for (let i = 0; i < 100_000; i++) expect(keys.isRepeated(`key-${i}`)).toBe(false);
    expect(keys.isRepeated("key-99999")).toBe(true);
    expect(keys.isRepeated("key-90000")).toBe(true);
    expect(keys.isRepeated("key-80000")).toBe(false);
  });
});
