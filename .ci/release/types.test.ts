import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../steps.ts";
import { packPackages, published, readManifest } from "./npm-packages.ts";

// Compiles a program that imports all that the packages export, and checks their declarations too. release.yml runs this, and the nightly run.
// @module-tag full

/** The oldest compiler that the READMEs promise, and Node's types of the oldest Node in `engines`. */
const oldest = ["typescript@5.7.2", "@types/node@22"];
const newest = [`typescript@${readManifestOfRoot().devDependencies["typescript"]}`, "@types/node@26"];

let folder = "";
let archives: Readonly<Record<string, string>>;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "types-"));
  archives = packPackages(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the types of all packages", () => {
  it.each([
    ["oldest", oldest],
    ["newest", newest],
  ])("compile strictly with the %s compiler and types of Node", (name, tools) => {
    const project = path.join(folder, name);
    mkdirSync(project);
    write(project, "package.json", JSON.stringify({ private: true, type: "module" }));
    const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", "--no-save"];
    expect(run("npm", ["install", ...flags, ...Object.values(archives), ...tools], project)).toMatchObject({
      status: 0,
    });
    const entries = published.flatMap((one) => entriesOf(project, one));
    expect(entries.length).toBeGreaterThan(15);
    write(
      project,
      "program.ts",
      entries.map((entry, place) => `export * as entry${place} from "${entry}";\n`).join(""),
    );
    write(project, "tsconfig.json", JSON.stringify({ compilerOptions, files: ["program.ts"] }));
    const compiled = run(path.join(project, "node_modules/.bin/tsc"), ["-p", "tsconfig.json"], project);
    expect(compiled).toEqual({ status: 0, output: "" });
  });

  it.each(["core", "runs", "simulator"])("are promised by the README of %s for these versions", (name) => {
    const readme = readFileSync(path.join(root, "packages", name, "README.md"), "utf8");
    expect(readme).toContain("TypeScript 5.7");
    expect(readManifest(name)).toMatchObject({ engines: { node: ">=22" } });
  });
});

const compilerOptions = {
  target: "es2022",
  module: "nodenext",
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
};

/** What a program may import from an installed package. */
function entriesOf(project: string, name: string): readonly string[] {
  const file = path.join(project, "node_modules/@analytics-engines", name, "package.json");
  const manifest: { readonly name: string; readonly exports?: object } = JSON.parse(readFileSync(file, "utf8"));
  return Object.keys(manifest.exports ?? {})
    .filter((entry) => !entry.includes("*") && !entry.endsWith(".json"))
    .map((entry) => path.posix.join(manifest.name, entry));
}

function readManifestOfRoot(): { readonly devDependencies: Readonly<Record<string, string>> } {
  return JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
}

function write(project: string, name: string, text: string): void {
  writeFileSync(path.join(project, name), text);
}

function run(command: string, args: readonly string[], cwd: string) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}
