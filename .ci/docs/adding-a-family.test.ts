import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../steps.ts";
import { codeBlocks, readDocuments } from "./documents.ts";

/** A copy of the sources, to which the blocks of the page are applied. */
const copy = mkdtempSync(path.join(tmpdir(), "adding-a-family-"));

/** The benchmarks import the tests of other packages, which the copy does not have. */
const packages = readdirSync(path.join(root, "packages")).filter((name) => name !== "bench");

function copySources(): void {
  for (const name of packages) {
    const [from, to] = [path.join(root, "packages", name), path.join(copy, "packages", name)];
    mkdirSync(to, { recursive: true });
    for (const part of ["src", "schemas", "package.json", "node_modules"].filter((part) =>
      existsSync(path.join(from, part)),
    )) {
      // The links to our own packages are relative: in the copy they lead to the copy.
      cpSync(path.join(from, part), path.join(to, part), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => !file.endsWith(".test.ts") && !path.basename(file).startsWith("."),
      });
    }
  }
  for (const folder of [
    "docs/examples",
    ".ci/generate",
    ".ci/build/markdown.d.ts",
    "packages/core/test/support/schemas/file-schemas.ts",
    "packages/runs/test/support/manifest-schema.ts",
  ])
    cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true });
  cpSync(path.join(root, "tsconfig.base.json"), path.join(copy, "tsconfig.base.json"));
  writeFileSync(path.join(copy, "package.json"), '{ "type": "module" }');
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
}

/** Applies a block: a whole file, or lines below the one line of a file that starts with a text. */
function apply(block: string): void {
  const [head = "", ...lines] = block.split("\n");
  const [, file = "", start] = /^\/\/ (\S+?)(?:, below: (.+))?$/.exec(head) ?? [];
  const target = path.join(copy, file);
  if (start === undefined) {
    writeFileSync(target, `${lines.join("\n")}\n`);
    return;
  }
  const text = readFileSync(target, "utf8").split("\n");
  const found = text.flatMap((line, index) => (line.trim().startsWith(start) ? [index] : []));
  expect(found, `the lines of ${file} that start with ${start}`).toHaveLength(1);
  text.splice(lastLineOf(text, found[0] ?? 0) + 1, 0, ...lines);
  writeFileSync(target, text.join("\n"));
}

/** The last line of the entry or the statement that begins on a line: its brackets are closed there. */
function lastLineOf(text: readonly string[], first: number): number {
  // The block of a record goes below its first line.
  if (text[first]?.endsWith("= {")) return first;
  let depth = 0;
  for (let index = first; index < text.length; index++) {
    for (const sign of text[index] ?? "") depth += "([{".includes(sign) ? 1 : ")]}".includes(sign) ? -1 : 0;
    if (depth <= 0) return index;
  }
  return first;
}

function node(...args: readonly string[]): string {
  const flags = ["--conditions=source", "--disable-warning=ExperimentalWarning"];
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, ...args], { cwd: copy, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return stdout;
}

/** What the packages of the copy know of the family, printed as JSON by a script that imports them. */
const script = `
import { readFileSync } from "node:fs";
import { basicAuth, createClient, memoryJournal, runJobs } from "@analytics-engines/core";
import { readParameterFile } from "@analytics-engines/core/parameters";
import { createVirtualClock } from "@analytics-engines/core/testing";
import { nameLists, strategyTrees } from "@analytics-engines/runs/lookup";
import { createSimulator } from "@analytics-engines/simulator";
import { variantsOf } from "./editor/language/new-file.ts";
import { loadSchema } from "./editor/language/schema/schema.ts";
import { fileChoices } from "./explorer/actions/new-files.ts";

const file = readParameterFile(readFileSync("docs/examples/risk-parity.rpo.json", "utf8"), { path: "risk-parity.rpo.json" });
const clock = createVirtualClock();
const simulator = createSimulator({ clock });
const auth = basicAuth("DEMO-1", "demo");
const client = createClient({ baseUrl: "http://localhost", auth, fetch: simulator.fetch, clock });
const bytes = [];
const store = {
  async store(key, unit, _, body) {
    bytes.push((await body.bytes()).length);
    return { file: key, contentType: body.contentType, bytes: 0, sha256: "" };
  },
};
const requests = [{ key: "it", family: "rpo", body: file.request }];
const outcomes = await clock.run(() => runJobs(requests, { client, clock, journal: memoryJournal(), store }));
const strategy = { kind: "strategy", engine: "rpo", path: "Client:/Optimizer/RISK_PARITY" };
console.log(JSON.stringify({
  family: file.family,
  issues: file.issues,
  strategies: await clock.run(async () => (await client.rpo.strategies.list("Client:/Optimizer")).data.data.documents),
  outcomes: outcomes.map(({ status }) => status),
  hasResult: bytes.every((count) => count > 100) && bytes.length === 1,
  trees: strategyTrees,
  lists: nameLists.length,
  variants: variantsOf("rpo"),
  choices: fileChoices(strategy).map(({ kind }) => kind),
  schema: (await loadSchema("rpo")).title,
}));
`;

describe("a family that is added by the page", () => {
  beforeAll(() => {
    copySources();
    const page = readDocuments().find(({ file }) => file === "docs/adding-a-family.md");
    if (page === undefined) throw new Error("docs/adding-a-family.md is missing.");
    for (const language of ["typescript", "jsonc"]) for (const { code } of codeBlocks(page, language)) apply(code);
    for (const writer of ["write-shapes.ts", "write-schemas.ts", "write-family-lists.ts"])
      node(`.ci/generate/${writer}`);
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it("passes the type checks of all packages", { tags: "full" }, () => {
    const include = [".ci/build/markdown.d.ts", ...packages.map((name) => `packages/${name}/src`)];
    const options = { typeRoots: [path.join(root, "node_modules/@types")] };
    const settings = { extends: "./tsconfig.base.json", compilerOptions: options, include };
    writeFileSync(path.join(copy, "tsconfig.json"), JSON.stringify(settings));
    const { stdout } = spawnSync(path.join(root, "node_modules/.bin/tsc"), ["-p", copy], { encoding: "utf8" });
    expect(stdout).toBe("");
  });

  it("is in each list of the extension's manifest: its files have the language", () => {
    const text = readFileSync(path.join(copy, "packages/vscode/package.json"), "utf8");
    expect(JSON.parse(text).contributes.languages[0].filenamePatterns).toContain("*.rpo.json");
    const count = (id: string) => text.match(new RegExp(`\\b${id}\\b`, "g"))?.length;
    expect(count("rpo")).toBe(count("npo"));
  });

  it("is known to the client, the validator, the simulator and the extension", () => {
    writeFileSync(path.join(copy, "packages/vscode/src/known.ts"), script);
    expect(JSON.parse(node("packages/vscode/src/known.ts"))).toMatchObject({
      family: "rpo",
      issues: [],
      strategies: ["RISK_PARITY"],
      outcomes: ["success"],
      hasResult: true,
      trees: expect.arrayContaining(["rpo strategies"]),
      variants: ["trades", "optimal holdings"],
      choices: ["rpo", "rpo"],
      schema: "Risk Parity Optimizer (rpo)",
    });
  });
});
