import { property } from "../../json/value.ts";
import { isCutOff, TAIL_BYTES } from "./content-end.ts";
import {
  beginsAsJson,
  type FileKind,
  isPage,
  type JsonContent,
  type JsonKind,
  kindOfFile,
  kindOfJson,
  textOf,
} from "./content-kind.ts";
import { type Expected, expectations, isJsonType, type ReceivedContent } from "./expectations.ts";

/** The number of first bytes that show the format of a file. */
export const HEAD_BYTES = 4096;
/** A message quotes at most this much of an answer. */
const MAX_QUOTE_CHARACTERS = 80;

type Redact = (text: string) => string;

/** Whether `defectOf` needs the JSON of an answer. */
export function mayBeJson(contentType: string, head: Uint8Array): boolean {
  return isJsonType(contentType) || beginsAsJson(head);
}

/** `defectOf` for bytes in memory. */
export function defectOfBytes(
  bytes: Uint8Array,
  contentType: string,
  expects: Expected,
  redact?: Redact,
): string | undefined {
  const head = bytes.subarray(0, HEAD_BYTES);
  const json = mayBeJson(contentType, head) ? { json: parsed(bytes) } : {};
  const tail = bytes.subarray(-TAIL_BYTES);
  return defectOf({ contentType, bytes: bytes.length, head, tail, ...json }, expects, redact);
}

function parsed(bytes: Uint8Array): JsonContent {
  try {
    return { state: "parsed", value: JSON.parse(new TextDecoder().decode(bytes)) };
  } catch {
    return { state: "broken" };
  }
}

/**
 * Why bytes are not the expected result, in a sentence that says what they are; `undefined` if they are. An empty table is a result.
 * @param redact removes credentials from quotes; without it nothing is quoted
 */
export function defectOf(content: ReceivedContent, expects: Expected, redact?: Redact): string | undefined {
  const file = kindOfFile(content.head);
  const isCut = file !== undefined && expects !== "document" && isCutOff(file, content);
  const { noun, isJson, accepts } = expectations[expects];
  if (!isCut && accepts(content, file)) return undefined;
  const isOther = content.bytes === 0 || file !== undefined || isPage(content.head);
  if (!isOther && content.json?.state === "broken" && isJson) {
    return `It is not valid JSON, though it arrived whole (${sizeOf(content)}${quoted(content, redact)}).`;
  }
  return `The service gave ${described(content, redact)}, where ${noun} is expected.`;
}

function described(content: ReceivedContent, redact: Redact | undefined): string {
  const { bytes, head, json, contentType } = content;
  if (bytes === 0) return "an empty body";
  const file = kindOfFile(head);
  if (file !== undefined) {
    const cut = isCutOff(file, content) ? " that is cut off before its end" : "";
    return `${fileNames[file]} of ${sizeOf(content)}${cut}`;
  }
  if (json?.state === "long") return `JSON of ${sizeOf(content)}`;
  if (json?.state === "parsed") return describedJson(kindOfJson(json.value), content, redact);
  const isHtml = contentType === "text/html" || isPage(head);
  const type = redact === undefined ? "" : `${short(redact(contentType))} `;
  const article = /^[aeiou]/i.test(type) ? "an" : "a";
  return `${isHtml ? `${article} ${type}page` : `${type}content`} of ${sizeOf(content)}${quoted(content, redact)}`;
}

const fileNames: Readonly<Record<FileKind, string>> = {
  arrow: "an Arrow file",
  pdf: "a PDF file",
  pptx: "a ZIP archive (as PPTX is)",
};

function describedJson(json: JsonKind, content: ReceivedContent, redact: Redact | undefined): string {
  switch (json.kind) {
    case "tables":
      return `tables as JSON (STACH) of ${sizeOf(content)}`;
    case "unread":
      return unreadJson(json.form, content, redact);
    case "nothing":
      return `JSON with nothing in it (${sizeOf(content)})`;
    case "job":
      return "the id of a job alone";
    case "errors": {
      const titles = json.errors.slice(0, 3).flatMap((error) => titleOf(error, redact));
      const rest = json.errors.length > 3 ? ` and ${json.errors.length - 3} more` : "";
      return `a list of ${json.errors.length === 1 ? "one error" : `${json.errors.length} errors`}${titles.length === 0 ? "" : `: ${titles.join("; ")}${rest}`}`;
    }
    case "status":
      return `a status document${redact === undefined ? "" : ` "${short(redact(json.status))}"`}`;
    case "other":
      return `JSON without tables of ${sizeOf(content)}`;
  }
}

function unreadJson(form: string, content: ReceivedContent, redact: Redact | undefined): string {
  return redact === undefined
    ? `tables as JSON of ${sizeOf(content)}`
    : `${redact(form)} as JSON of ${sizeOf(content)}`;
}

function titleOf(error: unknown, redact: Redact | undefined): string[] {
  if (redact === undefined) return [];
  const texts = ["title", "detail"].map((name) => property(error, name)).filter((text) => typeof text === "string");
  const quote = texts.map((text) => short(redact(text))).join(": ");
  return quote === "" ? [] : [`"${quote}"`];
}

function sizeOf({ bytes }: ReceivedContent): string {
  return bytes === 1 ? "1 byte" : `${bytes.toLocaleString("en-US")} bytes`;
}

/** The first words of a text, without tags. */
function quoted({ bytes, head, contentType }: ReceivedContent, redact: Redact | undefined): string {
  const text = textOf(head);
  if (redact === undefined || !(/^text\/|json|xml/.test(contentType) || isPage(head))) return "";
  // A cut credential would not be recognized.
  const whole = redact(bytes > head.length ? text.replace(/\S+$/, "") : text);
  const words = short(whole.replace(/<(script|style)\b.*?(?:<\/\1>|$)/gis, " ").replace(/<[^>]*(?:>|$)/g, " "));
  return words === "" ? "" : `, "${words}"`;
}

function short(text: string): string {
  const words = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return words.length > MAX_QUOTE_CHARACTERS ? `${words.slice(0, MAX_QUOTE_CHARACTERS).toWellFormed()}…` : words;
}
