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

const LOOP = /^\s*(for|while|do)\b/;
const FUNCTION = /=> \{$|\bfunction\b|^\s*(async |static |get |set |override )*[\w#]+\(.*\{$/;

/** The lines of a formatted source that declare with `using` right in a loop. */
function usingInLoops(source: string): readonly number[] {
  const lines = source.split("\n");
  const indentOf = (line: string) => line.length - line.trimStart().length;
  return lines.flatMap((line, index) => {
    if (!/^\s*(await )?using \w+ =|^\s*for( await)? \((await )?using /.test(line)) return [];
    let indent = indentOf(line) + (LOOP.test(line) ? 1 : 0);
    for (let at = LOOP.test(line) ? index : index - 1; at >= 0 && indent > 0; at -= 1) {
      const header = lines[at] ?? "";
      if (header.trim() === "" || indentOf(header) >= indent) continue;
      indent = indentOf(header);
      if (LOOP.test(header)) return [index + 1];
      if (FUNCTION.test(header)) return [];
    }
    return [];
  });
}

it("`using` in a loop is seen, and not in a function that a loop calls", () => {
  const inLoop = "for (const a of b) {\n  if (a) {\n    await using c = d;\n  }\n}\n";
  const inFunction = "for (const a of b) {\n  e(async () => {\n    await using c = d;\n  });\n}\n";
  expect([usingInLoops(inLoop), usingInLoops(inFunction)]).toEqual([[3], []]);
  expect(usingInLoops("for (using a of b) {\n}\n")).toEqual([1]);
});

// The programs are built for Node 22, which has no `using`. What esbuild writes in its place keeps the first error of a loop for each later round.
it("no loop of a program declares with `using`", () => {
  const sources = globSync("packages/{core,runs,cli,action,viewer,vscode,simulator}/src/**/*.ts", { cwd: root });
  const declaring = sources
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) => usingInLoops(readFileSync(path.join(root, file), "utf8")).map((line) => `${file}:${line}`));
  expect(declaring).toEqual([]);
});
