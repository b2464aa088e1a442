import type { AnswerMeta, RateLimit } from "./answer.ts";

/** No job says anything useful for longer than a day: a larger `max-age` is taken for a mistake. */
const longestMaxAgeSeconds = 86_400;

/**
 * Reads the headers that say something about the job, the pace or the cache. The vendor's own word in a name does not
 * matter: names are known by their endings. A value that makes no sense counts as absent.
 * @param now milliseconds since 1970, for a `Retry-After` that is a date
 */
export function readMeta(headers: Headers, now: number): AnswerMeta {
  let requestKey: string | undefined;
  let apiRequestKey: string | undefined;
  let limit: number | undefined;
  let remaining: number | undefined;
  let resetSeconds: number | undefined;
  let progress: number | undefined;
  let maxAgeSeconds: number | undefined;
  let ageSeconds: number | undefined;
  let location: string | undefined;
  let retryAfterSeconds: number | undefined;
  // One pass: this runs for every answer.
  for (const [name, value] of headers) {
    if (name === "cache-control") maxAgeSeconds = maxAge(value);
    else if (name === "age") ageSeconds = wholeNumber(value);
    else if (name === "location") location = value;
    else if (name === "retry-after") retryAfterSeconds = retryAfter(value.trim(), headers, now);
    else if (!name.startsWith("x-")) continue;
    else if (name.endsWith("-api-request-key")) apiRequestKey ??= value;
    else if (name.endsWith("-request-key")) requestKey ??= value;
    else if (name.endsWith("-ratelimit-limit")) limit ??= wholeNumber(value);
    else if (name.endsWith("-ratelimit-remaining")) remaining ??= wholeNumber(value);
    else if (name.endsWith("-ratelimit-reset")) resetSeconds ??= wholeNumber(value);
    else if (name.endsWith("-pickup-progress")) progress ??= percentage(value);
  }
  return {
    requestKey,
    apiRequestKey,
    rateLimit: rateLimit(limit, remaining, resetSeconds),
    maxAgeSeconds,
    ageSeconds,
    progress,
    location,
    retryAfterSeconds,
  };
}

function rateLimit(limit?: number, remaining?: number, resetSeconds?: number): RateLimit | undefined {
  if (limit === undefined || remaining === undefined || resetSeconds === undefined) return undefined;
  return { limit, remaining, resetSeconds };
}

function wholeNumber(text: string): number | undefined {
  if (!/^\s*\d{1,15}\s*$/.test(text)) return undefined;
  return Number(text);
}

function percentage(text: string): number | undefined {
  const digits = /^\s*(\d{1,9}(?:\.\d{1,9})?)\s*%?\s*$/.exec(text)?.[1];
  return digits === undefined ? undefined : Math.min(100, Number(digits));
}

function maxAge(cacheControl: string): number | undefined {
  for (const directive of cacheControl.split(",")) {
    const digits = /^\s*max-age\s*=\s*"?(\d{1,15})"?\s*$/i.exec(directive)?.[1];
    if (digits !== undefined && Number(digits) <= longestMaxAgeSeconds) return Number(digits);
  }
  return undefined;
}

/** Seconds, or an HTTP date, which is counted from the service's own `Date` where it says one. */
function retryAfter(text: string, headers: Headers, now: number): number | undefined {
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
