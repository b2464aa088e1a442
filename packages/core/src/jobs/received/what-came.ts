import { findUnreadForm } from "../../json/unread-form.ts";
import { entries, isObject, items, property } from "../../json/value.ts";

/**
 * The JSON of an answer: parsed, broken, or whole and too long for the memory, so that what it holds is not proved.
 */
export type JsonContent =
  | { readonly state: "parsed"; readonly value: unknown }
  | { readonly state: "broken" }
  | { readonly state: "long" };

/** The kind of a JSON answer. */
export type JsonKind =
  | { readonly kind: "tables" | "nothing" | "job" | "other" }
  /** Tables in a version or a form that is not read, and its name. */
  | { readonly kind: "unread"; readonly form: string }
  | { readonly kind: "errors"; readonly errors: readonly unknown[] }
  | { readonly kind: "status"; readonly status: string };

/** The kind of a parsed answer: tables in the STACH format, tables of another version, a list of errors, a status document, only the id of a job, nothing, or other JSON. */
export function kindOfJson(json: unknown): JsonKind {
  const form = findUnreadForm(json);
  if (form !== undefined) return { kind: "unread", form };
  const data = property(json, "data");
  if (holdsTables(json) || holdsTables(data)) return { kind: "tables" };
  const errors = items(property(json, "errors"));
  if (errors.length > 0) return { kind: "errors", errors };
  const status = property(data, "status") ?? property(json, "status");
  if (typeof status === "string") return { kind: "status", status };
  if (isJobId(data)) return { kind: "job" };
  const isEnvelope = entries(json).every(
    ([name, value]) => name === "data" || (name === "errors" && Array.isArray(value)),
  );
  const inside = isObject(json) && isEnvelope ? (data ?? {}) : json;
  const isNothing = inside === null || (isObject(inside) && Object.keys(inside).length === 0);
  return { kind: isNothing ? "nothing" : "other" };
}

/** Whether it is the answer to a create: only the id of the job. */
function isJobId(value: unknown): boolean {
  const members = entries(value);
  return (
    members.length > 0 && members.every(([name, id]) => /^(?:calculation)?id$/i.test(name) && typeof id === "string")
  );
}

/** Whether it is a package, a bare table, or an object of several, as the outputs of an optimizer are. */
function holdsTables(value: unknown): boolean {
  if (isPackage(value) || isBareTable(value)) return true;
  return entries(value).some(([, inner]) => {
    const innerData = property(inner, "data");
    return isPackage(inner) || isBareTable(inner) || isPackage(innerData) || isBareTable(innerData);
  });
}

/** Whether it is a package. It may have no tables, and tables without rows. */
function isPackage(value: unknown): boolean {
  const tables = property(value, "tables");
  return isObject(tables) && Object.values(tables).every(isTable);
}

function isTable(value: unknown): boolean {
  return isObject(property(value, "definition")) || isObject(property(value, "data"));
}

function isBareTable(value: unknown): boolean {
  return isObject(property(value, "definition")) && isObject(property(value, "data"));
}

/** The format of a file by its first bytes. */
export type FileKind = "arrow" | "pdf" | "pptx";

const fileMarks: readonly (readonly [FileKind, readonly number[]])[] = [
  ["arrow", [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31]], // ARROW1
  ["arrow", [0x46, 0x45, 0x41, 0x31]], // FEA1, Feather version 1
  ["arrow", [0xff, 0xff, 0xff, 0xff]], // a stream
  ["pdf", [0x25, 0x50, 0x44, 0x46, 0x2d]], // %PDF-
  ["pptx", [0x50, 0x4b, 0x03, 0x04]], // a ZIP archive, as PPTX is
];

export function kindOfFile(head: Uint8Array): FileKind | undefined {
  return fileMarks.find(([, mark]) => mark.every((byte, index) => head[index] === byte))?.[0];
}

/** Whether bytes begin like a JSON object or list. */
export function beginsAsJson(head: Uint8Array): boolean {
  const hasMark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  const first = head.subarray(hasMark ? 3 : 0).find((byte) => byte !== 0x20 && (byte < 0x09 || byte > 0x0d));
  return first === 0x7b || first === 0x5b;
}

/** Whether bytes begin like an HTML page. */
export function isPage(head: Uint8Array): boolean {
  return /^\uFEFF?\s*<(?:!doctype\s+html|html|head|body)\b/i.test(textOf(head));
}

/** The beginning of a file as text. */
export function textOf(head: Uint8Array): string {
  const [first, second] = head;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(head);
}

/** A PDF has its end mark in this many last bytes: its readers search there. */
const PDF_END_BYTES = 1024;
const ZIP_END = 22;
const ZIP64_LOCATOR = 20;
const MAX_ZIP_COMMENT_BYTES = 0xffff;

/** The number of last bytes that show whether a file is whole. */
export const TAIL_BYTES = ZIP64_LOCATOR + ZIP_END + MAX_ZIP_COMMENT_BYTES;

/** Both ends of a file. */
interface FileEnds {
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
