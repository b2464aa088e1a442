import { setTimeout as realTime } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleSize } from "../../../../test/support/sample.ts";
import { rawServer } from "../../../../test/support/service/raw-server.ts";
import { basicAuth } from "../../auth/auth.ts";
import { createServiceClient } from "../../client/client.ts";
import { createHttp } from "../http.ts";

const JOB = "0".repeat(32);
/** A body that begins as an interim answer does, which must stay as it is. */
const TRICKY = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n";

const interim = fc
  .record({
    status: fc.constantFrom(100, 100, 100, 102, 103, 199),
    fields: fc.constantFrom("", "Link: </a>; rel=preload\r\n", "X: HTTP/1.1 100 Continue\r\nY: z\r\n"),
  })
  .map(({ status, fields }) => `HTTP/1.1 ${status} Interim\r\n${fields}\r\n`);

describe("an interim answer that nobody asked for", () => {
  it("is accepted before each answer of a connection, whatever its status, however it is divided", async () => {
    let next = "";
    let cuts: readonly number[] = [];
    const connections = new Set<unknown>();
    await using server = await rawServer(async (socket) => {
      connections.add(socket);
      const bytes = Buffer.from(next);
      const places = [0, ...cuts.map((share) => Math.floor(share * bytes.length)).sort((a, b) => a - b), bytes.length];
      for (const [at, place] of places.slice(1).entries()) {
        socket.write(bytes.subarray(places[at], place));
        await new Promise(setImmediate);
      }
    });
    const send = createHttp(server.url, "test/1", undefined);
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const body = fc.constantFrom("x", TRICKY, TRICKY.slice(0, 12));
    await fc.assert(
      fc.asyncProperty(
        fc.array(interim, { maxLength: 4 }),
        body,
        fc.array(share, { maxLength: 6 }),
        async (heads, text, places) => {
          next = `${heads.join("")}HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
          cuts = places;
          expect(await (await send("a", {})).text()).toBe(text);
        },
      ),
      { numRuns: sampleSize(500) },
    );
    expect(connections.size).toBeLessThan(10);
  });

  it("loses no create: the answer after it is read", async () => {
    let creates = 0;
    await using server = await rawServer((socket) => {
      creates += 1;
      socket.write("HTTP/1.1 100 Continue\r\n\r\n");
      const result = '{"data":{"a":1}}';
      socket.write(
        `HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: ${result.length}\r\n\r\n${result}`,
      );
    });
    const client = createServiceClient({ baseUrl: server.url, auth: basicAuth("DEMO-1", "key") });
    const answer = await client.pa.calculations.createOrUpdate(JOB, { data: {} });
    expect([answer.status, creates]).toEqual([201, 1]);
  });

  it("does not change what other fetches of the process get", async () => {
    await using server = await rawServer((socket) => {
      socket.write(
        `HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n`,
      );
    });
    const response = await fetch(server.url);
    expect([response.headers.get("content-encoding"), await response.text()]).toEqual(["gzip", ""]);
  });
});

describe("a body whose connection ends behind it", () => {
  it.each([1000, 65_536, 70_000, 140_000, 1_000_000])(
    "of %i bytes arrives though its reader is slower than the network",
    async (size) => {
      const bytes = Buffer.alloc(size, "0123456789");
      let head = "";
      await using server = await rawServer((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`);
        socket.end(bytes);
      });
      const client = createServiceClient({ baseUrl: server.url, auth: basicAuth("DEMO-1", "key") });
      const heads = ["Connection: close", `Content-Length: ${size}`, `Connection: close\r\nContent-Length: ${size}`];
      for (head of heads) {
        for (const pauseMs of [0, 20]) {
          const { data } = await client.pub.calculations.result(JOB, "1");
          await realTime(pauseMs);
          expect(bytes.equals(await data.bytes())).toBe(true);
          expect(data.mayBeCut).toBe(!head.includes("Length"));
        }
      }
    },
  );

  it("is not read ahead of its reader", async () => {
    let isDrained = false;
    await using server = await rawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
      socket.end(Buffer.alloc(64 * 1024 * 1024), () => {
        isDrained = true;
      });
    });
    const client = createServiceClient({ baseUrl: server.url, auth: basicAuth("DEMO-1", "key") });
    const { data } = await client.pub.calculations.result(JOB, "1");
    await realTime(200);
    expect(isDrained).toBe(false);
    await data.stream.cancel();
  });

  it("can be canceled, and the connection serves on", async () => {
    await using server = await rawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
      socket.end(Buffer.alloc(200_000));
    });
    const client = createServiceClient({ baseUrl: server.url, auth: basicAuth("DEMO-1", "key") });
    for (let read = 0; read < 5; read++) {
      const { data } = await client.pub.calculations.result(JOB, "1");
      await realTime(5);
      await data.stream.cancel();
    }
    const { data } = await client.pub.calculations.result(JOB, "1");
    expect((await data.bytes()).length).toBe(200_000);
  });
});
