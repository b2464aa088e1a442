import { lazyStream } from "../byte-stream.ts";
import { nodeZlib } from "./node.ts";

type Zlib = NonNullable<ReturnType<typeof nodeZlib>>;
type Decoder = ReturnType<Zlib["createGunzip"]>;

/** A compression whose end can be recognised. */
interface Coding {
  /** @param first the first byte of the body */
  readonly open: (zlib: Zlib, first: number) => Decoder;
  /** Whether another compressed part may follow the first. The decoder of gzip does that itself. */
  readonly mayRepeat?: true;
  /** Whether bytes of zero may follow the end. */
  readonly mayPad?: true;
}

/** The size of a decoded piece. */
const decoderOptions = { chunkSize: 64 * 1024 };
/** Node's fetch decodes no more codings of one body either. */
const MAX_CODINGS = 5;

const gzip: Coding = { open: (zlib) => zlib.createGunzip(decoderOptions), mayPad: true };
const codingsByName: Readonly<Record<string, Coding>> = {
  gzip,
  "x-gzip": gzip,
  // Some servers send the bare stream, without the header and the checksum that the standard asks for.
  deflate: {
    open: (zlib, first) =>
      (first & 0x0f) === 8 ? zlib.createInflate(decoderOptions) : zlib.createInflateRaw(decoderOptions),
  },
  br: { open: (zlib) => zlib.createBrotliDecompress(decoderOptions) },
  zstd: { open: (zlib) => zlib.createZstdDecompress(decoderOptions), mayRepeat: true },
};

/** The decoding of one body. */
interface Work {
  /** Pieces that are in a decoder. */
  pieces: number;
}

/** The bodies of which a reader waits for a piece. */
const waitingWork = new Set<Work>();

/** Whether a reader waits for the thread pool to decode a piece, which Node does not show. For clocks that stop while this process works. */
export function isDecoding(): boolean {
  return [...waitingWork].some(({ pieces }) => pieces > 0);
}

/** The codings of a header `Content-Encoding`, in the order in which they were applied. */
export function codingsIn(contentEncoding: string): string[] {
  const names = contentEncoding.split(",").map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== "" && name !== "identity");
}

/** Whether a fetch decodes a coding. */
export function isUsualCoding(name: string): boolean {
  return Object.hasOwn(codingsByName, name);
}

/**
 * Decodes a body strictly: the stream fails unless the compressed bytes end with the end of their format, and with the checksum that belongs to
 * it. `undefined` if the client cannot decode it. A body without a byte has no coding: servers name one for empty answers, too.
 */
export function decodedStream(
  body: ReadableStream<Uint8Array>,
  contentEncoding: string,
): ReadableStream<Uint8Array> | undefined {
  const zlib = nodeZlib();
  const names = codingsIn(contentEncoding);
  const codings = names.flatMap((name) => (Object.hasOwn(codingsByName, name) ? (codingsByName[name] ?? []) : []));
  const isComplete = codings.length === names.length && codings.length <= MAX_CODINGS;
  const hasZstd = typeof zlib?.createZstdDecompress === "function" || !names.includes("zstd");
  if (zlib === undefined || !isComplete || !hasZstd) return undefined;
  const reader = body.getReader();
  const work: Work = { pieces: 0 };
  let pieces: AsyncGenerator<Uint8Array> = piecesOf(reader);
  for (const coding of codings.reverse()) pieces = decode(pieces, coding, zlib, work);
  return lazyStream({
    isOfBytes: true,
    async next() {
      waitingWork.add(work);
      try {
        return exclusive((await pieces.next()).value);
      } finally {
        waitingWork.delete(work);
      }
    },
    async cancel(reason) {
      await reader.cancel(reason);
      // The decoders of a body that was canceled fail, which nobody needs to know.
      pieces.return(undefined).catch(() => undefined);
    },
  });
}

async function* piecesOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { value } = await reader.read();
    if (value === undefined) return;
    if (value.length > 0) yield value;
  }
}

async function* decode(
  source: AsyncGenerator<Uint8Array>,
  coding: Coding,
  zlib: Zlib,
  work: Work,
): AsyncGenerator<Uint8Array> {
  const input = new Input(source);
  for (let first = await input.peek(); first !== undefined; first = await input.peek()) {
    yield* decodePart(coding.open(zlib, first), input, work);
    if (coding.mayRepeat !== true) break;
  }
  for (let rest = await input.next(); rest !== undefined; rest = await input.next()) {
    if (coding.mayPad !== true || rest.some((byte) => byte !== 0)) {
      throw new Error("bytes follow the end of the compressed data");
    }
  }
}

/** Decodes until the compressed data ends, and puts the bytes after its end back. */
async function* decodePart(decoder: Decoder, input: Input, work: Work): AsyncGenerator<Uint8Array> {
  let writtenBytes = 0;
  let last: Uint8Array = new Uint8Array(0);
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  decoder.once("end", end).once("close", end);
  const decodePiece = async (piece: Uint8Array | undefined) => {
    work.pieces += 1;
    const { promise: isTaken, resolve } = Promise.withResolvers<void>();
    if (piece === undefined) decoder.end();
    else decoder.write(piece, () => resolve());
    // The decoder does not call back for a piece in which the data ends.
    await Promise.race([isTaken, isOver]);
    work.pieces -= 1;
  };
  const feed = async () => {
    while (!decoder.readableEnded && !decoder.destroyed) {
      const piece = await input.next();
      last = piece ?? last;
      writtenBytes += piece?.length ?? 0;
      await decodePiece(piece);
      if (piece === undefined) return;
    }
  };
  const feeding = feed().catch((error: unknown) => {
    decoder.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  for await (const piece of decoder) if (piece instanceof Uint8Array) yield piece;
  await feeding;
  const restBytes = writtenBytes - decoder.bytesWritten;
  if (restBytes > 0) input.putBack(last.subarray(last.length - restBytes));
}

/** Pieces that can be put back. */
class Input {
  readonly #source: AsyncGenerator<Uint8Array>;
  #piece: Uint8Array | undefined;

  constructor(source: AsyncGenerator<Uint8Array>) {
    this.#source = source;
  }

  /** The first byte of the next piece. */
  async peek(): Promise<number | undefined> {
    this.#piece ??= await this.next();
    return this.#piece?.[0];
  }

  async next(): Promise<Uint8Array | undefined> {
    const piece = this.#piece ?? (await this.#source.next()).value;
    this.#piece = undefined;
    return piece;
  }

  putBack(piece: Uint8Array): void {
    this.#piece = piece;
  }
}

/** A piece that shares its memory with no other: a byte stream gives the memory of its pieces away. */
function exclusive(piece: Uint8Array | undefined): Uint8Array<ArrayBuffer> | undefined {
  if (piece === undefined) return undefined;
  const { buffer, byteLength } = piece;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(piece);
}
