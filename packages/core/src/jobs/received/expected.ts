import { type FamilyId, families } from "../../families/families.ts";
import { isObject, property, propertyInAnyCase } from "../../json/value.ts";
import {
  type ArrivedContent,
  beginsAsJson,
  type FileKind,
  isCutOff,
  isPage,
  type JsonContent,
  type JsonKind,
  kindOfFile,
  kindOfJson,
  TAIL_BYTES,
  textOf,
} from "./what-came.ts";

/**
 * What the result of a job must be.
 * - `stach`: tables in the STACH format, JSON: a package, or a bare table, as they are or in `data`
 * - `arrow`: an Arrow file or stream (Feather, also of version 1)
 * - `pdf`, `pptx`, and `report` for either
 * - `batch`: the document of a `fiab` job, whose status is `Done`
 * - `bytes`: a format that is not checked further; an empty body, an HTML page, a list of errors or a status document is not a result
 * - `any`: a result in any of these forms, where the requested form is not known
 */
export const expectedResults = ["stach", "arrow", "pdf", "pptx", "report", "batch", "bytes", "any"] as const;
export type ExpectedResult = (typeof expectedResults)[number];

/** What any read must bring. `info`: the document that describes a quant result. `document`: the document of a failed job, in any form. */
export type Expected = ExpectedResult | "info" | "document";

/** What the result of a request must be: from its family and the format in its `meta`, in any letter case. */
export function expectedResult(family: FamilyId, body: unknown): ExpectedResult {
  if (family === "pub") return "report";
  if (families[family].answers === "bare") return "batch";
  const meta = propertyInAnyCase(body, "meta");
  const format = textIn(propertyInAnyCase(meta, "format"));
  switch (format) {
    case "pdf":
    case "pptx":
      return format;
    case "feather":
      return "arrow";
    case undefined:
    case "jsonstach":
      return textIn(propertyInAnyCase(meta, "contenttype")) === "binary" ? "bytes" : "stach";
    default:
      return "bytes";
  }
}

/** What the result of a job must be, where only its family is known. */
export function expectedOfFamily(family: FamilyId): ExpectedResult {
  const usual = expectedResult(family, undefined);
  return usual === "stach" ? "any" : usual;
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim().toLowerCase() : undefined;
}

/** Bytes that arrived as a result; `head` is the first `HEAD_BYTES`, or all. */
interface ReceivedContent extends ArrivedContent {
  readonly contentType: string;
  /** Set where `mayBeJson`. */
  readonly json?: JsonContent;
}

/** What a read must bring. */
interface Expectation {
  /** For messages. */
  readonly noun: string;
  /** Whether it may be JSON, so that broken JSON is a broken result. */
  readonly isJson: boolean;
  /** @param file the format of the content by its first bytes, whole */
  readonly accepts: (content: ReceivedContent, file: FileKind | undefined) => boolean;
}

export const expectations: Readonly<Record<Expected, Expectation>> = {
  stach: { noun: "a result with tables as JSON (STACH)", isJson: true, accepts: ({ json }) => isStach(json) },
  arrow: { noun: "a Feather (Arrow) file", isJson: false, accepts: (_, file) => file === "arrow" },
  pdf: { noun: "a PDF file", isJson: false, accepts: (_, file) => file === "pdf" },
  pptx: { noun: "a PPTX file", isJson: false, accepts: (_, file) => file === "pptx" },
  report: { noun: "a PDF or PPTX file", isJson: false, accepts: (_, file) => file === "pdf" || file === "pptx" },
  batch: {
    noun: 'the document of the calculation with the status "Done"',
    isJson: true,
    accepts: ({ json }) => json?.state === "parsed" && statusOfBatch(json.value) === "done",
  },
  bytes: {
    noun: "a result in the requested format",
    isJson: true,
    accepts: (content, file) => file !== undefined || hasContent(content, isUncheckedJson),
  },
  any: {
    noun: "a result",
    isJson: true,
    accepts: (content, file) => file !== undefined || hasContent(content, isStach),
  },
  info: { noun: "the info document as JSON", isJson: true, accepts: ({ json }) => isInfo(json) },
  document: {
    noun: "the document of the calculation as JSON",
    isJson: true,
    accepts: ({ json, contentType }) => !isJsonType(contentType) || (json !== undefined && json.state !== "broken"),
  },
};

/** Whether a media type is JSON. */
export function isJsonType(contentType: string): boolean {
  return contentType === "application/json" || /^application\/[\w.-]+\+json$/.test(contentType);
}

function isInfo(json: JsonContent | undefined): boolean {
  if (json?.state !== "parsed") return json?.state === "long";
  return isObject(json.value) && kindOfJson(json.value).kind !== "errors" && !isEmptyErrorList(json.value);
}

function isEmptyErrorList(value: unknown): boolean {
  return Array.isArray(property(value, "errors")) && property(value, "data") === undefined;
}

/**
 * Whether it has tables, in a version that is read or in another: a result comes once, so its bytes are kept. JSON that is too long to be
 * parsed counts as a result, since no other answer is so long.
 */
function isStach(json: JsonContent | undefined): boolean {
  if (json?.state === "long") return true;
  if (json?.state !== "parsed") return false;
  const { kind } = kindOfJson(json.value);
  return kind === "tables" || kind === "unread";
}

/** The status of a batch document. Its name and its value can have any letter case. */
function statusOfBatch(value: unknown): string | undefined {
  const status = propertyInAnyCase(value, "status");
  return typeof status === "string" ? status.toLowerCase() : undefined;
}

/** Whether content of an unchecked format is there, and not an HTML page. JSON must be as `isResult` says. */
function hasContent(
  { bytes, head, contentType, json }: ReceivedContent,
  isResult: (json: JsonContent, head: Uint8Array) => boolean,
): boolean {
  if (json !== undefined) return isResult(json, head);
  return bytes > 0 && contentType !== "text/html" && !isPage(head);
}

/** Whether it is JSON of an unchecked format. */
function isUncheckedJson(json: JsonContent, head: Uint8Array): boolean {
  // The service calls a binary format JSON if it has no other name for it.
  if (json.state === "broken") return head.length > 0 && !beginsAsJson(head) && !isPage(head);
  if (json.state === "long") return true;
  const { kind } = kindOfJson(json.value);
  return kind === "tables" || kind === "unread" || (kind === "other" && json.value !== "");
}

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
