import { isUtf8 } from "node:buffer";
import {
  defectOf,
  type Expected,
  HEAD_BYTES,
  type JsonContent,
  kindOfJson,
  mayBeJson,
  type StoredFile,
  showsOwnEnd,
  TAIL_BYTES,
} from "@analytics-engines/core";
import { arrowKind } from "@analytics-engines/core/basics";
import { openFile, readPieces, readWhole } from "../../files/open-file.ts";
import { MAX_HELD_BYTES } from "./read-stored.ts";

/** A chunk is inspected in a few milliseconds, so that the run goes on between two of them. */
const CHUNK_BYTES = 1024 * 1024;

type Findings = Pick<StoredFile, "tables" | "dates" | "unread" | "defect" | "end">;

/** A stored result to inspect. */
export interface InspectedFile {
  readonly path: string;
  readonly contentType: string;
  readonly bytes: number;
  /** What the result must be. Default: JSON where its type is JSON, otherwise anything. */
  readonly expects?: Expected | undefined;
  /** Whether bytes can be missing at the end, because nothing else proves it. Default: false. */
  readonly mayBeCut?: boolean | undefined;
  /** Removes credentials from the ids of tables, and from the text that is quoted of the result; without it nothing is quoted. */
  readonly redact?: ((text: string) => string) | undefined;
}

let last: Promise<unknown> = Promise.resolve();

/** Inspects a stored result, one at a time: finds its tables and dates, whether it is what it must be, and whether its tables are read. */
export function inspect(file: InspectedFile): Promise<Findings> {
  const findings = last.then(() => inspectNow(file));
  last = findings.catch(() => {});
  return findings;
}

async function inspectNow({
  path,
  contentType,
  bytes,
  expects = "document",
  mayBeCut = false,
  redact,
}: InspectedFile): Promise<Findings> {
  // Parsed, a large result would take several times its size in memory.
  const buffer = bytes > MAX_HELD_BYTES ? undefined : await readWhole(path, { maxBytes: MAX_HELD_BYTES });
  const { head, tail } =
    buffer === undefined
      ? await readEnds(path)
      : { head: buffer.subarray(0, HEAD_BYTES), tail: buffer.subarray(-TAIL_BYTES) };
  const inspection = mayBeJson(contentType, head)
    ? await (buffer === undefined ? inspectStream(path) : inspectContent(buffer))
    : await inspectArrow(head, bytes, async (from, length) =>
        buffer === undefined ? readPart(path, from, length) : buffer.subarray(from, from + length),
      );
  const findings = redact === undefined ? inspection.findings : withoutSecrets(inspection.findings, redact);
  const content = { contentType, bytes, head, tail, ...inspection };
  const defect = defectOf(content, expects, redact);
  if (defect !== undefined) return { ...findings, defect };
  const unread = mustHoldTables(expects) ? inspection.unread : undefined;
  return {
    // Without tables, the manifest says that the run did not decode the result.
    ...(unread === undefined ? findings : { unread: redact?.(unread) ?? unread }),
    ...(mayBeCut && !showsOwnEnd(content) && { end: "not-proved" }),
  };
}

/** Whether a result is expected to have tables. Other formats are kept and not read, whatever their form. */
function mustHoldTables(expects: Expected): boolean {
  return expects === "stach" || expects === "arrow" || expects === "any";
}

/** An id of a table is a text of the service: one that repeats a credential is replaced, and its place keeps it apart from others. */
function withoutSecrets(
  { tables, ...more }: Inspection["findings"],
  redact: (text: string) => string,
): Inspection["findings"] {
  if (tables === undefined) return more;
  const clean = tables.map(({ id, ...size }, index) => {
    const safe = redact(id);
    return { id: safe === id ? id : `${safe} (table ${index + 1})`, ...size };
  });
  return { ...more, tables: clean };
}

interface Inspection {
  readonly findings: Pick<StoredFile, "tables" | "dates">;
  readonly json?: JsonContent;
  /** The name of a version or a form of tables that is not read. */
  readonly unread?: string | undefined;
}

const brokenJson: Inspection = { findings: {}, json: { state: "broken" } };

async function inspectContent(content: Buffer): Promise<Inspection> {
  let value: unknown;
  try {
    value = JSON.parse(await jsonText(content));
  } catch {
    return brokenJson;
  }
  // A document is no table, so it does not load the decoder.
  const json = { state: "parsed", value } as const;
  const kind = kindOfJson(value);
  if (kind.kind === "unread") return { findings: { tables: [] }, json, unread: kind.form };
  return { findings: kind.kind === "tables" ? await decodedFindings(content) : { tables: [] }, json };
}

