import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { root } from "./steps.ts";

it("only the module that runs git starts programs, so that one place decides which program runs", () => {
  const sources = globSync("packages/{core,runs,cli,action,viewer,vscode,simulator}/{src,toolkit}/**/*.ts", {
    cwd: root,
    exclude: ["**/*.test.ts"],
  });
  expect(sources.length).toBeGreaterThan(500);
  const starting = sources.filter((file) => readFileSync(path.join(root, file), "utf8").includes("child_process"));
  expect(starting).toEqual(["packages/runs/src/git/git.ts"]);
});
