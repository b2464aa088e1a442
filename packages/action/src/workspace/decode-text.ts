import { isUtf8 } from "node:buffer";

/** The text of a file; undefined where it is not UTF-8. A byte-order mark stays in the text, where it is an issue. */
export function decodeText(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString("utf8") : undefined;
}
