import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { VERSION } from "./index.ts";

const index = new URL("index.ts", import.meta.url).href;

/** Imports a module in a process of its own, and returns what was loaded. */
async function loadedBy(module: string): Promise<readonly string[]> {
  const script = `
    const loaded = [];
    const { registerHooks } = await import("node:module");
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    await import(${JSON.stringify(module)});
    console.log(JSON.stringify(loaded));
  `;
  const options = ["--conditions=source", "--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  return JSON.parse(stdout);
}

test("importing the package loads no other package and nothing of Node's own", async () => {
  const loaded = await loadedBy(index);
  expect(loaded).toContain(index);
  const packages = loaded.flatMap(
    (url) => /node_modules\/((?:@[^/]+\/)?[^/.][^/]*)\/(?!.*node_modules)/.exec(url)?.[1] ?? [],
  );
  expect(packages).toEqual([]);
  expect(loaded.filter((url) => url.startsWith("node:"))).toEqual([]);
});

test("the facts of the families load no schema", async () => {
  const facts = new URL("families/families.ts", import.meta.url).href;
  expect(await loadedBy(facts)).toEqual([facts]);
});

test("the version is the package's", () => {
  const manifest: { version: string } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  expect(VERSION).toBe(manifest.version);
});
