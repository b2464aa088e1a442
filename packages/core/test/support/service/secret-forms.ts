/** A way in which a program may write a secret. Made with Node's own encoders, and nothing of the code under test. */
export interface SecretForm {
  readonly name: string;
  readonly write: (secret: string) => string;
}

const bytes = (text: string) => Buffer.from(text, "utf8");
const percentAll = (text: string) => bytes(text).toString("hex").replace(/../g, "%$&");
const asJson = (text: string) => JSON.stringify(text).slice(1, -1);
const jsonUnits = (text: string) =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
const points = (text: string, write: (point: number) => string) =>
  Array.from(text, (character) => write(character.codePointAt(0) ?? 0)).join("");
const asHtml = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

const formsAsWritten: readonly SecretForm[] = [
  { name: "as it is", write: (text) => text },
  { name: "percent-encoded", write: encodeURIComponent },
  { name: "percent-encoded whole", write: percentAll },
  { name: "form-encoded", write: (text) => new URLSearchParams([["", text]]).toString().slice(1) },
  { name: "escaped in JSON", write: asJson },
  { name: "escaped in JSON with slashes", write: (text) => asJson(text).replaceAll("/", "\\/") },
  { name: "escaped in JSON by numbers", write: jsonUnits },
  { name: "escaped in HTML by names", write: asHtml },
  { name: "escaped in HTML by decimal numbers", write: (text) => points(text, (point) => `&#${point};`) },
  {
    name: "escaped in HTML by hexadecimal numbers",
    write: (text) => points(text, (point) => `&#x${point.toString(16)};`),
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
