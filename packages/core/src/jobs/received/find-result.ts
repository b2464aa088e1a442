import type { ResultBody } from "../../service/answer.ts";
import { isByteStream, lazyStream } from "../../service/http/byte-stream.ts";
import { streamedBody } from "../../service/http/result-body.ts";
import { kindOfJson } from "./content-kind.ts";

/** An answer with the state of a job instead of its result is shorter. */
const MAX_STATE_BYTES = 4096;

/**
 * Reads the beginning of an answer that may be the only copy of a result. `undefined` for a whole answer that contains nothing: it is
 * empty, `{}`, `{"data":null}`, only the id of a job or a status document, so the result must be read. Otherwise a body with all bytes of the
 * answer: an error at its beginning is an error of that body. Never throws.
 */
export async function findResult(body: ResultBody): Promise<ResultBody | undefined> {
  const isOfBytes = isByteStream(body.stream);
  const reader = body.stream.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  let end: { readonly error?: unknown } | undefined;
  while (length <= MAX_STATE_BYTES && end === undefined) {
    try {
      const { value } = await reader.read();
      if (value === undefined) end = {};
      else pieces.push(value);
      length += value?.length ?? 0;
    } catch (error) {
      end = { error };
    }
  }
  const isWhole = end !== undefined && !("error" in end) && length <= MAX_STATE_BYTES;
  if (isWhole && isWithoutResult(pieces)) return undefined;
  const { contentType, contentLength, mayBeCut, redact } = body;
  const stream = lazyStream({
    isOfBytes,
    async next() {
      const piece = pieces.shift();
      if (piece !== undefined) return ownView(piece);
      if (end !== undefined && "error" in end) throw end.error;
      const { value } = end === undefined ? await reader.read() : { value: undefined };
      return value && ownView(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return streamedBody(stream, { contentType, contentLength, mayBeCut, redact });
}

function isWithoutResult(pieces: readonly Uint8Array[]): boolean {
  const decoder = new TextDecoder();
  const text = pieces.map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode();
  if (text.trim() === "") return true;
  try {
    const { kind } = kindOfJson(JSON.parse(text));
    return kind === "nothing" || kind === "status" || kind === "job";
  } catch {
    return false;
  }
}

/** The same bytes. A byte stream takes no shared memory, so that is copied; it never comes from a network. */
function ownView({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array<ArrayBuffer> {
  if (buffer instanceof ArrayBuffer) return new Uint8Array(buffer, byteOffset, byteLength);
  return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
}

/** A JSON document in memory as a result. */
export function documentBody(bytes: Uint8Array): ResultBody {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  return streamedBody(stream, { contentType: "application/json", contentLength: bytes.length });
}
