import type { ResultBody } from "../answer.ts";
import { ConnectionError, MalformedAnswerError, type ServiceErrorDetails, TimeoutError } from "../errors/errors.ts";
import { type Redact, safeCause } from "../secrets/secrets.ts";
import { announcedLength } from "./read-body.ts";
import type { RequestDeadline } from "./request-deadline.ts";

export interface ResultContext {
  readonly deadline: RequestDeadline;
  /** The longest pause between two pieces, seconds. */
  readonly silenceSeconds: number;
  /** The request, for errors. */
  readonly details: ServiceErrorDetails;
  readonly redact: Redact;
}

/**
 * The body of an answer as a result that can be read once. It is read on demand. Canceling the stream closes
 * the connection. If the body does not arrive whole, the stream fails with a `ConnectionError`, a `TimeoutError` or the reason of the
 * caller's signal. A part of a result, as its answer calls it, and a
 * coding that the client cannot decode fail after the last byte.
 */
export function resultBody(response: Response, context: ResultContext): ResultBody {
  const { details, redact } = context;
  const contentType = redact(mediaType(response.headers));
  const contentLength = announcedLength(response.headers);
  const { mayBeCut, problem } = endOfBody(response);
  const ending = /[/+]json$/.test(contentType) ? new JsonEnding() : undefined;
  const end = { announcedBytes: contentLength, ending, problem };
  return streamedBody(guardedStream(response, end, context), {
    contentType,
    contentLength,
    mayBeCut,
    redact,
    details,
  });
}

/**
 * A result around a stream of its bytes.
 * @param details the request, for errors
 */
export function streamedBody(
  stream: ReadableStream<Uint8Array>,
  { details, ...facts }: Omit<ResultBody, "stream" | "bytes" | "text" | "json"> & { details?: ServiceErrorDetails },
): ResultBody {
  const bytes = async () => {
    let response: Response;
    try {
      response = new Response(stream);
    } catch {
      throw new TypeError("the result was read before: the service gives its bytes once");
    }
    return new Uint8Array(await response.arrayBuffer());
  };
  const text = async () => new TextDecoder().decode(await bytes());
  return { ...facts, stream, bytes, text, json: async () => parseJson(await text(), "the result", details) };
}

/** The media type of an answer, without parameters. */
function mediaType(headers: Headers): string {
  const type = headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  return type === undefined || type === "" ? "application/octet-stream" : type;
}

/** What the end of a body proves, which the head of its answer says. */
interface BodyEnd {
  /** Whether bytes can be missing although the body ends without an error. */
  readonly mayBeCut: boolean;
  /** Why the body is no whole document whatever arrives, in words that follow "it arrived". */
  readonly problem?: string;
}

/** The codings that a fetch decodes itself. */
const usualCodings: readonly string[] = ["gzip", "x-gzip", "deflate", "br", "zstd"];

/**
 * The rule for a body that is whole, as far as its framing can show it: a length that agrees, or chunks with an end. A body that ends with its
 * connection can be cut without an error; so can one that a fetch has decoded, because it decodes leniently. Then only the format can show the end.
 */
function endOfBody({ headers, status }: Response): BodyEnd {
  const range = headers.get("content-range");
  const isMultipart = /^multipart\/byteranges\b/i.test(headers.get("content-type") ?? "");
  if (range !== null || isMultipart) {
    return { mayBeCut: true, problem: `only as a part of it (Content-Range: ${range ?? "several"})` };
  }
  const codings = codingsIn(headers.get("content-encoding") ?? "");
  const transfer = codingsIn(headers.get("transfer-encoding") ?? "");
  // No fetch decodes several, and no service sends them.
  const isUsual = codings.length === 0 || (codings.length === 1 && usualCodings.includes(codings.join()));
  const undecoded = [...(isUsual ? [] : codings), ...transfer.filter((name) => name !== "chunked")];
  if (undecoded.length > 0) {
    return { mayBeCut: true, problem: `in the coding "${undecoded.join(", ")}", which cannot be decoded` };
  }
  if (status === 206 || codings.length > 0) return { mayBeCut: true };
  const hasLength = /^\d{1,15}$/.test(headers.get("content-length") ?? "");
  return { mayBeCut: !hasLength && transfer.at(-1) !== "chunked" };
}

/** The codings of a header, in the order in which they were applied. */
function codingsIn(header: string): string[] {
  const names = header.split(",").map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== "" && name !== "identity");
}

/** What must be true of a body at its end. */
interface ExpectedEnd {
  /** The announced length, bytes. */
  readonly announcedBytes: number | undefined;
  readonly ending: JsonEnding | undefined;
  readonly problem: string | undefined;
}

function guardedStream(
  response: Response,
  { announcedBytes, ending, problem }: ExpectedEnd,
  { deadline, silenceSeconds, details, redact }: ResultContext,
): ReadableStream<Uint8Array> {
  const reader = response.body?.getReader();
  let receivedBytes = 0;
  deadline.pause();

  const broken = (cause: unknown) => {
    if (deadline.signal.aborted && !deadline.timedOut) return deadline.signal.reason;
    const progress = `after ${receivedBytes} bytes${announcedBytes === undefined ? "" : ` of ${announcedBytes}`}`;
    if (deadline.timedOut) return new TimeoutError(`the result stopped arriving ${progress}`, details);
    if (cause instanceof ConnectionError) return cause;
    return new ConnectionError(`the result broke off ${progress}`, { ...details, cause: safeCause(cause, redact) });
  };

  return lazyStream({
    async next() {
      try {
        deadline.allow(silenceSeconds);
        const piece = reader && (await deadline.within(reader.read())).value;
        deadline.pause();
        if (piece === undefined && problem !== undefined) {
          throw new ConnectionError(`the result arrived ${redact(problem)}, ${receivedBytes} bytes`, details);
        }
        if (piece === undefined && ((announcedBytes ?? receivedBytes) !== receivedBytes || ending?.isCut))
          throw undefined;
        if (piece === undefined) deadline.end();
        receivedBytes += piece?.byteLength ?? 0;
        if (piece !== undefined) ending?.see(piece);
        return piece;
      } catch (cause) {
        deadline.end();
        reader?.cancel().catch(() => undefined);
        throw broken(cause);
      }
    },
    async cancel(reason) {
      deadline.end();
      await reader?.cancel(reason);
    },
  });
}

interface LazySource {
  /** The next piece, or `undefined` at the end. If it rejects, the stream fails with the same error. */
  readonly next: () => Promise<Uint8Array | undefined>;
  readonly cancel: (reason: unknown) => Promise<void>;
}

/** A stream that asks for a piece only when its reader does. */
export function lazyStream({ next, cancel }: LazySource): ReadableStream<Uint8Array> {
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const piece = await next();
    if (piece === undefined) controller.close();
    else controller.enqueue(piece);
  };
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}

/**
 * Checks whether a JSON document that begins with a bracket ends with the other bracket. A fetch does not notice that a compressed
 * body was cut; this check does, without parsing. UTF-16 passes: it begins with a byte order mark or a NUL, or ends with a NUL.
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

/** Parses JSON. @throws MalformedAnswerError that names the place, without any of the text */
export function parseJson(text: string, what: string, details: ServiceErrorDetails | undefined): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = error instanceof Error ? /position \d+/.exec(error.message)?.[0] : undefined;
    const positionNote = position === undefined ? "" : ` (${position} of ${text.length})`;
    throw new MalformedAnswerError(`${what} is not JSON${positionNote}`, details);
  }
}
