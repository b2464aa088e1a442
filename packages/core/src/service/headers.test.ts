import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMetaReader, readMeta } from "./headers.ts";
import { Secrets } from "./redact.ts";

const now = Date.UTC(2026, 0, 1, 12);
const meta = (headers: Record<string, string>) => readMeta(new Headers(headers), now);

test("headers are known by their endings, whatever the vendor's word and the letter case", () => {
  const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,11}(-[A-Za-z]{1,8})?$/);
  fc.assert(
    fc.property(word, word, fc.boolean(), (vendor, other, upper) => {
      const spell = (name: string) => (upper ? name.toUpperCase() : name);
      const read = meta({
        [spell(`X-${other}-Request-Key`)]: "key",
        [spell(`X-${vendor}-Api-Request-Key`)]: "api",
        [spell(`X-${vendor}-Api-RateLimit-Limit`)]: "100",
        [spell(`X-${vendor}-Api-RateLimit-Remaining`)]: "7",
        [spell(`X-${vendor}-Api-RateLimit-Reset`)]: "30",
        [spell(`X-${vendor}-Api-PickUp-Progress`)]: "45",
      });
      // A vendor whose word ends in "Api" makes the two keys one name.
      fc.pre(!/-api$/i.test(`-${other}`));
      expect(read.requestKey).toBe("key");
      expect(read.apiRequestKey).toBe("api");
      expect(read.rateLimit).toEqual({ limit: 100, remaining: 7, resetSeconds: 30 });
      expect(read.progress).toBe(45);
    }),
  );
});

test("a reader that remembers names reads every answer as one that sees its first", () => {
  const value = fc.constantFrom("5", "45.5", "key", "", "-1");
  const names = ["Request-Key", "Api-Request-Key", "Api-RateLimit-Limit", "Api-RateLimit-Remaining"];
  const more = ["Api-RateLimit-Reset", "Api-PickUp-Progress"];
  const answer = fc
    .tuple(fc.constantFrom("Acme", "Other"), fc.dictionary(fc.constantFrom(...names, ...more), value))
    .map(([word, all]) => Object.fromEntries(Object.entries(all).map(([name, text]) => [`X-${word}-${name}`, text])));
  fc.assert(
    fc.property(fc.array(answer), (answers) => {
      const read = createMetaReader();
      for (const headers of answers) expect(read(new Headers(headers), now)).toEqual(meta(headers));
    }),
    { numRuns: 1000 },
  );
});

test("a name that no longer makes sense gives way to another of its ending", () => {
  const read = createMetaReader();
  const window = { "x-acme-ratelimit-remaining": "4", "x-acme-ratelimit-reset": "3" };
  expect(read(new Headers({ ...window, "x-acme-ratelimit-limit": "5" }), now).rateLimit?.limit).toBe(5);
  const both = { ...window, "x-acme-ratelimit-limit": "5 a minute", "x-ratelimit-limit": "6" };
  expect(read(new Headers(both), now).rateLimit?.limit).toBe(6);
});

