import type { ResultBody } from "../../service/answer.ts";
import { lazyStream, streamedBody } from "../../service/http/result-body.ts";
import { kindOfJson } from "./content-kind.ts";

/** An answer with the state of a job instead of its result is shorter. */
const MAX_STATE_BYTES = 4096;

/**
 * Reads the beginning of an answer that may be the only copy of a result. `undefined` for a whole answer that contains nothing: it is
 * empty, `{}`, `{"data":null}`, only the id of a job or a status document, so the result must be read. Otherwise a body with all bytes of the
 * answer: an error at its beginning is an error of that body. Never throws.
 */
export async function findResult(body: ResultBody): Promise<ResultBody | undefined> {
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
    async next() {
      const piece = pieces.shift();
      if (piece !== undefined) return piece;
      if (end !== undefined && "error" in end) throw end.error;
      return end === undefined ? (await reader.read()).value : undefined;
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
