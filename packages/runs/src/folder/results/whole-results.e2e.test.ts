import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import zlib from "node:zlib";
import { basicAuth, createClient, IncompleteBodyError } from "@analytics-engines/core";
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { sampleSize } from "../../../../core/test/support/sample.ts";
import { rawServer } from "../../../../core/test/support/service/raw-server.ts";
import { type FormatSample, formatSamples } from "../../../test/support/result-formats.ts";
import { nodeFetch } from "../../network/fetch.ts";
import { createRunNames } from "../run-names.ts";
import { createRunStore } from "./run-store.ts";

const KEY = "report.pub.json";

interface Coding {
  readonly header: string | undefined;
  readonly encode: (bytes: Buffer) => Buffer;
}

const halves = (encode: (bytes: Buffer) => Buffer) => (bytes: Buffer) =>
  Buffer.concat([encode(bytes.subarray(0, bytes.length >> 1)), encode(bytes.subarray(bytes.length >> 1))]);
const zstd = (bytes: Buffer) => zlib.zstdCompressSync(bytes, { params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 } });

const codings: Readonly<Record<string, Coding>> = {
  none: { header: undefined, encode: (bytes) => bytes },
  identity: { header: "identity", encode: (bytes) => bytes },
  gzip: { header: "gzip", encode: (bytes) => zlib.gzipSync(bytes) },
  "gzip of two members": { header: "x-gzip", encode: halves((bytes) => zlib.gzipSync(bytes)) },
  deflate: { header: "deflate", encode: (bytes) => zlib.deflateSync(bytes) },
  brotli: { header: "br", encode: (bytes) => zlib.brotliCompressSync(bytes) },
  zstd: { header: "zstd", encode: zstd },
  "zstd without a checksum": { header: "zstd", encode: (bytes) => zlib.zstdCompressSync(bytes) },
};

/** How the end of a body is framed, and whether that shows that it was cut on the wire. */
const framings = ["length", "chunks", "connection", "longer length", "no last chunk", "range"] as const;
type Framing = (typeof framings)[number];

/** The answer with the bytes in a framing. A framing that ends with its connection closes it. */
function answerOf(
  { contentType }: FormatSample,
  { header }: Coding,
  framing: Framing,
  bytes: Buffer,
): { readonly head: string; readonly body: Buffer; readonly closes: boolean } {
  const chunk = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
  const chunks = bytes.length === 0 ? Buffer.alloc(0) : chunk;
  const shapes = {
    length: [`Content-Length: ${bytes.length}`, bytes],
    chunks: ["Transfer-Encoding: chunked", Buffer.concat([chunks, Buffer.from("0\r\n\r\n")])],
    connection: ["Connection: close", bytes],
    "longer length": [`Content-Length: ${bytes.length + 7}`, bytes],
    "no last chunk": ["Transfer-Encoding: chunked", chunks],
    range: [`Content-Range: bytes 0-${bytes.length - 1}/99999\r\nContent-Length: ${bytes.length}`, bytes],
  } as const;
  const [line, body] = shapes[framing];
  const coding = header === undefined ? "" : `Content-Encoding: ${header}\r\n`;
  const head = `HTTP/1.1 200 OK\r\nContent-Type: ${contentType}\r\n${coding}${line}\r\n\r\n`;
  return { head, body, closes: framing !== "length" && framing !== "chunks" && framing !== "range" };
}

let answer: ReturnType<typeof answerOf> | undefined;
const server = await rawServer((socket) => {
  if (answer === undefined) return void socket.destroy();
  socket.write(answer.head);
  socket.write(answer.body);
  if (answer.closes) socket.end();
});
const folder = await mkdtemp(path.join(tmpdir(), "whole-results-"));
const client = createClient({ baseUrl: server.url, auth: basicAuth("DEMO-1", "key"), fetch: nodeFetch({}) });
let reads = 0;

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** How a run reports the result: its bytes are `stored` for the caller to compare. */
async function receive(sample: FormatSample, coding: Coding, framing: Framing, bytes: Buffer) {
  answer = answerOf(sample, coding, framing, bytes);
  reads += 1;
  const own = path.join(folder, String(reads));
  await mkdir(own);
  const store = createRunStore(own, createRunNames([{ key: KEY, units: ["1"] }]));
  try {
    const { data } = await client.pub.calculations.result("0".repeat(32), "1");
    const { bytes: size, sha256, defect, end } = await store.store(KEY, "1", "result", data, sample.expects);
    return { word: defect === undefined ? (end ?? "whole") : "failure", size, sha256 } as const;
  } catch (error) {
    if (!(error instanceof IncompleteBodyError)) throw error;
    return { word: "lost" } as const;
  }
}

