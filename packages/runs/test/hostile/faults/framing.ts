import { brotliCompressSync, deflateSync, zstdCompressSync } from "node:zlib";
import { type Encoded, encode, encodeHead } from "../wire/encode.ts";
import { type Fault, faultsOf } from "./fault.ts";

const wire = faultsOf("wire");

/** A pause of the process that is longer than any time limit for silence, seconds. */
const PAUSE_SECONDS = 75;

/** Half of a compressed body in a framing that is whole, so that only the end of the compression shows the cut. */
const cutCoding = (name: string, coding: string, compress: (bytes: Buffer) => Buffer) =>
  wire(`cut-${name}`, `half of a body in ${name}, as if it were whole`, async (exchange) => {
    const answer = exchange.act();
    exchange.noteSentBytes(answer, false);
    const packed = compress(answer.body);
    const half = packed.subarray(0, packed.length >> 1);
    const lines = [`Content-Encoding: ${coding}`, `Content-Length: ${half.length}`];
    await exchange.sendBytes(Buffer.concat([encodeHead(answer, lines), half]));
  });

/** Sends interim answers, in the same bytes as the answer, and then the answer. */
const interim = (name: string, title: string, statuses: readonly number[]) =>
  wire(name, title, async (exchange) => {
    const { answer, bytes, bodyAt } = encode(exchange.act());
    const heads = statuses.map((status) => Buffer.from(`HTTP/1.1 ${status} Interim\r\nX-Interim: 1\r\n\r\n`));
    const before = Buffer.concat(heads);
    const encoded: Encoded = { answer, bytes: Buffer.concat([before, bytes]), bodyAt: before.length + bodyAt };
    await exchange.send(encoded);
  });

/** What says how a body ends, and what may stand around it. The service acts. */
export const framingFaults: readonly Fault[] = [
  interim("continue", "`100 Continue` before the answer, which nobody asked for", [100]),
  interim("interim", "102, 100, 103 and 100 again before the answer", [102, 100, 103, 100]),
  wire("trailers", "the body comes in chunks, with fields after the last", async (exchange) => {
    const { status, body, ...answer } = exchange.act();
    if (status === 204 || body.length === 0) return exchange.send({ ...answer, status, body });
    exchange.noteSentBytes({ ...answer, status, body }, true);
    const lines = ["Transfer-Encoding: chunked", "Trailer: X-Check"];
    const size = body.length.toString(16);
    await exchange.sendBytes(encodeHead({ ...answer, status, body }, lines));
    await exchange.sendBytes(
      Buffer.concat([Buffer.from(`${size}\r\n`), body, Buffer.from("\r\n0\r\nX-Check: 1\r\n\r\n")]),
    );
  }),
  wire("no-length", "the body has no length, and ends with its connection", async (exchange) => {
    const answer = exchange.act();
    exchange.noteSentBytes(answer, true);
    await exchange.sendBytes(encodeHead(answer, ["Connection: close"]));
    await exchange.sendBytes(answer.body);
    exchange.end();
  }),
  wire("part", "the body is a part, as its `Content-Range` says", async (exchange) => {
    const answer = exchange.act();
    exchange.noteSentBytes(answer, false);
    const half = answer.body.subarray(0, answer.body.length >> 1);
    const lines = [`Content-Range: bytes 0-${half.length - 1}/${answer.body.length}`, `Content-Length: ${half.length}`];
    await exchange.sendBytes(Buffer.concat([encodeHead(answer, lines), half]));
  }),
  cutCoding("deflate", "deflate", deflateSync),
  cutCoding("brotli", "br", brotliCompressSync),
  cutCoding("zstd", "zstd", zstdCompressSync),
  wire("pause", `the process is paused for ${PAUSE_SECONDS} s in the middle of the body`, async (exchange) => {
    const encoded = encode(exchange.act());
    const middle = encoded.bodyAt + Math.floor((encoded.bytes.length - encoded.bodyAt) / 2);
    exchange.noteSentBytes(encoded.answer, true);
    await exchange.sendBytes(encoded.bytes.subarray(0, middle));
    exchange.leap(PAUSE_SECONDS);
    await exchange.sendBytes(encoded.bytes.subarray(middle));
  }),
];
