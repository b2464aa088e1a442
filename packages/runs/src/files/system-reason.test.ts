import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { systemReason } from "../user-error.ts";

function reasonOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return systemReason(error);
  }
  return "";
}

test("system errors without their code and path, other errors as they are", () => {
  expect(reasonOf(() => readFileSync("/no/such, file"))).toBe("no such file or directory");
  expect(reasonOf(() => readFileSync("/"))).toBe("illegal operation on a directory");
  expect(systemReason(new Error("Some sentence, with a comma"))).toBe("Some sentence, with a comma");
  expect(systemReason("thrown text")).toBe("thrown text");
});
