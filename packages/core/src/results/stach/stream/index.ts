// What looks through a result of any size without holding it: seldom needed, so a host loads it apart.
export { isJsonStream } from "../../../json/is-json-stream.ts";
export { utf8Of, utf16Of } from "../../../json/utf16.ts";
export { outlineResultStream } from "./outline-stream.ts";
