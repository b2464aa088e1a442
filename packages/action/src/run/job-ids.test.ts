import { expect, it } from "vitest";
import { formatJobIds } from "./job-ids.ts";

it("is a JSON object from file to id", () => {
  expect(formatJobIds(new Map([["p/a.pa.json", "0f"]]))).toBe('{"p/a.pa.json":"0f"}');
});

it("is empty rather than cut where it is too long for an output", () => {
  const many = Array.from({ length: 20_000 }, (_, index) => [`p/${index}.pa.json`, "0".repeat(32)] as const);
  expect(formatJobIds(new Map(many))).toBe("{}");
});
