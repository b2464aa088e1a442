import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import path from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { childEnvironment } from "../../../../.ci/tests/child-environment.ts";
import { familyIds } from "../../../core/src/families/index.ts";
import packageJson from "../../package.json" with { type: "json" };
import { faultyFile, useBuiltCommand, validFile, type Workplace, warningFile, workplace } from "../support/command.ts";

useBuiltCommand();

const root = path.resolve(import.meta.dirname, "../../../..");
const bundle = path.join(root, "packages/cli/dist/main.js");
const lefthook = path.join(root, "packages/cli/node_modules/.bin/lefthook");

/** The keys that pre-commit requires of a hook, and those that ours has besides. */
interface Hook {
  readonly id: string;
  readonly name: string;
  readonly language: "node";
  readonly entry: string;
  readonly description: string;
  readonly additional_dependencies: readonly string[];
  readonly args: readonly string[];
  readonly files: string;
}
const text = { type: "string", minLength: 1 };
const texts = { type: "array", items: text };
const isHooks = new Ajv().compile<readonly [Hook]>({
  type: "array",
  minItems: 1,
  maxItems: 1,
  items: {
    type: "object",
    additionalProperties: false,
    required: ["id", "name", "language", "entry", "description", "additional_dependencies", "args", "files"],
    properties: {
      id: text,
      name: text,
      language: { const: "node" },
      entry: text,
      description: text,
      additional_dependencies: texts,
      args: texts,
      files: text,
    },
  },
});
const hooks: unknown = parse(readFileSync(path.join(root, "packages/action/.pre-commit-hooks.yaml"), "utf8"));
if (!isHooks(hooks)) throw new Error(JSON.stringify(isHooks.errors));
const [hook] = hooks;

const recipe = readFileSync(path.join(root, "docs/recipes/git-hooks.md"), "utf8");
const [preCommitConfig = "", lefthookConfig = ""] = Array.from(
  recipe.matchAll(/^```yaml\n(.*?)^```/gms),
  ([, block = ""]) => block,
);

/** A clone with staged files, and the command on its PATH, as after an installation. */
function createClone(files: Readonly<Record<string, string>>): { readonly place: Workplace; run: typeof runHook } {
  const place = workplace();
  chmodSync(place.write("bin/analytics-engines", `#!/bin/sh\nexec "${process.execPath}" "${bundle}" "$@"\n`), 0o755);
  for (const [name, content] of Object.entries(files)) place.write(`clone/${name}`, content);
  const clone = path.join(place.folder, "clone");
  execFileSync("git", ["init", "--quiet", clone]);
  execFileSync("git", ["add", "--all"], { cwd: clone });
  return { place, run: runHook };

  function runHook(program: string, args: readonly string[]) {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: clone,
      env: {
        ...childEnvironment(),
        HOME: place.folder,
        PATH: `${path.join(place.folder, "bin")}:${process.env["PATH"]}`,
      },
      encoding: "utf8",
    });
    return { status, output: stdout + stderr };
  }
}

/** Starts the hook as pre-commit does: the words of its entry, its arguments, the staged files that it wants. */
function runPreCommit(files: Readonly<Record<string, string>>) {
  const [program = "", ...words] = hook.entry.split(" ");
  const wanted = Object.keys(files).filter((name) => new RegExp(hook.files).test(name));
  return createClone(files).run(program, [...words, ...hook.args, ...wanted]);
}

function runLefthook(files: Readonly<Record<string, string>>) {
  return createClone({ ...files, "lefthook.yml": lefthookConfig }).run(lefthook, ["run", "pre-commit", "--no-tty"]);
}

describe.each([
  { program: "pre-commit", runHooks: runPreCommit },
  { program: "lefthook", runHooks: runLefthook },
])("the hook for $program", ({ runHooks }) => {
  it("lets good files pass, and leaves alone JSON files of others", () => {
    const { status, output } = runHooks({
      "growth.pa.json": validFile,
      "deep/er/-growth and value.pa.json": validFile,
      "package.json": "{}",
      "deep/other.json": "not JSON",
      "users.sweep.json": "{}",
    });
    expect(output).toContain("2 files checked, no issues");
    expect(status).toBe(0);
  });

  it.each([
    ["an error", "deep/growth.pa.json", faultyFile, "deep/growth.pa.json:5:7: error: There is no property `acounts`"],
    ["a warning", "growth.pa.json", warningFile, "growth.pa.json:4:22: warning: "],
    ["a checks file with an error", "team.checks.json", '{"checks": 1}', "team.checks.json:1:12: error: "],
    ["a sweep with an error", "book.pa.sweep.json", "{}", "book.pa.sweep.json:1:1: error: "],
  ])("stops a commit at %s, with its place", (_, name, content, message) => {
    const { status, output } = runHooks({ "good.pa.json": validFile, [name]: content });
    expect(output).toContain(message);
    expect(status).toBe(1);
  });
});

it("the hooks want the files of every family, and no others", () => {
  const names = familyIds.flatMap((id) => [`a.${id}.json`, `a/b.${id}.sweep.json`]);
  const globs: readonly string[] = parse(lefthookConfig)["pre-commit"].jobs[0].glob;
  const wants = [
    (name: string) => new RegExp(hook.files).test(name),
    (name: string) => globs.some((glob) => path.matchesGlob(path.basename(name), glob)),
  ];
  for (const isWanted of wants) {
    expect([...names, "numbers.checks.json"].filter((name) => !isWanted(name))).toEqual([]);
    const others = [
      "pa.json",
      "a.sweep.json",
      "checks.json",
      "a.pa.json.bak",
      "a.pa.jsonc",
      "a.spa.json",
      "package.json",
    ];
    expect(others.filter(isWanted)).toEqual([]);
  }
});

it("the hook installs the command of its own version, and the recipe names the hook", () => {
  expect(hook.additional_dependencies).toEqual([`${packageJson.name}@${packageJson.version}`]);
  expect(parse(preCommitConfig)).toEqual({
    repos: [
      {
        repo: "https://github.com/analytics-engines/action",
        rev: expect.stringMatching(/^v\d+\.\d+\.\d+$/),
        hooks: [{ id: hook.id }],
      },
    ],
  });
});
