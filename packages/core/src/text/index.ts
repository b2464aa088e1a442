export { escapeMarkdown } from "./markdown.ts";
export { hidden, printable, shorten, visible } from "./visible.ts";
