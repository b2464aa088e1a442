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
