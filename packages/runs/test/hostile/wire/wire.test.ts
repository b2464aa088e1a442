import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type Answer, encode } from "./encode.ts";
import { createRequestReader } from "./read-requests.ts";

const request = "PUT /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello";
const chunked = "POST /b HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";

describe("the reader of requests", () => {
  it("reads several from bytes that come one by one", () => {
    const read = createRequestReader();
    const bytes = Buffer.from(request + chunked);
    const found = [...bytes].flatMap((_, at) => read(bytes.subarray(at, at + 1)));
    expect(found.map(({ method, path, body }) => [method, path, body.toString()])).toEqual([
      ["PUT", "/a", "hello"],
      ["POST", "/b", "abcde"],
    ]);
  });

  it("reads several from bytes that come at once", () => {
    const found = createRequestReader()(Buffer.from(request + chunked + request));
    expect(found.map(({ path }) => path)).toEqual(["/a", "/b", "/a"]);
  });
});

describe("an answer on the wire", () => {
  const answer: Answer = {
    status: 200,
    headers: [["X-A", "1"]],
    body: Buffer.from("x".repeat(450)),
    framing: "length",
  };

  it("tells its length, or comes in chunks, compressed or not", () => {
    const [plain, pieces, packed] = (["length", "chunked", "gzip"] as const).map((framing) =>
      encode({ ...answer, framing }),
    );
    expect(plain?.bytes.toString()).toMatch(/^HTTP\/1\.1 200 .*Content-Length: 450\r\n.*X-A: 1\r\n.*\r\n\r\nx{450}$/s);
    expect(unchunked(pieces)).toEqual(answer.body);
    expect(gunzipSync(unchunked(packed))).toEqual(answer.body);
  });

  it("has no body where its status has none", () => {
    const { bytes, bodyAt } = encode({ ...answer, status: 204 });
    expect(bytes.length).toBe(bodyAt);
    expect(bytes.toString()).not.toContain("Content-Length");
  });
});

/** Decodes chunks with the reader of requests, because answers use the same encoding. */
function unchunked(encoded: ReturnType<typeof encode> | undefined): Buffer {
  const body = encoded?.bytes.subarray(encoded.bodyAt) ?? Buffer.alloc(0);
  const head = Buffer.from("PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
  return createRequestReader()(Buffer.concat([head, body]))[0]?.body ?? Buffer.alloc(0);
}