/** The sizes and dates of the tables of a result. Without them, the manifest says that the run did not decode the result. */
async function decodedFindings(content: Buffer): Promise<Inspection["findings"]> {
  const { decodeResultBytes, ResultDecodeError } = await import("@analytics-engines/core/results");
  try {
    const decoded = await decodeResultBytes(content);
    const tables = decoded.map(({ id, rowCount, columns }) => ({ id, rows: rowCount, columns: columns.length }));
    const [dates] = decoded.flatMap(({ metadata: { startDate, endDate } }) => {
      if (startDate === undefined && endDate === undefined) return [];
      return [{ ...(startDate !== undefined && { start: startDate }), ...(endDate !== undefined && { end: endDate }) }];
    });
    return dates === undefined ? { tables } : { tables, dates };
  } catch (error) {
    if (error instanceof ResultDecodeError) return {};
    throw error;
  }
}

/** @param read reads a part of the file */
async function inspectArrow(
  head: Uint8Array,
  size: number,
  read: (from: number, bytes: number) => Promise<Uint8Array>,
): Promise<Inspection> {
  if (arrowKind(head) === undefined) return { findings: {} };
  const { findUnreadArrow } = await import("@analytics-engines/core/results");
  return { findings: {}, unread: await findUnreadArrow(size, read) };
}

/** A result that is not held is not decoded, so that a run takes the same memory whatever its size: it is only whole JSON, or not. */
async function inspectStream(path: string): Promise<Inspection> {
  // Seldom needed, so loaded when it is.
  const { isJsonStream } = await import("@analytics-engines/core/results");
  try {
    const isWhole = await isJsonStream(textOnly(readPieces(path, { pieceBytes: CHUNK_BYTES })));
    return isWhole ? { findings: {}, json: { state: "long" } } : brokenJson;
  } catch (error) {
    if (error instanceof TypeError) return brokenJson;
    throw error;
  }
}

/** The text of JSON without its byte order mark. @throws TypeError or ResultDecodeError for bytes that are neither UTF-8 nor UTF-16 with a mark */
async function jsonText(bytes: Buffer): Promise<string> {
  if (bytes[0] === 0xef || isUtf8(bytes)) return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  // Seldom needed, so loaded when it is.
  const { utf8Of } = await import("@analytics-engines/core/results");
  return new TextDecoder("utf-8", { fatal: true }).decode(utf8Of(bytes));
}

/** Passes on a source. @throws TypeError for bytes that are neither UTF-8 nor UTF-16 with a byte order mark */
async function* textOnly(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { utf16Of } = await import("@analytics-engines/core/results");
  /** The first bytes of a character that the next chunk ends. */
  let incompleteCharacter = Buffer.alloc(0);
  let isFirst = true;
  let isUtf16 = false;
  for await (const chunk of source) {
    if (isFirst) isUtf16 = utf16Of(chunk) !== undefined;
    isFirst = false;
    if (!isUtf16) {
      // Only the end of the character that the last chunk began is needed.
      const ends = wholeLength(chunk);
      const first =
        incompleteCharacter.length === 0
          ? chunk.subarray(0, ends)
          : Buffer.concat([incompleteCharacter, chunk.subarray(0, ends)]);
      if (!isUtf8(first)) throw new TypeError("not UTF-8");
      incompleteCharacter = Buffer.from(chunk.subarray(ends));
    }
    yield chunk;
  }
  if (incompleteCharacter.length > 0) throw new TypeError("not UTF-8");
}

/** The number of bytes before a character of UTF-8 that is cut off at the end. */
function wholeLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** The first `HEAD_BYTES` and the last `TAIL_BYTES` of a file, or all there are. */
export async function readEnds(path: string): Promise<{ readonly head: Uint8Array; readonly tail: Uint8Array }> {
  await using file = await openFile(path);
  const { size } = await file.stat();
  const readAt = async (offset: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  };
  return { head: await readAt(0, HEAD_BYTES), tail: await readAt(Math.max(0, size - TAIL_BYTES), TAIL_BYTES) };
}

/** The `bytes` bytes of a file from the one at `from`, or all there are. */
async function readPart(path: string, from: number, bytes: number): Promise<Uint8Array> {
  await using file = await openFile(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, from);
  return buffer.subarray(0, bytesRead);
}
