import { isObject } from "../json/value.ts";
import { fromBase64 } from "../text/bytes.ts";
import { errorCode } from "./error-chain.ts";

/** The replacement of a credential. */
export const REDACTED = "(redacted)";

/** Removes credentials from a text of another source, such as a fetch's error or a proxy's page. */
export type Redact = (text: string) => string;

/** A shorter secret cannot be distinguished from other text. */
const shortestSecret = 6;
/** The last few headers count, since answers to earlier requests arrive after a token was renewed. */
const mostHeaders = 4;

/**
 * The credentials of a connection, to be removed from all texts in which the service repeats them.
 *
 * @example
 * ```ts
 * import { Secrets } from "@analytics-engines/core/testing";
 *
 * const secrets = new Secrets();
 * secrets.learn("Bearer abcdefgh");
 * console.log(secrets.redact("The token abcdefgh is invalid.")); // The token (redacted) is invalid.
 * ```
 */
export class Secrets {
  readonly #headers: string[] = [];
  #forms: readonly string[] = [];

  /** Notes the value of an `Authorization` header. */
  learn(authorization: string): void {
    if (this.#headers.includes(authorization)) return;
    this.#headers.unshift(authorization);
    this.#headers.splice(mostHeaders);
    const forms = new Set(this.#headers.flatMap(secretsOf).flatMap(formsOf));
    // A longer form may contain a shorter one.
    this.#forms = [...forms].filter((form) => form.length >= shortestSecret).sort((a, b) => b.length - a.length);
  }

  /** Whether a text repeats a secret in any form. */
  areIn(text: string): boolean {
    return this.#forms.some((form) => text.includes(form)) || this.#escapedIn(text).length > 0;
  }

  /** Removes the secrets from an address, in which any character may be percent-encoded. */
  redactAddress(address: string): string {
    const decoded = decode(address);
    return this.areIn(decoded) ? encodeURI(this.redact(decoded)) : this.redact(address);
  }

  readonly redact: Redact = (text) => {
    if (!this.areIn(text)) return text;
    // Escaped forms first: a plain one that ends with a backslash would take only that of an escape.
    const plain = this.#escapedIn(text).reduce((rest, form) => rest.replace(escapedForm(form), REDACTED), text);
    return this.#forms.reduce((rest, form) => rest.replaceAll(form, REDACTED), plain);
  };

  /** The forms that are in a JSON text with escaped characters. */
  #escapedIn(text: string): readonly string[] {
    if (!text.includes("\\")) return [];
    const plain = text.replace(/\\(?:u([0-9a-f]{4})|(["\\/]))/gi, (_escape, hex?: string, character?: string) =>
      hex === undefined ? (character ?? "") : String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return this.#forms.filter((form) => plain.includes(form));
  }
}

/** The header, its credentials alone, and for Basic the password in the clear. */
function secretsOf(authorization: string): string[] {
  const credentials = authorization.slice(authorization.indexOf(" ") + 1);
  return [authorization, credentials, passwordOf(authorization, credentials) ?? ""].filter(
    (secret) => secret.length >= shortestSecret,
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

/** The usual forms of a repeated secret: unchanged, and as it is written in an address, a form, JSON, the other Base64 alphabet or a header. */
function formsOf(secret: string): string[] {
  const inAddress = secret.isWellFormed() ? encodeURIComponent(secret) : secret;
  const inForm = String(new URLSearchParams([["", secret]])).slice(1);
  const unpadded = secret.replace(/={1,2}$/, "");
  const inHeader = Array.from(new TextEncoder().encode(secret), (byte) => String.fromCharCode(byte)).join("");
  const asJson = JSON.stringify(secret).slice(1, -1);
  const forms = [secret, inAddress, inForm, unpadded, unpadded.replaceAll("+", "-").replaceAll("/", "_"), inHeader];
  return [...forms, asJson, asJson.replaceAll("/", "\\/"), lowerHex(inAddress), lowerHex(inForm)];
}

/** Finds a text in JSON, with any of its characters escaped as `\\u0041` or `\\"`. */
function escapedForm(form: string): RegExp {
  const characters = form.split("").map((character) => {
    const hex = hexOf(character);
    const short = character === "/" ? "\\/" : JSON.stringify(character).slice(1, -1);
    const shorter =
      short.length === 2
        ? `|${short
            .split("")
            .map((one) => `\\u${hexOf(one)}`)
            .join("")}`
        : "";
    const code = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    return `(?:\\\\u${code}${shorter}|\\u${hex})`;
  });
  return new RegExp(characters.join(""), "g");
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, "0");
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

const lowerHex = (text: string) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

/**
 * Removes secrets from a value of JSON: from every text and every property name.
 * @param source the JSON text of the value. If it contains neither a secret nor an escape, the value is returned unchanged
 */
export function redactValue(value: unknown, source: string, secrets: Secrets): unknown {
  return source.includes("\\") || secrets.areIn(source) ? redacted(value, secrets.redact) : value;
}

function redacted(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => redacted(item, redact));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [redact(name), redacted(item, redact)]));
}

/**
 * A copy of an error without secrets: names, codes and redacted messages of its chain of causes. The error itself may
 * hold the request with its headers.
 */
export function safeCause(cause: unknown, redact: Redact, depth = 5): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  const inner = depth > 1 ? safeCause(cause.cause, redact, depth - 1) : undefined;
  const safe = new Error(redact(cause.message), inner === undefined ? undefined : { cause: inner });
  safe.name = redact(cause.name);
  // The original stack repeats the message.
  safe.stack = `${safe.name}: ${safe.message}`;
  const code = errorCode(cause);
  return code === undefined ? safe : Object.assign(safe, { code: redact(code) });
}
