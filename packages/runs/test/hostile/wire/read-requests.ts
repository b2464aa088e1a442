/** A request as it came on the wire. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  /** By name in lower case; the last value if a name is repeated. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

const endOfHead = Buffer.from("\r\n\r\n");
const lineEndBytes = Buffer.from("\r\n");

/** Reads requests from the bytes of one connection. Bodies have a length or come in chunks. */
export function createRequestReader(): (bytes: Buffer) => WireRequest[] {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const found: WireRequest[] = [];
    for (let next = readOne(rest); next !== undefined; next = readOne(rest)) {
      found.push(next.request);
      rest = rest.subarray(next.end);
    }
    return found;
  };
}

/** The first request of the bytes and where it ends; `undefined` until it is there whole. */
function readOne(bytes: Buffer): { request: WireRequest; end: number } | undefined {
  const headEnd = bytes.indexOf(endOfHead);
  if (headEnd === -1) return undefined;
  const [first = "", ...lines] = bytes.subarray(0, headEnd).toString("latin1").split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const from = headEnd + endOfHead.length;
  const isChunked = headers.get("transfer-encoding")?.toLowerCase() === "chunked";
  const read = isChunked
    ? readChunks(bytes, from)
    : readLength(bytes, from, Number(headers.get("content-length") ?? 0));
  return read && { request: { method, path, headers, body: read.body }, end: read.end };
}

function readLength(bytes: Buffer, from: number, length: number) {
  return bytes.length < from + length ? undefined : { body: bytes.subarray(from, from + length), end: from + length };
}

function readChunks(bytes: Buffer, from: number): { body: Buffer; end: number } | undefined {
  const pieces: Buffer[] = [];
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf(lineEndBytes, at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString("latin1"), 16);
    const start = lineEnd + lineEndBytes.length;
    if (bytes.length < start + size + lineEndBytes.length) return undefined;
    if (size === 0) return { body: Buffer.concat(pieces), end: start + lineEndBytes.length };
    pieces.push(bytes.subarray(start, start + size));
    at = start + size + lineEndBytes.length;
  }
}
