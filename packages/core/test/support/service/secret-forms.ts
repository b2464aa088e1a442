/** A way in which a program may write a secret. Made with Node's own encoders, and nothing of the code under test. */
export interface SecretForm {
  readonly name: string;
  readonly write: (secret: string) => string;
}

const bytes = (text: string) => Buffer.from(text, "utf8");
const base64 = (text: string) => bytes(text).toString("base64");
const base64url = (text: string) => bytes(text).toString("base64url");
const hex = (text: string) => bytes(text).toString("hex");
const inLines = (text: string, width: number, end: string) =>
  text.match(new RegExp(`.{1,${width}}`, "gs"))?.join(end) ?? "";
const percentAll = (text: string) => bytes(text).toString("hex").replace(/../g, "%$&");
const units = (text: string, write: (unit: number) => string) =>
  Array.from({ length: text.length }, (_, at) => write(text.charCodeAt(at))).join("");
const asJson = (text: string) => JSON.stringify(text).slice(1, -1);
const jsonUnits = (text: string) => units(text, (unit) => `\\u${unit.toString(16).padStart(4, "0")}`);
const points = (text: string, write: (point: number) => string) =>
  Array.from(text, (character) => write(character.codePointAt(0) ?? 0)).join("");
const asHtml = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
    .replaceAll("+", "&plus;")
    .replaceAll("/", "&sol;")
    .replaceAll("=", "&equals;");
const asForm = (text: string) => new URLSearchParams([["", text]]).toString().slice(1);
const quotedPrintable = (text: string) =>
  inLines(
    units(bytes(text).toString("latin1"), (byte) =>
      byte === 0x3d || byte < 0x21 || byte > 0x7e
        ? `=${byte.toString(16).toUpperCase().padStart(2, "0")}`
        : String.fromCharCode(byte),
    ),
    // A line ends before an escape, never inside.
    Number.MAX_SAFE_INTEGER,
    "",
  );

const formsAsWritten: readonly SecretForm[] = [
  { name: "as it is", write: (text) => text },
  { name: "percent-encoded", write: encodeURIComponent },
  {
    name: "percent-encoded in lower case",
    write: (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  },
  { name: "percent-encoded whole", write: percentAll },
  { name: "percent-encoded twice", write: (text) => encodeURIComponent(encodeURIComponent(text)) },
  {
    name: "percent-encoded three times",
    write: (text) => encodeURIComponent(encodeURIComponent(encodeURIComponent(text))),
  },
  { name: "form-encoded", write: asForm },
  { name: "escaped in JSON", write: asJson },
  { name: "escaped in JSON with slashes", write: (text) => asJson(text).replaceAll("/", "\\/") },
  { name: "escaped in JSON by numbers", write: jsonUnits },
  { name: "escaped in JSON twice", write: (text) => asJson(asJson(text)) },
  { name: "in a program by hexadecimal numbers", write: (text) => hex(text).replace(/../g, "\\x$&") },
  { name: "escaped in HTML by names", write: asHtml },
  { name: "escaped in HTML twice", write: (text) => asHtml(asHtml(text)) },
  { name: "escaped in HTML by decimal numbers", write: (text) => points(text, (point) => `&#${point};`) },
  {
    name: "escaped in HTML by hexadecimal numbers",
    write: (text) => points(text, (point) => `&#x${point.toString(16)};`),
  },
  { name: "percent-encoded and escaped in HTML", write: (text) => asHtml(encodeURIComponent(text)) },
  { name: "escaped in HTML and in JSON", write: (text) => asJson(asHtml(text)) },
  { name: "escaped in HTML twice and in JSON", write: (text) => asJson(asHtml(asHtml(text))) },
  { name: "escaped in JSON and in HTML twice", write: (text) => asHtml(asHtml(asJson(text))) },
  { name: "percent-encoded, escaped in HTML and in JSON", write: (text) => asJson(asHtml(encodeURIComponent(text))) },
  {
    name: "escaped in HTML and in JSON, then percent-encoded",
    write: (text) => encodeURIComponent(asJson(asHtml(text))),
  },
  { name: "escaped in JSON, in HTML and in JSON", write: (text) => asJson(asHtml(asJson(text))) },
  { name: "Base64", write: base64 },
  { name: "Base64 without padding", write: (text) => base64(text).replace(/=+$/, "") },
  { name: "Base64 for addresses", write: base64url },
  { name: "Base64 percent-encoded", write: (text) => encodeURIComponent(base64(text)) },
  { name: "Base64 with escaped slashes", write: (text) => base64(text).replaceAll("/", "\\/") },
  { name: "Base64 twice", write: (text) => base64(base64(text)) },
  { name: "Base64 of the percent-encoded text", write: (text) => base64(encodeURIComponent(text)) },
  ...["", "a", "ab", "key: "].flatMap((before) => [
    { name: `Base64 behind "${before}" in longer text`, write: (text: string) => base64(`${before}${text}.`) },
    { name: `Base64 for addresses behind "${before}"`, write: (text: string) => base64url(`${before}${text}.`) },
  ]),
  { name: "Base64 wrapped at 76 columns", write: (text) => inLines(base64(`${"x".repeat(51)}${text}`), 76, "\r\n") },
  { name: "Base64 wrapped at 20 columns", write: (text) => inLines(base64(text), 20, "\n") },
  { name: "Base64 wrapped in JSON", write: (text) => inLines(base64(text), 20, "\\r\\n") },
  { name: "hexadecimal", write: hex },
  { name: "hexadecimal in capitals", write: (text) => hex(text).toUpperCase() },
  { name: "hexadecimal of Base64", write: (text) => hex(base64(text)) },
  { name: "hexadecimal with blanks", write: (text) => hex(text).replace(/..(?=.)/g, "$& ") },
  { name: "quoted-printable", write: quotedPrintable },
  { name: "wrapped at 20 columns", write: (text) => inLines(text, 20, "\r\n") },
  {
    name: "wrapped in quoted-printable",
    write: (text) => inLines(text.replaceAll("=", "=3D"), 20, "=\r\n").replace(/=(=\r\n)3D|=3(=\r\n)D/g, "=3D$1$2"),
  },
];

/** Hosts, media types and names of headers are repeated in one letter case. */
export const secretForms: readonly SecretForm[] = formsAsWritten.flatMap(({ name, write }) => [
  { name, write },
  { name: `${name}, then in lower case`, write: (text) => write(text).toLowerCase() },
  { name: `${name}, then in capitals`, write: (text) => write(text).toUpperCase() },
]);

/** The shortest part of a form that counts as the secret. */
const MIN_PART = 12;

/**
 * The parts of a form that must be in no text: its first 12 characters and each later 12, so that a form that was removed only in part is
 * found, too.
 */
export function partsOf(form: string): string[] {
  if (form.length <= MIN_PART) return [form];
  return Array.from({ length: form.length - MIN_PART + 1 }, (_, at) => form.slice(at, at + MIN_PART));
}