test("a rate limit without a vendor word, and one of running calculations that is none", () => {
  const window = { "X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "4", "X-RateLimit-Reset": "3" };
  const running = { "X-Acme-Api-Calculations-Limit": "500", "X-Acme-Api-Calculations-Remaining": "1" };
  expect(meta({ ...window, ...running }).rateLimit).toEqual({ limit: 5, remaining: 4, resetSeconds: 3 });
  expect(meta(running).rateLimit).toBeUndefined();
});

describe("max-age", () => {
  test.each([
    ["max-age=5", 5],
    ["private, max-age=5", 5],
    ["MAX-AGE = 5 , no-transform", 5],
    ['max-age="5"', 5],
    ["max-age=0", 0],
    ["max-age=abc, max-age=7", 7],
    ["s-maxage=9", undefined],
    ["max-age=abc", undefined],
    ["max-age=-5", undefined],
    ["max-age=1.5", undefined],
    ["max-age=", undefined],
    ["max-age=99999999", undefined],
    ["max-age=1e3", undefined],
    ["x-max-age=5", undefined],
    ["no-store", undefined],
  ])("%s", (text, seconds) => expect(meta({ "cache-control": text }).maxAgeSeconds).toBe(seconds));
});

describe("Retry-After", () => {
  test.each([
    ["30", 30],
    ["0", 0],
    ["Thu, 01 Jan 2026 12:00:30 GMT", 30],
    ["Thu, 01 Jan 2026 11:00:00 GMT", 0],
    ["99999999999999999999", Number.MAX_SAFE_INTEGER],
    ["-1", undefined],
    ["soon", undefined],
    ["1.5", undefined],
    ["2026", 2026],
  ])("%s", (text, seconds) => expect(meta({ "retry-after": text }).retryAfterSeconds).toBe(seconds));

  test("a date is counted from the service's own clock where it tells it", () => {
    const headers = { "retry-after": "Thu, 01 Jan 2026 15:00:30 GMT", date: "Thu, 01 Jan 2026 15:00:00 GMT" };
    expect(meta(headers).retryAfterSeconds).toBe(30);
  });
});

test.each([
  ["45", 45],
  ["45%", 45],
  ["45.5", 45.5],
  ["250", 100],
  ["-3", undefined],
  ["half", undefined],
])("progress %s", (text, percent) => expect(meta({ "X-Acme-Api-PickUp-Progress": text }).progress).toBe(percent));

test("whatever a header holds, figures are finite, in range, and read in no time", () => {
  const odd = fc.oneof(
    fc.string({ unit: "binary-ascii" }),
    fc.stringMatching(/^[\d ,.=+eE-]{0,40}$/),
    fc.constantFrom("max-age=", "max-age=9".padEnd(5000, "9"), " ".repeat(5000), ",".repeat(5000), "NaN", "Infinity"),
    fc.stringMatching(/^(private, )?max-age=-?\d{0,30}$/),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
  );
  const printable = odd.map((text) => text.replaceAll(/[^\x20-\x7e]/g, ""));
  const names = ["cache-control", "age", "retry-after", "x-acme-api-pickup-progress", "x-acme-api-ratelimit-reset"];
  fc.assert(
    fc.property(fc.array(printable, { minLength: names.length, maxLength: names.length }), (values) => {
      const before = process.cpuUsage();
      const all = Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]));
      const read = meta({ ...all, "x-acme-api-ratelimit-limit": "1", "x-acme-api-ratelimit-remaining": "1" });
      const { maxAgeSeconds = 0, ageSeconds = 0, retryAfterSeconds = 0, progress = 0, rateLimit } = read;
      expect(maxAgeSeconds >= 0 && maxAgeSeconds <= 86_400).toBe(true);
      expect(Number.isSafeInteger(ageSeconds) && ageSeconds >= 0).toBe(true);
      expect(Number.isSafeInteger(retryAfterSeconds) && retryAfterSeconds >= 0).toBe(true);
      expect(progress >= 0 && progress <= 100).toBe(true);
      expect(rateLimit === undefined || Number.isSafeInteger(rateLimit.resetSeconds)).toBe(true);
      expect(process.cpuUsage(before).user / 1e6).toBeLessThan(1);
    }),
  );
});

test("a figure with a long gap in it is refused in one pass", () => {
  const text = `5${" ".repeat(1_000_000)}x`;
  expect(meta({ "X-Acme-Api-PickUp-Progress": text }).progress).toBeUndefined();
});

test("the job's id is read from its header, also by a reader that remembers the names of an answer without it", () => {
  const others = {
    "X-Acme-Request-Key": "key",
    "X-Acme-Api-Request-Key": "api",
    "X-Acme-Api-RateLimit-Limit": "100",
    "X-Acme-Api-RateLimit-Remaining": "7",
    "X-Acme-Api-RateLimit-Reset": "30",
    "X-Acme-Api-PickUp-Progress": "45",
  };
  const read = createMetaReader();
  expect(read(new Headers(others), now).calculationId).toBeUndefined();
  expect(read(new Headers({ ...others, "X-Acme-Api-Calculation-Id": "a1" }), now).calculationId).toBe("a1");
  expect(meta({ "X-Other-Calculation-Id": "" }).calculationId).toBe("");
});

test("a key or an id of a job that repeats a credential counts as absent: in place of it each answer would have the same", () => {
  const secrets = new Secrets();
  secrets.learn("Bearer token-0123456789");
  const said = "x token-0123456789";
  const headers = { "X-Acme-Request-Key": said, "X-Acme-Api-Request-Key": said, "X-Acme-Api-Calculation-Id": said };
  const read = createMetaReader(secrets)(new Headers(headers), now);
  expect(read).toMatchObject({ requestKey: "x (redacted)", apiRequestKey: undefined, calculationId: undefined });
});
