import { once } from "node:events";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scriptedServer } from "../../../test/support/service/scripted-server.ts";
import { createVirtualClock } from "../../testing/index.ts";
import { bearerToken } from "../auth/auth.ts";
import { type ClientOptions, createServiceClient } from "../client/client.ts";
import { ConnectionError, MalformedAnswerError, TimeoutError } from "../errors/errors.ts";

const resultOf = async (baseUrl: string, options: Partial<ClientOptions> = {}, signal?: AbortSignal) => {
  const client = createServiceClient({ baseUrl, auth: bearerToken("t"), ...options });
  return (await client.pub.calculations.result("1", "2", { signal })).data;
};

describe("a result", () => {
  test("comes as its bytes, with its type", async () => {
    const bytes = Buffer.from([0, 255, 37, 80, 68, 70]);
    await using server = await scriptedServer((_, response) =>
      response.writeHead(200, { "content-type": "Application/PDF; v=1", "content-length": bytes.length }).end(bytes),
    );
    const result = await resultOf(server.url);
    expect(result).toMatchObject({ contentType: "application/pdf", contentLength: 6 });
    expect(Buffer.from(await result.bytes()).equals(bytes)).toBe(true);
  });

  test("arrives whole, however it is cut into pieces", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 }), { maxLength: 8 }), async (pieces) => {
        const fetch = async () => new Response(streamOf(pieces));
        const result = await resultOf("https://api.vendor.example", { fetch });
        expect(Buffer.from(await result.bytes()).equals(Buffer.concat(pieces))).toBe(true);
      }),
    ));

  test("takes nothing from a stream that keeps its pieces", async () => {
    const kept = new Uint8Array([1, 2, 3]);
    const fetch = async () => new Response(streamOf([kept, kept]));
    const result = await resultOf("https://api.vendor.example", { fetch });
    expect([...(await result.bytes())]).toEqual([1, 2, 3, 1, 2, 3]);
    expect(kept.length).toBe(3);
  });

  test("that was compressed is not, and has no length", async () => {
    const body = gzipSync('{"data":{"a":1}}');
    await using server = await scriptedServer((request, response) => {
      expect(request.headers["accept-encoding"]).toContain("gzip");
      response.writeHead(200, { "content-encoding": "gzip", "content-length": body.length }).end(body);
    });
    const result = await resultOf(server.url);
    expect(result).toMatchObject({ contentType: "application/octet-stream", contentLength: undefined });
    expect(await result.json()).toEqual({ data: { a: 1 } });
  });

  test.each([
    ["with its mark, low byte first", [0xff, 0xfe], false],
    ["with its mark, high byte first", [0xfe, 0xff], true],
    ["without a mark, low byte first", [], false],
    ["without a mark, high byte first", [], true],
  ])("in UTF-16 (%s) is whole", async (_, mark, isSwapped) => {
    const text = Buffer.from('{"data":{"a":"\u20ac"}}\n', "utf16le");
    const bytes = Buffer.concat([Buffer.from(mark), isSwapped ? text.swap16() : text]);
    const headers = { "content-type": "application/json; charset=utf-16" };
    const result = await resultOf("https://api.vendor.example", {
      fetch: async () => new Response(bytes, { headers }),
    });
    expect(Buffer.from(await result.bytes()).equals(bytes)).toBe(true);
  });

  test("of a 204 or of nothing is empty", async () => {
    const result = await resultOf("https://api.vendor.example", { fetch: async () => new Response(null) });
    expect(await result.text()).toBe("");
  });

  test("can be read once", async () => {
    const result = await resultOf("https://api.vendor.example", { fetch: async () => new Response("x") });
    expect(await result.text()).toBe("x");
    await expect(result.bytes()).rejects.toThrow("was read before");
    const other = await resultOf("https://api.vendor.example", { fetch: async () => new Response("x") });
    await new Response(other.stream).text();
    await expect(other.json()).rejects.toThrow("was read before");
  });

  test("that is not JSON fails with the place of the error, and without any of its text", async () => {
    const fetch = async () => new Response('{"data": hunter2}');
    const error = await (await resultOf("https://api.vendor.example", { fetch })).json().catch((e: unknown) => e);
    expect(error).toBeInstanceOf(MalformedAnswerError);
    expect(String(error)).toMatch(/not JSON/);
    expect(String(error)).not.toContain("hunter2");
  });

  test("is not read before it is asked for", async () => {
    let pulled = 0;
    const stream = () =>
      new ReadableStream(
        {
          pull: (controller) => {
            pulled += 1;
            controller.enqueue(new Uint8Array(10));
          },
        },
        { highWaterMark: 0 },
      );
    const result = await resultOf("https://api.vendor.example", { fetch: async () => new Response(stream()) });
    expect(pulled).toBe(0);
    const reader = result.stream.getReader();
    await reader.read();
    expect(pulled).toBe(1);
    await reader.cancel();
  });
});

