// Reads results of any size without holding them. It is a separate entry, since hosts load it only for large results.
export { isJsonStream } from "../../../json/is-json-stream.ts";
export { utf8Of, utf16Of } from "../../../json/utf16.ts";
export { outlineResultStream } from "./outline-stream.ts";
