import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { root } from "./steps.ts";

it("at most eight source files name a family: the others derive their lists from the definition", () => {
  const files = globSync("packages/*/src/**/*.*", { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.endsWith(".test.ts"));
  const naming = files.filter((file) => /\bnpo\b/.test(readFileSync(path.join(root, file), "utf8")));
  expect(naming).toContain("packages/core/src/families/families.ts");
  expect(naming.length, naming.join("\n")).toBeLessThanOrEqual(8);
});