describe("a result that does not arrive whole fails", () => {
  test("when its connection breaks", async () => {
    await using server = await scriptedServer((_, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("x".repeat(400), () => response.destroy());
    });
    const result = await resultOf(server.url);
    const error = await result.bytes().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(String(error)).toMatch(/broke off after \d+ bytes of 1000/);
    expect(error).toMatchObject({ path: "/analytics/engines/pub/v3/calculations/1/units/2/result" });
  });

  test("when it is shorter than announced, though its stream ends well", async () => {
    const fetch = async () => new Response("abc", { headers: { "content-length": "5" } });
    const result = await resultOf("https://api.vendor.example", { fetch });
    await expect(result.bytes()).rejects.toThrow("the result broke off after 3 bytes of 5");
  });

  test.each(["damaged", "cut"])("when its compression is %s", async (fault) => {
    const body = gzipSync(JSON.stringify({ data: Array.from({ length: 5000 }, (_, at) => at * 7919) }));
    const wire = fault === "cut" ? body.subarray(0, 4000) : body.fill(0xff, 3000, 4000);
    await using server = await scriptedServer((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip", "content-type": "application/json" }).end(wire);
    });
    await expect((await resultOf(server.url)).bytes()).rejects.toThrow(/broke off after \d+ bytes/);
  });

  test("if its JSON does not end and its length is unknown", async () => {
    const cut = async (text: string) => {
      const fetch = async () => new Response(text, { headers: { "content-type": "application/json" } });
      return (await resultOf("https://api.vendor.example", { fetch })).text();
    };
    await expect(cut('{"data":[1,2')).rejects.toThrow(ConnectionError);
    await expect(cut("[1,2")).rejects.toThrow(ConnectionError);
    expect(await cut(' {"data":1}\n ')).toBe(' {"data":1}\n ');
    expect(await cut("")).toBe("");
  });

  test("when it is silent for too long, which does not include the time of a slow reader", async () => {
    const clock = createVirtualClock();
    const pieces = [new Uint8Array(3)];
    const stream = new ReadableStream({ pull: (controller) => feed(controller, pieces.splice(0)) });
    const options = { clock, fetch: async () => new Response(stream), attemptTimeoutSeconds: 20 };
    const result = await clock.run(resultOf("https://api.vendor.example", options));
    await clock.run(() => new Promise<void>((resolve) => clock.setTimer(1_000_000, resolve)));
    const started = clock.now();
    const error = await clock.run(result.bytes().catch((thrown: unknown) => thrown));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(String(error)).toContain("stopped arriving after 3 bytes");
    expect(clock.now() - started).toBe(20_000);
  });

  test("with the reason of its caller's signal", async () => {
    await using server = await scriptedServer((_, response) => response.writeHead(200).write("x"));
    const abort = new AbortController();
    const result = await resultOf(server.url, {}, abort.signal);
    const reason = new Error("enough");
    const reading = result.bytes();
    abort.abort(reason);
    await expect(reading).rejects.toBe(reason);
  });
});

test("cancelling the stream closes the connection", async () => {
  let closed: Promise<unknown> = Promise.resolve();
  await using server = await scriptedServer((_, response) => {
    closed = once(response, "close");
    response.writeHead(200);
    response.write("x".repeat(100));
  });
  const result = await resultOf(server.url);
  await result.stream.cancel();
  await closed;
});

function feed(stream: ReadableStreamDefaultController, pieces: readonly Uint8Array[]) {
  for (const piece of pieces) stream.enqueue(piece);
}

function streamOf(pieces: readonly Uint8Array[]) {
  return new ReadableStream({
    start: (stream) => {
      feed(stream, pieces);
      stream.close();
    },
  });
}
