import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { useOwnTemporaryFolder } from "./temporary-folder.ts";

it("is a folder of its own until it is closed, and then gone", () => {
  const before = tmpdir();
  const close = useOwnTemporaryFolder("own-");
  const folder = tmpdir();
  expect(path.dirname(folder)).toBe(before);
  expect(path.basename(folder)).toMatch(/^own-/);
  close();
  expect(tmpdir()).toBe(before);
  expect(existsSync(folder)).toBe(false);
});

it("names what was left in it, and removes it", () => {
  const before = tmpdir();
  const close = useOwnTemporaryFolder("own-");
  const folder = tmpdir();
  const run = mkdtempSync(path.join(folder, "run-folder-"));
  for (const name of ["a", "b", "c", "d", "e", "f"]) mkdirSync(path.join(run, name));
  writeFileSync(path.join(folder, "note.txt"), "");
  expect(close).toThrow(`\n  note.txt\n  ${path.basename(run)} (a, b, c, d, e, …)`);
  expect(tmpdir()).toBe(before);
  expect(existsSync(folder)).toBe(false);
});
