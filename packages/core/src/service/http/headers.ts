import type { AnswerMeta, RateLimit } from "../answer.ts";
import { Secrets } from "../secrets/secrets.ts";

/** A larger `max-age` counts as a mistake: no state of a job is valid for longer than a day. */
const MAX_MAX_AGE_SECONDS = 86_400;

/**
 * Reads the headers about the job, the request rate and the cache. The vendor's word in a header name does not matter: only the
 * end of the name counts. If several headers have the same end, the first valid one counts; an invalid value counts as absent.
 * @param now milliseconds since 1970, for a `Retry-After` that is a date
 * @param secrets removed from the values
 */
export function readMeta(headers: Headers, now: number, secrets = new Secrets()): AnswerMeta {
  const vendorHeaders = [...headers].filter(([name]) => name.startsWith("x-"));
  function find<T>(ending: string, read: (text: string) => T | undefined, otherThan?: string): T | undefined {
    for (const [name, value] of vendorHeaders) {
      if (!name.endsWith(ending) || (otherThan !== undefined && name.endsWith(otherThan))) continue;
      const result = read(value);
      if (result !== undefined) return result;
    }
    return undefined;
  }
  const text = (value: string) => value || undefined;
  const requestKey = find("-request-key", text, "-api-request-key");
  const location = headers.get("location") ?? undefined;
  return {
    requestKey: requestKey && secrets.redact(requestKey),
    // The client compares these keys, and all redacted keys would be equal.
    apiRequestKey: unlessSecret(find("-api-request-key", text), secrets),
    rateLimit: rateLimit(
      find("-ratelimit-limit", wholeNumber),
      find("-ratelimit-remaining", wholeNumber),
      find("-ratelimit-reset", wholeNumber),
    ),
    maxAgeSeconds: maxAge(headers.get("cache-control") ?? ""),
    ageSeconds: wholeNumber(headers.get("age") ?? ""),
    progress: find("-pickup-progress", percentage),
    location: location && secrets.redact(location),
    retryAfterSeconds: retryAfter(headers, now),
    calculationId: unlessSecret(
      find("-calculation-id", (value) => value),
      secrets,
    ),
  };
}

function unlessSecret(text: string | undefined, secrets: Secrets): string | undefined {
  return text === undefined || secrets.occursIn(text) ? undefined : text;
}

function rateLimit(limit?: number, remaining?: number, resetSeconds?: number): RateLimit | undefined {
  if (limit === undefined || remaining === undefined || resetSeconds === undefined) return undefined;
  return { limit, remaining, resetSeconds };
}

function wholeNumber(text: string): number | undefined {
  const digits = text.trim();
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

function percentage(text: string): number | undefined {
  const digits = /^(\d{1,15}|\d{1,9}(?:\.\d{1,9})?\s?%?)$/.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Math.min(100, Number.parseFloat(digits));
}

function maxAge(cacheControl: string): number | undefined {
  for (const directive of cacheControl.split(",")) {
    const digits = /^\s*max-age\s*=\s*"?(\d{1,15})"?\s*$/i.exec(directive)?.[1];
    if (digits !== undefined && Number(digits) <= MAX_MAX_AGE_SECONDS) return Number(digits);
  }
  return undefined;
}

/** Seconds, or an HTTP date, which counts from the service's own `Date` header if there is one. */
function retryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  // A number with too many digits still means "not soon".
  if (/^\d+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  const until = httpDate(text);
  if (until === undefined) return undefined;
  const from = httpDate(headers.get("date") ?? "") ?? now;
  return Math.max(0, Math.ceil((until - from) / 1000));
}

const DATE_PATTERN = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/;

function httpDate(text: string): number | undefined {
  if (!DATE_PATTERN.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
