// What looks through a result of any size without holding it: seldom needed, so a host loads it apart.
export { isJsonStream } from "./json-check.ts";
export { outlineResultStream } from "./outline-stream.ts";
export { utf8Of, utf16Of } from "./utf16.ts";
