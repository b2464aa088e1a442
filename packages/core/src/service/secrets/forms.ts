import { fromBase64, hexOf, toBase64 } from "../../text/bytes.ts";
import { TextView } from "./view.ts";

/** A shorter secret cannot be distinguished from other text. */
export const MIN_SECRET_LENGTH = 6;
/** Escapes may be escaped again, each time by another program on the way. */
export const MAX_ESCAPE_ROUNDS = 4;

/**
 * The forms in which the secrets of an `Authorization` header can be repeated, without white space. Escaped characters have no forms of their
 * own: they are found in an unescaped view of the text.
 */
export function formsOf(authorization: string): string[] {
  const forms = [authorization, ...secretsOf(authorization).flatMap(formsOfSecret)];
  return [...new Set(forms.flatMap(roundsOf))].filter((form) => form.length >= MIN_SECRET_LENGTH);
}

/** The credentials of a header, and for Basic the password in the clear. */
function secretsOf(authorization: string): string[] {
  const credentials = authorization.slice(authorization.indexOf(" ") + 1);
  return [credentials, passwordOf(authorization, credentials) ?? ""].filter(
    (secret) => secret.length >= MIN_SECRET_LENGTH,
  );
}

function passwordOf(authorization: string, credentials: string): string | undefined {
  if (!/^basic /i.test(authorization)) return undefined;
  try {
    const pair = new TextDecoder().decode(fromBase64(credentials));
    return pair.slice(pair.indexOf(":") + 1);
  } catch {
    // The text is not Base64, so it contains no password.
    return undefined;
  }
}

/** Unchanged, as its bytes in a header, in Base64 and hexadecimal, and in these after another encoding. The search looks in any letter case. */
function formsOfSecret(secret: string): string[] {
  const inAddress = secret.isWellFormed() ? encodeURIComponent(secret) : secret;
  const inForm = String(new URLSearchParams([["", secret]])).slice(1);
  const inJson = JSON.stringify(secret).slice(1, -1);
  const bytes = new TextEncoder().encode(secret);
  const base64 = toBase64(bytes);
  const inner = [secret, inAddress, inForm, inJson, base64, urlSafe(base64), hexOf(bytes)];
  // Some letters become two in the other case ("ß", "SS"), or other bytes in a header.
  const cases = [secret, secret.toLowerCase(), secret.toUpperCase()];
  const plain = cases.flatMap((text) => [text, text.replaceAll(" ", "+")]);
  return [...plain, ...plain.map(asHeader), ...[...new Set(inner)].flatMap(encodings)];
}

/** In Base64 and hexadecimal, alone and inside longer text. */
function encodings(text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  const base64 = [toBase64(bytes), ...[0, 1, 2].map((offset) => base64Inside(bytes, offset))];
  return [...base64, ...base64.map(urlSafe), hexOf(bytes)];
}

/** The characters of Base64 that depend on these bytes alone, where `offset` bytes before them begin a group of three. */
function base64Inside(bytes: Uint8Array, offset: number): string {
  const padded = new Uint8Array(offset + bytes.length);
  padded.set(bytes, offset);
  return toBase64(padded).slice(Math.ceil((offset * 8) / 6), Math.floor((padded.length * 8) / 6));
}

const urlSafe = (base64: string) => base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** The UTF-8 of a text, read as a header is: a character for each byte. */
function asHeader(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}

/** A form, and what it becomes where a view unescapes a secret that itself looks escaped. */
function roundsOf(form: string): string[] {
  const rounds: string[] = [];
  let view: TextView | undefined = TextView.of(form);
  for (let round = 0; view !== undefined && round <= MAX_ESCAPE_ROUNDS; round++) {
    rounds.push(view.text);
    view = view.unescaped();
  }
  return rounds;
}
