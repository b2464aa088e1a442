import { encode, encodeHead } from "../wire/encode.ts";
import { type Fault, faultsOf } from "./fault.ts";

const wire = faultsOf("wire");

/** More bytes of headers than any client reads. */
const ENDLESS_HEAD_BYTES = 1024 * 1024;

/** Half of the body of an answer; the end of its head where it has no body. */
const middle = ({ bytes, bodyAt }: ReturnType<typeof encode>) => bodyAt + Math.floor((bytes.length - bodyAt) / 2);

/** What happens to bytes, connections and lengths. The service acts, except where the fault says otherwise. */
export const wireFaults: readonly Fault[] = [
  wire("unheard", "the connection is reset before the service acts", async (exchange) => exchange.reset()),
  wire("reset", "the connection is reset in place of the answer", async (exchange) => {
    exchange.act();
    exchange.reset();
  }),
  wire("closed", "the connection ends in place of the answer", async (exchange) => {
    exchange.act();
    exchange.end();
  }),
  wire("cut-head", "the answer ends within its head", async (exchange) => {
    const encoded = encode(exchange.act());
    await exchange.send(encoded, Math.floor(encoded.bodyAt / 2));
    exchange.end();
  }),
  wire("cut-body", "the answer ends in the middle of its body", async (exchange) => {
    const encoded = encode(exchange.act());
    await exchange.send(encoded, middle(encoded));
    exchange.end();
  }),
  wire("reset-body", "the connection is reset in the middle of the body", async (exchange) => {
    const encoded = encode(exchange.act());
    await exchange.sendAndReset(encoded, middle(encoded));
  }),
  wire("closed-after", "the connection ends after the whole answer, unannounced", async (exchange) => {
    await exchange.send(exchange.act());
    exchange.end();
  }),
  wire("reset-next", "the next request on the connection is reset before the service acts", async (exchange) => {
    exchange.connection.isDead = true;
    await exchange.send(exchange.act());
  }),
  wire("too-long", "the announced length is 10 bytes more than there are", async (exchange) => {
    const answer = exchange.act();
    exchange.noteSentBytes(answer, false);
    await exchange.sendBytes(encodeHead(answer, [`Content-Length: ${answer.body.length + 10}`]));
    await exchange.sendBytes(answer.body);
    exchange.end();
  }),
  wire("too-short", "the announced length is 10 bytes less than there are", async (exchange) => {
    const answer = exchange.act();
    exchange.noteSentBytes(answer, false);
    await exchange.sendBytes(encodeHead(answer, [`Content-Length: ${Math.max(0, answer.body.length - 10)}`]));
    await exchange.sendBytes(answer.body);
  }),
  wire("bad-chunk", "a chunk has a size that is no number", async (exchange) => {
    const answer = exchange.act();
    exchange.noteSentBytes(answer, false);
    await exchange.sendBytes(encodeHead(answer, ["Transfer-Encoding: chunked"]));
    await exchange.sendBytes(Buffer.concat([Buffer.from("5\r\n"), answer.body.subarray(0, 5)]));
    await exchange.sendBytes(Buffer.from("\r\nzz\r\nrest\r\n0\r\n\r\n"));
  }),
  wire("no-last-chunk", "the last chunk is missing", async (exchange) => {
    const answer = exchange.act();
    exchange.noteSentBytes(answer, false);
    await exchange.sendBytes(encodeHead(answer, ["Transfer-Encoding: chunked"]));
    const size = answer.body.length.toString(16);
    if (answer.body.length > 0) await exchange.sendBytes(Buffer.concat([Buffer.from(`${size}\r\n`), answer.body]));
    exchange.end();
  }),
  wire("cut-gzip", "half of a compressed body, as if it were whole", async (exchange) => {
    const answer = exchange.act();
    const packed = encode({ ...answer, framing: "gzip" });
    exchange.noteSentBytes(answer, false);
    const half = packed.bytes.subarray(packed.bodyAt, middle(packed));
    const lines = ["Content-Encoding: gzip", `Content-Length: ${half.length}`];
    await exchange.sendBytes(Buffer.concat([encodeHead(answer, lines), half]));
  }),
  wire("no-gzip", "a body that is called compressed and is not", async (exchange) => {
    const answer = exchange.act();
    exchange.noteSentBytes(answer, false);
    const lines = ["Content-Encoding: gzip", `Content-Length: ${answer.body.length}`];
    await exchange.sendBytes(Buffer.concat([encodeHead(answer, lines), answer.body]));
  }),
  wire("endless-head", "header lines without end", async (exchange) => {
    const answer = exchange.act();
    const line = Buffer.from(`X-Pad: ${"x".repeat(1000)}\r\n`);
    const head = encodeHead(answer, []);
    await exchange.sendBytes(head.subarray(0, head.length - 2));
    for (let sent = 0; sent < ENDLESS_HEAD_BYTES; sent += line.length) {
      if (exchange.connection.socket.destroyed) return;
      await exchange.sendBytes(line);
    }
    exchange.reset();
  }),
  wire("silence", "the service acts and never answers", async (exchange) => {
    exchange.act();
    await exchange.pause(Number.POSITIVE_INFINITY);
  }),
  wire("delay", "the answer takes 90 s", async (exchange) => {
    const answer = exchange.act();
    await exchange.pause(90);
    await exchange.send(answer);
  }),
  wire("drip", "the body comes in five pieces, 20 s between them", async (exchange) => {
    const { answer, bytes, bodyAt } = encode(exchange.act());
    const step = Math.max(1, Math.ceil((bytes.length - bodyAt) / 5));
    await exchange.sendBytes(bytes.subarray(0, bodyAt));
    for (let at = bodyAt; at < bytes.length; at += step) {
      await exchange.pause(20);
      if (exchange.connection.socket.destroyed) return;
      exchange.noteSentBytes(answer, at + step >= bytes.length);
      await exchange.sendBytes(bytes.subarray(at, at + step));
    }
  }),
];
