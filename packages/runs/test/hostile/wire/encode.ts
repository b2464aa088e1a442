import { gzipSync } from "node:zlib";

/** How the length of a body is sent. `gzip`: compressed, and in chunks, as the service does it. */
export type Framing = "length" | "chunked" | "gzip";

/** An answer before it is bytes. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly contentType?: string;
  readonly body: Buffer;
  readonly framing: Framing;
  /** The result or document that this answer gives away. */
  readonly gives?: Given;
}

/** What an answer gives away, as the service made it. */
export interface Given {
  readonly jobId: string;
  readonly unitId: string;
  /** A `result` is given once. An `info` or a `document` is given as often as it is asked for. */
  readonly kind: "result" | "info" | "document";
  readonly made: Buffer;
}

/** An answer as bytes. */
export interface Encoded {
  readonly answer: Answer;
  readonly bytes: Buffer;
  /** Where the body begins. */
  readonly bodyAt: number;
}

const withoutBody = new Set([204, 304]);
const CHUNK_BYTES = 200;

export function encode(answer: Answer): Encoded {
  const { status, headers, contentType, framing } = answer;
  const body = withoutBody.has(status) ? Buffer.alloc(0) : answer.body;
  const wire = framing === "length" ? body : chunks(framing === "gzip" ? gzipSync(body) : body);
  const framed = [
    ...(framing === "length" ? [`Content-Length: ${wire.length}`] : ["Transfer-Encoding: chunked"]),
    ...(framing === "gzip" ? ["Content-Encoding: gzip"] : []),
  ];
  const lines = [
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    ...(withoutBody.has(status) ? [] : framed),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    "Keep-Alive: timeout=600",
  ];
  const head = Buffer.from(`HTTP/1.1 ${status} Status\r\n${lines.join("\r\n")}\r\n\r\n`, "latin1");
  const isBare = withoutBody.has(status);
  return { answer, bytes: isBare ? head : Buffer.concat([head, wire]), bodyAt: head.length };
}

/** The head of an answer alone, with these lines in place of those for the length. */
export function encodeHead({ status, headers, contentType }: Answer, lines: readonly string[]): Buffer {
  const all = [
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    ...lines,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(`HTTP/1.1 ${status} Status\r\n${all.join("\r\n")}\r\n\r\n`, "latin1");
}

function chunks(body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += CHUNK_BYTES) {
    const piece = body.subarray(at, at + CHUNK_BYTES);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n"));
  }
  return Buffer.concat([...pieces, Buffer.from("0\r\n\r\n")]);
}
