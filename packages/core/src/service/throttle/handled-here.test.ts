import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const core = path.resolve(import.meta.dirname, "../..");

/** The files outside this folder that may name the status: those of the routes that declare it, and of its error class. */
const declarations = ["service/endpoints/factories.ts", "service/errors/error-answer.ts"];

it("no file outside service/throttle decides by the status 429", () => {
  const sources = globSync("**/*.ts", { cwd: core }).map((file) => file.replaceAll("\\", "/"));
  const naming = sources
    .filter((file) => !file.endsWith(".test.ts") && !file.startsWith("service/throttle/"))
    .filter((file) => /\b429\b/.test(withoutComments(readFileSync(path.join(core, file), "utf8"))));
  expect(naming.sort()).toEqual(declarations);
});

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}
