import { fromBase64 } from "../../text/bytes.ts";

/** A shorter secret cannot be distinguished from other text. */
const MIN_SECRET_LENGTH = 6;

/** The ways to write each character of a secret, in lower case: as it is, percent-encoded, and escaped in JSON and HTML. */
export type SecretForm = readonly (readonly string[])[];

/** The secrets of an `Authorization` header: what is sent, and for Basic also the password in the clear. */
export function formsOf(authorization: string): SecretForm[] {
  const credentials = authorization.slice(authorization.indexOf(" ") + 1);
  const isBasic = /^basic /i.test(authorization);
  const password = isBasic ? passwordOf(credentials) : undefined;
  // Some programs write Base64 for addresses, and without padding.
  const inAddress = credentials.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  const secrets = [authorization, credentials, ...(isBasic ? [inAddress] : []), password ?? ""];
  return [...new Set(secrets)]
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .map((secret) => Array.from(secret, waysToWrite));
}

function passwordOf(credentials: string): string | undefined {
  try {
    const pair = new TextDecoder().decode(fromBase64(credentials));
    return pair.slice(pair.indexOf(":") + 1);
  } catch {
    // The text is not Base64, so it contains no password.
    return undefined;
  }
}

const htmlNames: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };
const jsonEscapes: Readonly<Record<string, string>> = {
  "\b": "b",
  "\f": "f",
  "\n": "n",
  "\r": "r",
  "\t": "t",
  '"': '"',
  "\\": "\\",
  "/": "/",
};

function waysToWrite(character: string): readonly string[] {
  // A letter can be written in the other case first, and be encoded then.
  const letters = [character, character.toLowerCase(), character.toUpperCase()];
  const ways = letters.flatMap((letter) => [letter, ...encodings(letter)]);
  return [...new Set(ways.map(foldCase))];
}

function encodings(text: string): readonly string[] {
  const bytes = Array.from(new TextEncoder().encode(text));
  const units = Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at), 4));
  const codes = Array.from(text, (one) => one.codePointAt(0) ?? 0);
  return [
    // Its bytes as a header shows them: a character for each.
    String.fromCharCode(...bytes),
    bytes.map((byte) => `%${hex(byte, 2)}`).join(""),
    ...(text === " " ? ["+"] : []),
    units.map((unit) => `\\u${unit}`).join(""),
    ...(units.length === 2 ? [`${text.charAt(0)}\\u${units[1]}`, `\\u${units[0]}${text.charAt(1)}`] : []),
    ...(jsonEscapes[text] === undefined ? [] : [`\\${jsonEscapes[text]}`]),
    codes.map((code) => `&#${code};`).join(""),
    codes.map((code) => `&#x${hex(code, 1)};`).join(""),
    codes.map((code) => `&#x${hex(code, 2)};`).join(""),
    ...(htmlNames[text] === undefined ? [] : [`&${htmlNames[text]};`]),
  ];
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, "0");
}

/**
 * A text in which letter case plays no role: hosts and media types are repeated in lower case. Its length stays, so places in it are places in the
 * text: U+0130 alone has a longer lower case, and a Greek sigma is lowered by what follows it.
 */
export function foldCase(text: string): string {
  return text.replaceAll("\u0130", "i").toLowerCase().replaceAll("ς", "σ");
}
