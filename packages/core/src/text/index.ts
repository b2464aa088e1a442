export { count } from "./count.ts";
export { escapeJson } from "./escape-json.ts";
export { escapeMarkdown } from "./markdown.ts";
export { messageOf } from "./message-of.ts";
export { type Sentence, sentenceList } from "./sentence.ts";
export { HIDDEN_CHARACTERS, printable, shorten, visible } from "./visible.ts";
