import { brotliCompressSync } from "node:zlib";
import { type Encoded, encode, encodeHead } from "../wire/encode.ts";
import { type Fault, faultsOf } from "./fault.ts";

const wire = faultsOf("wire");

/** A pause of the process that is longer than any time limit for silence, seconds. */
const PAUSE_SECONDS = 75;

/** What says how a body ends, and what may stand around it. The service acts. */
export const framingFaults: readonly Fault[] = [
  wire("interim", "102 and 103 before the answer, each twice", async (exchange) => {
    const { answer, bytes, bodyAt } = encode(exchange.act());
    const heads = [102, 103, 102, 103].map((status) =>
      Buffer.from(`HTTP/1.1 ${status} Interim\r\nX-Interim: 1\r\n\r\n`),
    );
    const before = Buffer.concat(heads);
    const encoded: Encoded = { answer, bytes: Buffer.concat([before, bytes]), bodyAt: before.length + bodyAt };
    await exchange.send(encoded);
  }),
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
  wire("cut-brotli", "half of a body in brotli, as if it were whole", async (exchange) => {
    const answer = exchange.act();
    exchange.noteSentBytes(answer, false);
    const packed = brotliCompressSync(answer.body);
    const half = packed.subarray(0, packed.length >> 1);
    const lines = ["Content-Encoding: br", `Content-Length: ${half.length}`];
    await exchange.sendBytes(Buffer.concat([encodeHead(answer, lines), half]));
  }),
  wire("pause", `the process is paused for ${PAUSE_SECONDS} s in the middle of the body`, async (exchange) => {
    const encoded = encode(exchange.act());
    const middle = encoded.bodyAt + Math.floor((encoded.bytes.length - encoded.bodyAt) / 2);
    exchange.noteSentBytes(encoded.answer, true);
    await exchange.sendBytes(encoded.bytes.subarray(0, middle));
    exchange.leap(PAUSE_SECONDS);
    await exchange.sendBytes(encoded.bytes.subarray(middle));
  }),
];
