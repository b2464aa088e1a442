import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scriptedServer } from "../../../test/support/service/scripted-server.ts";
import { mayHaveActed } from "../../jobs/policy.ts";
import { createVirtualClock } from "../../testing/index.ts";
import { bearerToken } from "../auth/auth.ts";
import { type Client, createServiceClient } from "../client/client.ts";
import { AnswerTooLargeError, BadRequestError, MalformedAnswerError } from "../errors/errors.ts";
import { bodyLimit, bodyLimits, readBeginning, readBytes } from "./read-body.ts";
import { RequestDeadline } from "./request-deadline.ts";

const connect = (baseUrl: string) =>
  createServiceClient({ baseUrl, auth: bearerToken("token-0123456789"), random: () => 0 });
const MiB = 1024 * 1024;

/** 80 MiB of white space without JSON, packed into a thousandth of the bytes. */
const bomb = gzipSync(Buffer.alloc(80 * MiB, " "), { level: 1 });

/** The error with which a call is rejected. */
async function errorOf(call: Promise<unknown>): Promise<Error> {
  const error = await call.catch((reason) => reason);
  if (!(error instanceof Error)) throw new Error("no error");
  return error;
}

describe("a body that is not a result", () => {
  const reads: readonly [string, number, (client: Client) => Promise<unknown>][] = [
    ["a status", 16 * MiB, (client) => client.pa.calculations.status("1")],
    ["a status", 16 * MiB, (client) => client.fiab.calculations.status("1")],
    ["a list", 64 * MiB, (client) => client.pa.components.list({ document: "x" })],
    ["the parameters of a job", 64 * MiB, (client) => client.pa.calculations.parameters("1")],
  ];

  test.each(reads)("(%s) is not read beyond %i bytes after decompression", async (what, limitBytes, read) => {
    await using server = await scriptedServer((_, response) =>
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb),
    );
    const before = process.memoryUsage().arrayBuffers;
    const error = await errorOf(read(connect(server.url)));
    const grown = process.memoryUsage().arrayBuffers - before;
    expect(error).toBeInstanceOf(AnswerTooLargeError);
    expect(error).toBeInstanceOf(MalformedAnswerError);
    expect(error).toMatchObject({ code: "answer-too-large", limitBytes });
    expect(error.message).toContain(`answered with more, and the limit for ${what} is ${limitBytes} bytes`);
    // While the buffer grows, the old and the new one are in memory.
    expect(grown).toBeLessThan(3 * limitBytes + 8 * MiB);
    expect(mayHaveActed(error)).toBe(true);
  });

  test.each(reads)("(%s) is not read at all where it announces more", async (_, limitBytes, read) => {
    const closed = Promise.withResolvers<void>();
    await using server = await scriptedServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": limitBytes + 1 });
      response.write("{");
      response.on("close", closed.resolve);
    });
    const error = await errorOf(read(connect(server.url)));
    expect(error).toMatchObject({ name: "AnswerTooLargeError", limitBytes });
    expect(error.message).toContain(`answered with ${limitBytes + 1} bytes`);
    await closed.promise;
  });

  test("(an answer without a document) has a limit, too", async () => {
    await using server = await scriptedServer((_, response) => response.writeHead(202).end(Buffer.alloc(MiB)));
    const body = { account: { id: "Client:Account.ACCT" }, dates: { startdate: "-1M", enddate: "0" } };
    const error = await connect(server.url)
      .fiab.calculations.create(body)
      .catch((reason) => reason);
    expect(error).toMatchObject({ name: "AnswerTooLargeError", limitBytes: 64 * 1024 });
    expect(mayHaveActed(error)).toBe(true);
  });

  test("(a 204) has no body, whatever length it announces", async () => {
    const headers = { "content-length": `${100 * MiB}` };
    const fetch = async () => new Response(null, { status: 204, headers });
    const client = createServiceClient({ baseUrl: "https://api.vendor.example", auth: bearerToken("t"), fetch });
    expect((await client.pa.calculations.cancel("1")).status).toBe(204);
  });

  test("(an error) is read to its limit, and its status counts", async () => {
    await using server = await scriptedServer((_, response) =>
      response.writeHead(400, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb),
    );
    const before = process.memoryUsage().arrayBuffers;
    await expect(connect(server.url).pa.calculations.status("1")).rejects.toThrow(BadRequestError);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * MiB);
  });

  test("(an error) that breaks off shows the part that arrived", async () => {
    await using server = await scriptedServer((_, response) => {
      response.writeHead(404, { "content-length": 1000 });
      response.write('{"errors":[{"detail":"gone"}]}', () => response.destroy());
    });
    await expect(connect(server.url).pa.calculations.result("1", "2")).rejects.toMatchObject({
      errors: [{ detail: "gone" }],
    });
  });

  test("of every kind has one limit", () => {
    expect(bodyLimit("PACalculationParametersRoot")).toBe(bodyLimits.parameters);
    expect(bodyLimit("NPOOptimizationParametersRoot")).toBe(bodyLimits.parameters);
    expect(bodyLimit("CalculationInfoRoot")).toBe(bodyLimits.status);
    expect(bodyLimit("FIABCalculationStatus")).toBe(bodyLimits.status);
    expect(bodyLimit("CalculationsSummaryRoot")).toBe(bodyLimits.list);
    expect(bodyLimit("LinkedPATemplateRoot")).toBe(bodyLimits.list);
    expect(bodyLimit("none")).toBe(bodyLimits.none);
  });
});

describe("a bounded read", () => {
  const deadline = () => new RequestDeadline(createVirtualClock());
  const answer = (pieces: readonly Uint8Array[]) =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(piece);
          controller.close();
        },
      }),
    );

  test("gives the bytes up to its limit, and says whether these are all", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 20 })), fc.nat(200), async (pieces, most) => {
        const whole = Buffer.concat(pieces);
        const { bytes, end } = await readBeginning(answer(pieces), most, deadline());
        expect([Buffer.from(bytes), end]).toEqual([whole.subarray(0, most), whole.length <= most ? "whole" : "limit"]);
      }),
    ));

  test("keeps the characters that are split between pieces", async () => {
    const pieces = [...Buffer.from("Zürich €")].map((byte) => new Uint8Array([byte]));
    const bytes = await readBytes(answer(pieces), bodyLimits.status, deadline(), {});
    expect(new TextDecoder().decode(bytes)).toBe("Zürich €");
  });
});