const sample = fc.constantFrom(...formatSamples);
const name = fc.constantFrom(...Object.keys(codings));
const codingOf = (key: string): Coding => codings[key] ?? { header: undefined, encode: (bytes) => bytes };

describe("a result from the wire", () => {
  it("is whole if its framing, its coding or its format shows its end, and is stored as it was sent", () =>
    fc.assert(
      fc.asyncProperty(
        sample,
        name,
        fc.constantFrom("length", "chunks", "connection"),
        async (format, key, framing) => {
          const coding = codingOf(key);
          const received = await receive(format, coding, framing, coding.encode(format.bytes));
          const isPlain = coding.header === undefined || coding.header === "identity";
          const isProved = framing !== "connection" || !isPlain || format.hasEnd || format.name === "Arrow stream";
          expect(received).toMatchObject({ word: isProved ? "whole" : "not-proved", size: format.bytes.length });
        },
      ),
      { numRuns: sampleSize(400) },
    ));

  it("is never whole if it was cut anywhere, in any format, coding and framing", () =>
    fc.assert(
      fc.asyncProperty(
        sample,
        name,
        fc.constantFrom(...framings),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        async (format, key, framing, share) => {
          const coding = codingOf(key);
          const encoded = coding.encode(format.bytes);
          const cut = encoded.subarray(0, Math.floor(share * encoded.length));
          const received = await receive(format, coding, framing, cut);
          const isPlain = coding.header === undefined || coding.header === "identity";
          const isFramed = framing === "length" || framing === "chunks";
          // A sender that frames a part of a format without an end as if it were all of it cannot be detected.
          if (isPlain && isFramed && !format.hasEnd && cut.length > 0) return;
          // The length of the first member or frame of two is a whole of its own.
          if (
            key.includes("two") &&
            cut.equals(coding.encode(format.bytes).subarray(0, cut.length)) &&
            received.word === "whole"
          ) {
            expect(received.size).toBe(format.bytes.length >> 1);
            return;
          }
          expect(["lost", "failure", "not-proved"]).toContain(received.word);
          if (received.word === "not-proved")
            expect([isPlain, framing, format.hasEnd]).toEqual([true, "connection", false]);
        },
      ),
      { numRuns: sampleSize(1500) },
    ));

  it.each(Object.keys(codings))(
    "is never whole without its last byte, its last four or its last eight: %s",
    async (key) => {
      const coding = codingOf(key);
      const csv = formatSamples.find((one) => one.name === "CSV");
      if (csv === undefined || coding.header === undefined || coding.header === "identity") return;
      const encoded = coding.encode(csv.bytes);
      for (const missing of [1, 4, 8]) {
        for (const framing of ["length", "chunks", "connection"] as const) {
          const { word } = await receive(csv, coding, framing, encoded.subarray(0, -missing));
          expect([missing, framing, word]).toEqual([missing, framing, "lost"]);
        }
      }
    },
  );

  it.each(["range", "no last chunk", "longer length"] as const)(
    "is lost with all its bytes in the framing: %s",
    async (framing) => {
      for (const format of formatSamples) {
        expect((await receive(format, codingOf("none"), framing, format.bytes)).word).toBe("lost");
      }
    },
  );

  it("is lost in a coding that the client cannot decode", async () => {
    for (const header of ["compress", "gzip, aws-chunked", "deflate, gzip"]) {
      for (const format of formatSamples) {
        expect((await receive(format, { header, encode: (bytes) => bytes }, "length", format.bytes)).word).toBe("lost");
      }
    }
  });
});
