import { isJsonType } from "../jobs/defect.ts";

/** Extensions of the content types that results have; none holds a dot. */
const extensions: readonly (readonly [contentType: string, extension: string])[] = [
  ["application/json", "json"],
  ["application/pdf", "pdf"],
  ["application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx"],
  ["application/vnd.apache.arrow.file", "arrow"],
  ["application/vnd.apache.arrow.stream", "arrows"],
  ["application/x-protobuf", "pb"],
  ["text/csv", "csv"],
  ["text/plain", "txt"],
  ["application/xml", "xml"],
  ["text/html", "html"],
  ["application/zip", "zip"],
  ["application/octet-stream", "bin"],
];

const byType = new Map(extensions);
const byExtension = new Map(extensions.map(([type, extension]) => [extension, type]));

/** The extension, without dot, of a result of a content type; `bin` for one that is not known. */
export function extensionOf(contentType: string): string {
  const known = byType.get(contentType);
  if (known !== undefined) return known;
  return isJsonType(contentType) ? "json" : "bin";
}

/** The content type of a stored result by its extension. */
export function contentTypeOf(extension: string): string {
  return byExtension.get(extension) ?? "application/octet-stream";
}
