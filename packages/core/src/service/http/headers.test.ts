import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Secrets } from "../secrets/secrets.ts";
import { readMeta } from "./headers.ts";

const now = Date.UTC(2026, 0, 1, 12);
const meta = (headers: Record<string, string>) => readMeta(new Headers(headers), now);

test("headers are recognized by the end of their names, with any vendor word and in any letter case", () => {
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
      // If the vendor's word ends in "Api", the two keys have the same name.
      fc.pre(!/-api$/i.test(`-${other}`));
      expect(read.requestKey).toBe("key");
      expect(read.apiRequestKey).toBe("api");
      expect(read.rateLimit).toEqual({ limit: 100, remaining: 7, resetSeconds: 30 });
      expect(read.progress).toBe(45);
    }),
  );
});

test("a header with an invalid value gives way to another with the same end", () => {
  const window = { "x-acme-ratelimit-remaining": "4", "x-acme-ratelimit-reset": "3" };
  const both = { ...window, "x-acme-ratelimit-limit": "5 a minute", "x-ratelimit-limit": "6" };
  expect(meta(both).rateLimit?.limit).toBe(6);
});

test("a rate limit is read without a vendor word, and a limit on running calculations is not a rate limit", () => {
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

  test("a date counts from the Date header if there is one", () => {
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

test("with any header values, numbers are finite, in range, and read fast", () => {
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

test("refuses a number with a long gap in one pass", () => {
  const text = `5${" ".repeat(1_000_000)}x`;
  expect(meta({ "X-Acme-Api-PickUp-Progress": text }).progress).toBeUndefined();
});

test("the id of the job is read from its header", () => {
  expect(meta({ "X-Acme-Api-Request-Key": "api" }).calculationId).toBeUndefined();
  expect(meta({ "X-Acme-Api-Calculation-Id": "a1" }).calculationId).toBe("a1");
  expect(meta({ "X-Other-Calculation-Id": "" }).calculationId).toBe("");
});

test("a key or an id of a job that repeats a credential counts as absent: the redacted text would be the same in each answer", () => {
  const secrets = new Secrets();
  secrets.add("Bearer token-0123456789");
  const said = "x token-0123456789";
  const headers = { "X-Acme-Request-Key": said, "X-Acme-Api-Request-Key": said, "X-Acme-Api-Calculation-Id": said };
  const read = readMeta(new Headers(headers), now, secrets);
  expect(read).toMatchObject({ requestKey: "x (redacted)", apiRequestKey: undefined, calculationId: undefined });
});
