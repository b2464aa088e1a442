import { type FileKind, type JsonContent, kindOfFile } from "./content-kind.ts";

/** A PDF has its end mark in this many last bytes: its readers search there. */
const PDF_END_BYTES = 1024;
const ZIP_END = 22;
const ZIP64_LOCATOR = 20;
const MAX_ZIP_COMMENT_BYTES = 0xffff;

/** The number of last bytes that show whether a file is whole. */
export const TAIL_BYTES = ZIP64_LOCATOR + ZIP_END + MAX_ZIP_COMMENT_BYTES;

/** Both ends of a file. */
export interface FileEnds {
  /** The first bytes. */
  readonly head: Uint8Array;
  /** The last `TAIL_BYTES`, or all there are. */
  readonly tail: Uint8Array;
  /** The length of the file. */
  readonly bytes: number;
}

/**
 * Whether a file lacks the end of its format. A proxy can cut an answer, and send the length of the
 * rest. An Arrow stream may end after any of its batches, so it always passes.
 */
export function isCutOff(kind: FileKind, { head, tail, bytes }: FileEnds): boolean {
  switch (kind) {
    case "pdf":
      return !latin1(tail.subarray(-PDF_END_BYTES)).includes("%%EOF");
    case "pptx":
      return !hasZipEnd(tail, bytes);
    case "arrow":
      return !hasArrowEnd(head, tail, bytes);
  }
}

/** Bytes that arrived, with what is known of their JSON. */
export interface ArrivedContent extends FileEnds {
  readonly json?: JsonContent;
}

/**
 * Whether the format of the bytes shows that none is missing after the last. It decides where the wire did not: for an answer without a length
 * that its connection ended, for one. CSV, XML and the binary formats of tables have no end.
 */
export function showsOwnEnd({ json, ...ends }: ArrivedContent): boolean {
  // A number that is cut is a number, too.
  if (json?.state === "parsed") return typeof json.value === "object" || typeof json.value === "string";
  if (json?.state === "long") return true;
  const { head, tail, bytes } = ends;
  switch (kindOfFile(head)) {
    case "pdf":
      return hasLastPdfEnd(tail, bytes);
    case "pptx":
      return hasZipEnd(tail, bytes);
    case "arrow":
      return isArrowStream(head) ? hasArrowStreamEnd(tail) : hasArrowEnd(head, tail, bytes);
    case undefined:
      return false;
  }
}

/** Whether a PDF has nothing after its end mark. The first part of a PDF for the web ends with such a mark, too, but with a position of 0. */
function hasLastPdfEnd(tail: Uint8Array, bytes: number): boolean {
  const position = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(latin1(tail.subarray(-PDF_END_BYTES)))?.[1] ?? 0);
  return position > 0 && position < bytes;
}

const isArrowStream = (head: Uint8Array) => head.subarray(0, 4).every((byte) => byte === 0xff);

/** Whether an Arrow stream ends with the mark that its writer may leave out. */
function hasArrowStreamEnd(tail: Uint8Array): boolean {
  return latin1(tail.subarray(-8)) === "\xff\xff\xff\xff\0\0\0\0";
}

/** Whether a file ends with the mark with which it begins. */
function hasArrowEnd(head: Uint8Array, tail: Uint8Array, bytes: number): boolean {
  const mark = ["ARROW1", "FEA1"].find((text) => latin1(head.subarray(0, text.length)) === text);
  return mark === undefined || (bytes >= 2 * mark.length && latin1(tail.subarray(-mark.length)) === mark);
}

/**
 * Whether a ZIP archive has its end record. The list of its files must end where the record begins: an archive
 * within the archive has a record with other positions.
 */
function hasZipEnd(tail: Uint8Array, bytes: number): boolean {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  for (let at = tail.length - ZIP_END; at >= 0; at--) {
    if (view.getUint32(at, true) !== 0x06054b50) continue;
    const position = bytes - tail.length + at;
    const comment = view.getUint16(at + 20, true);
    if (position + ZIP_END + comment > bytes) continue;
    const listEnd = view.getUint32(at + 16, true) + view.getUint32(at + 12, true);
    if (listEnd === position || hasZip64End(view, at - ZIP64_LOCATOR, position - ZIP64_LOCATOR)) return true;
  }
  return false;
}

/** Large archives have a second record, and its position before the first one. */
function hasZip64End(view: DataView, at: number, position: number): boolean {
  if (at < 0 || view.getUint32(at, true) !== 0x07064b50) return false;
  return view.getBigUint64(at + 8, true) < BigInt(position);
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
