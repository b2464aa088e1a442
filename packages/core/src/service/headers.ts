import type { AnswerMeta, RateLimit } from "./answer.ts";
import { Secrets } from "./redact.ts";

/** No job says anything useful for longer than a day: a larger `max-age` is taken for a mistake. */
const longestMaxAgeSeconds = 86_400;

/**
 * Reads the headers that say something about the job, the pace or the cache. The vendor's own word in a name does not matter: names are
 * known by their endings. A value that makes no sense counts as absent.
 * @param now milliseconds since 1970, for a `Retry-After` that is a date
 */
export function readMeta(headers: Headers, now: number): AnswerMeta {
  return createMetaReader()(headers, now);
}

export type MetaReader = typeof readMeta;

/**
 * Makes a `readMeta` that remembers the names of a service: to go through all headers takes twice as long as to ask for these, and this is
 * done for every answer.
 * @param secrets taken out of what the headers hold
 */
export function createMetaReader(secrets = new Secrets()): MetaReader {
  let names: VendorNames = {};
  return (headers, now) => {
    let values = valuesOf(headers, names);
    if (Object.values(values).includes(undefined)) {
      names = { ...names, ...findNames(headers) };
      values = valuesOf(headers, names);
    }
    const { requestKey, apiRequestKey, limit, remaining, reset, progress } = values;
    const location = headers.get("location") ?? undefined;
    return {
      requestKey: requestKey && secrets.redact(requestKey),
      // These two are compared with others, and what stands in place of a credential would be the same in each.
      apiRequestKey: unlessSecret(apiRequestKey, secrets),
      rateLimit: rateLimit(limit, remaining, reset),
      maxAgeSeconds: maxAge(headers.get("cache-control") ?? ""),
      ageSeconds: wholeNumber(headers.get("age") ?? ""),
      progress,
      location: location && secrets.redactAddress(location),
      retryAfterSeconds: retryAfter(headers, now),
      calculationId: unlessSecret(names.calculationId && (headers.get(names.calculationId) ?? undefined), secrets),
    };
  };
}

function unlessSecret(text: string | undefined, secrets: Secrets): string | undefined {
  return text === undefined || secrets.areIn(text) ? undefined : text;
}

/** The names, in lower case, of the headers that hold the vendor's word. */
interface VendorNames {
  readonly requestKey?: string;
  readonly apiRequestKey?: string;
  readonly limit?: string;
  readonly remaining?: string;
  readonly reset?: string;
  readonly progress?: string;
  readonly calculationId?: string;
}

function valuesOf(headers: Headers, names: VendorNames) {
  const text = (name: string | undefined) => (name === undefined ? "" : (headers.get(name) ?? ""));
  return {
    requestKey: text(names.requestKey) || undefined,
    apiRequestKey: text(names.apiRequestKey) || undefined,
    limit: wholeNumber(text(names.limit)),
    remaining: wholeNumber(text(names.remaining)),
    reset: wholeNumber(text(names.reset)),
    progress: percentage(text(names.progress)),
  };
}

/** Of several headers with one ending, the first that makes sense. */
function findNames(headers: Headers): VendorNames {
  const names: { -readonly [Part in keyof VendorNames]: string } = {};
  for (const [name, value] of headers) {
    if (!name.startsWith("x-")) continue;
    if (name.endsWith("-api-request-key")) names.apiRequestKey ??= name;
    else if (name.endsWith("-request-key")) names.requestKey ??= name;
    else if (name.endsWith("-calculation-id")) names.calculationId ??= name;
    else if (name.endsWith("-pickup-progress") && percentage(value) !== undefined) names.progress ??= name;
    else if (wholeNumber(value) === undefined) continue;
    else if (name.endsWith("-ratelimit-limit")) names.limit ??= name;
    else if (name.endsWith("-ratelimit-remaining")) names.remaining ??= name;
    else if (name.endsWith("-ratelimit-reset")) names.reset ??= name;
  }
  // An answer that has all the others is not gone through again: the name is made before it is met.
  const made = names.apiRequestKey?.replace(/request-key$/, "calculation-id");
  if (made !== undefined) names.calculationId ??= made;
  return names;
}

function rateLimit(limit?: number, remaining?: number, resetSeconds?: number): RateLimit | undefined {
  if (limit === undefined || remaining === undefined || resetSeconds === undefined) return undefined;
  return { limit, remaining, resetSeconds };
}

/** Up to 15 digits. Read by hand, and tried first by what follows: the patterns of one answer took 6 us, as long as all of its headers. */
function wholeNumber(text: string): number | undefined {
  const digits = text.trim();
  if (digits === "" || digits.length > 15) return undefined;
  let number = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return undefined;
    number = 10 * number + digit;
  }
  return number;
}

function percentage(text: string): number | undefined {
  const whole = wholeNumber(text);
  if (whole !== undefined) return Math.min(100, whole);
  const figure = text.trim();
  const digits = /^(\d{1,9}(?:\.\d{1,9})?)\s?%?$/.exec(figure)?.[1];
  return digits === undefined ? undefined : Math.min(100, Number(digits));
}

function maxAge(cacheControl: string): number | undefined {
  if (cacheControl.startsWith("max-age=")) {
    const seconds = wholeNumber(cacheControl.slice("max-age=".length));
    if (seconds !== undefined) return seconds <= longestMaxAgeSeconds ? seconds : undefined;
  }
  for (const directive of cacheControl.split(",")) {
    const digits = /^\s*max-age\s*=\s*"?(\d{1,15})"?\s*$/i.exec(directive)?.[1];
    if (digits !== undefined && Number(digits) <= longestMaxAgeSeconds) return Number(digits);
  }
  return undefined;
}

/** Seconds, or an HTTP date, which is counted from the service's own `Date` where it says one. */
function retryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  // A figure too long to be meant is still a figure: it says "not soon".
  if (/^\d+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  const until = httpDate(text);
  if (until === undefined) return undefined;
  const from = httpDate(headers.get("date") ?? "") ?? now;
  return Math.max(0, Math.ceil((until - from) / 1000));
}

const datePattern = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/;

function httpDate(text: string): number | undefined {
  if (!datePattern.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
