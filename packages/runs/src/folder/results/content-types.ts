import { isJsonType } from "@analytics-engines/core";
import { arrowKind } from "@analytics-engines/core/basics";
import { readEnds } from "./read-ends.ts";

const ARROW_FILE = "application/vnd.apache.arrow.file";
/** The content type of unknown bytes. */
const UNTYPED = "application/octet-stream";

/** The extensions of the content types of results, without dots. */
const extensions: readonly (readonly [contentType: string, extension: string])[] = [
  ["application/json", "json"],
  ["application/pdf", "pdf"],
  ["application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx"],
  [ARROW_FILE, "arrow"],
  ["application/vnd.apache.arrow.stream", "arrows"],
  ["application/x-protobuf", "pb"],
  ["text/csv", "csv"],
  ["text/plain", "txt"],
  ["application/xml", "xml"],
  ["text/html", "html"],
  ["application/zip", "zip"],
  [UNTYPED, "bin"],
];

const byType = new Map(extensions);
const byExtension = new Map(extensions.map(([type, extension]) => [extension, type]));

/** The extension, without dot, of a result of a content type; `bin` for an unknown type. */
export function extensionOf(contentType: string): string {
  return byType.get(contentType) ?? (isJsonType(contentType) ? "json" : "bin");
}

/** The content type of a stored result by its extension. */
export function contentTypeOf(extension: string): string {
  return byExtension.get(extension) ?? UNTYPED;
}

/** The content type of a stored result: the one that was sent or, for unknown bytes that begin like Arrow, that of Arrow. */
export async function storedType(contentType: string, file: string): Promise<string> {
  if (contentType !== UNTYPED) return contentType;
  return arrowKind((await readEnds(file)).head) === "file" ? ARROW_FILE : UNTYPED;
}
