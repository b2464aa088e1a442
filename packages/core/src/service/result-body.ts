import type { ResultBody } from "./answer.ts";
import { ConnectionError, MalformedAnswerError, type ServiceErrorDetails, TimeoutError } from "./errors.ts";
import { announcedLength } from "./read-body.ts";
import { type Redact, safeCause } from "./redact.ts";
import type { RequestDeadline } from "./request-deadline.ts";

export interface ResultContext {
  readonly deadline: RequestDeadline;
  /** The longest silence between two pieces, seconds. */
  readonly silenceSeconds: number;
  /** Whose result it is, for errors. */
  readonly details: ServiceErrorDetails;
  readonly redact: Redact;
}

/**
 * The body of an answer as a result, to be read once: read from the network as it is asked for, never ahead. Cancelling the stream
 * closes the connection. The stream fails with a `ConnectionError` or a `TimeoutError`, or the reason of the caller's
 * signal, where it does not arrive whole.
 */
export function resultBody(response: Response, context: ResultContext): ResultBody {
  const contentType = context.redact(mediaType(response.headers));
  const contentLength = announcedLength(response.headers);
  const ending = /[/+]json$/.test(contentType) ? new JsonEnding() : undefined;
  const { stream, begun } = guardedStream(response, contentLength, ending, context);
  const bytes = async () => {
    if (begun() || stream.locked) throw new TypeError("the result was read before: its bytes are there once");
    return collect(stream);
  };
  const text = async () => new TextDecoder().decode(await bytes());
  return {
    contentType,
    contentLength,
    stream,
    redact: context.redact,
    bytes,
    text,
    json: async () => parseJson(await text(), "the result", context.details),
  };
}

/** The media type of an answer, without parameters. */
function mediaType(headers: Headers): string {
  const type = headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  return type === undefined || type === "" ? "application/octet-stream" : type;
}

function guardedStream(
  response: Response,
  announced: number | undefined,
  ending: JsonEnding | undefined,
  context: ResultContext,
) {
  const { deadline, silenceSeconds, details, redact } = context;
  const ofBytes = response.body !== null && isByteStream(response.body);
  const reader = response.body?.getReader();
  let received = 0;
  let begun = false;
  deadline.pause();

  const broken = (cause: unknown) => {
    if (deadline.signal.aborted && !deadline.timedOut) return deadline.signal.reason;
    const place = `after ${received} bytes${announced === undefined ? "" : ` of ${announced}`}`;
    if (deadline.timedOut) return new TimeoutError(`the result stopped arriving ${place}`, details);
    return new ConnectionError(`the result broke off ${place}`, { ...details, cause: safeCause(cause, redact) });
  };
  const fail = (controller: ReadableStreamController<Uint8Array>, cause: unknown) => {
    deadline.end();
    controller.error(broken(cause));
    reader?.cancel().catch(() => undefined);
  };

  const source = {
    async pull(controller: ReadableStreamController<Uint8Array>) {
      begun = true;
      try {
        deadline.allow(silenceSeconds);
        const piece = reader === undefined ? undefined : await deadline.within(reader.read());
        deadline.pause();
        if (piece?.value !== undefined) {
          received += piece.value.byteLength;
          ending?.see(piece.value);
          controller.enqueue(piece.value);
        } else if ((announced ?? received) !== received || ending?.isCut) {
          fail(controller, undefined);
        } else {
          deadline.end();
          controller.close();
          if ("byobRequest" in controller) controller.byobRequest?.respond(0);
        }
      } catch (cause) {
        fail(controller, cause);
      }
    },
    async cancel(reason: unknown) {
      begun = true;
      deadline.end();
      await reader?.cancel(reason);
    },
  };
  // Nothing is read before it is asked for.
  const stream = ofBytes
    ? new ReadableStream({ ...source, type: "bytes" }, { highWaterMark: 0 })
    : new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
  return { stream, begun: () => begun };
}

/** Whether a stream is one of bytes. What is read from such a stream belongs to the reader alone. */
export function isByteStream(stream: ReadableStream<Uint8Array>): boolean {
  try {
    stream.getReader({ mode: "byob" }).releaseLock();
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a JSON document that opens with a bracket ends with its counterpart. A fetch takes a compressed body that was
 * cut for a whole one; this is what is left to notice it by without parsing. UTF-16 is not judged: it opens with a byte order mark or a
 * NUL, or its last byte is a NUL.
 */
class JsonEnding {
  #first: number | undefined;
  #last: number | undefined;

  see(piece: Uint8Array): void {
    this.#first ??= piece.find((byte) => !isSpace(byte));
    this.#last = piece.findLast((byte) => !isSpace(byte)) ?? this.#last;
  }

  get isCut(): boolean {
    if (this.#last === 0) return false;
    if (this.#first === 0x7b) return this.#last !== 0x7d;
    return this.#first === 0x5b && this.#last !== 0x5d;
  }
}

const isSpace = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

async function collect(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}

/** @throws MalformedAnswerError that names the place and repeats nothing of the text */
export function parseJson(text: string, what: string, details: ServiceErrorDetails): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = error instanceof Error ? /position \d+/.exec(error.message)?.[0] : undefined;
    const place = position === undefined ? "" : ` (${position} of ${text.length})`;
    throw new MalformedAnswerError(`${what} is not JSON${place}`, details);
  }
}
