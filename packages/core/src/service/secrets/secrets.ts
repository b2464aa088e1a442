import { isObject } from "../../json/value.ts";
import { fromBase64 } from "../../text/bytes.ts";
import { errorCode } from "../../text/errors.ts";

/** The replacement of a credential. */
export const REDACTED = "(redacted)";

/** Removes credentials from a text of another source, such as a fetch's error or a proxy's page. */
export type Redact = (text: string) => string;

/** The last few headers count, since answers to earlier requests arrive after a token was renewed. */
const MAX_HEADERS = 4;
/** A longer secret is also removed where it is cut off, if this many of its first characters are there. */
const MIN_PREFIX_LENGTH = 12;

/** So many characters decide where a secret may begin. */
const START_LENGTH = 3;

/**
 * The credentials of a connection, to be removed from the texts in which the service repeats them: as they are sent, and the password as it is,
 * each of their characters plain, percent-encoded or escaped in JSON or HTML, in any letter case. `docs/security.md` says why in these forms.
 */
export class Secrets {
  /** The latest headers first, each with its forms. */
  readonly #headers = new Map<string, readonly SecretForm[]>();
  #forms: readonly SecretForm[] = [];
  #starts = startsOf([]);

  /** Notes the value of an `Authorization` header. */
  add(authorization: string): void {
    if (this.#headers.has(authorization)) return;
    this.#headers.set(authorization, formsOf(authorization));
    for (const oldest of [...this.#headers.keys()].slice(0, -MAX_HEADERS)) this.#headers.delete(oldest);
    this.#forms = [...this.#headers.values()].flat();
    this.#starts = startsOf(this.#forms);
  }

  /** Whether a text repeats a secret. */
  occursIn(text: string): boolean {
    return this.#ranges(text).next().done !== true;
  }

  readonly redact: Redact = (text) => {
    let clean = "";
    let end = 0;
    for (const range of this.#ranges(text)) {
      clean += text.slice(end, range.start) + REDACTED;
      end = range.end;
    }
    return end === 0 ? text : clean + text.slice(end);
  };

  /** The parts of a text that secrets take, in one pass. */
  *#ranges(original: string): Generator<{ readonly start: number; readonly end: number }> {
    if (this.#forms.length === 0) return;
    const text = foldCase(original);
    const starts = new RegExp(this.#starts);
    for (let match = starts.exec(text); match !== null; match = starts.exec(text)) {
      const start = match.index;
      const end = Math.max(...this.#forms.map((form) => endOf(form, text, start)));
      if (end > start) yield { start, end };
      starts.lastIndex = Math.max(end, start + 1);
    }
  }
}

/** Finds the places where secrets may begin. */
function startsOf(forms: readonly SecretForm[]): RegExp {
  const beginnings = forms.map((form) =>
    form
      .slice(0, START_LENGTH)
      .map((ways) => `(?:${ways.map(escaped).join("|")})`)
      .join(""),
  );
  return new RegExp([...new Set(beginnings)].join("|"), "g");
}

/** A text as a part of a regular expression: characters that mean something in one are written as numbers. */
function escaped(text: string): string {
  return text.replaceAll(/[^a-z0-9]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Where a secret ends that begins at a place of a text; the place itself if none does. A text can be read in two ways: `%25` is `%`, or `%` before `25`. */
function endOf(form: SecretForm, text: string, start: number): number {
  let ends = new Set([start]);
  for (const [index, ways] of form.entries()) {
    const next = new Set<number>();
    for (const end of ends) for (const way of ways) if (text.startsWith(way, end)) next.add(end + way.length);
    if (next.size === 0) return index >= MIN_PREFIX_LENGTH ? Math.max(...ends) : start;
    ends = next;
  }
  return Math.max(...ends);
}

/** A shorter secret cannot be distinguished from other text. */
const MIN_SECRET_LENGTH = 6;

/** The ways to write each character of a secret, in lower case: as it is, percent-encoded, and escaped in JSON and HTML. */
type SecretForm = readonly (readonly string[])[];

/** The secrets of an `Authorization` header: what is sent, and for Basic also the password in the clear. */
function formsOf(authorization: string): SecretForm[] {
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
  const codes = Array.from(text, (char) => char.codePointAt(0) ?? 0);
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
function foldCase(text: string): string {
  return text.replaceAll("\u0130", "i").toLowerCase().replaceAll("ς", "σ");
}

/** Removes secrets from a value of JSON: from every text and every property name. A value without any is returned unchanged. */
export function redactValue(value: unknown, secrets: Secrets): unknown {
  return hasSecret(value, secrets) ? redactParts(value, secrets.redact) : value;
}

function hasSecret(value: unknown, secrets: Secrets): boolean {
  if (typeof value === "string") return secrets.occursIn(value);
  if (Array.isArray(value)) return value.some((item) => hasSecret(item, secrets));
  return (
    isObject(value) && Object.entries(value).some(([name, item]) => secrets.occursIn(name) || hasSecret(item, secrets))
  );
}

function redactParts(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactParts(item, redact));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [redact(name), redactParts(item, redact)]));
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
