import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { version } from "./index.ts";

const index = new URL("index.ts", import.meta.url).href;
/** Imports the package, then prints what was loaded. */
const script = `
  const loaded = [];
  const { registerHooks } = await import("node:module");
  registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
  await import(${JSON.stringify(index)});
  console.log(JSON.stringify(loaded));
`;

test("importing the package loads no other package and nothing of Node's own", async () => {
  const options = ["--conditions=source", "--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  const loaded: string[] = JSON.parse(stdout);
  expect(loaded).toContain(index);
  const packages = loaded.flatMap(
    (url) => /node_modules\/((?:@[^/]+\/)?[^/.][^/]*)\/(?!.*node_modules)/.exec(url)?.[1] ?? [],
  );
  expect(packages).toEqual([]);
  expect(loaded.filter((url) => url.startsWith("node:"))).toEqual([]);
});

test("the version is the package's", () => {
  const manifest: { version: string } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  expect(version).toBe(manifest.version);
});
