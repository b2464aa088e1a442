export { escapeJson } from "./escape-json.ts";
export { escapeMarkdown } from "./markdown.ts";
export { hidden, printable, shorten, visible } from "./visible.ts";
