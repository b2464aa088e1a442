import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { areas } from "./mutation/areas.ts";
import { published } from "./release/npm-packages.ts";
import { root } from "./steps.ts";

const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(read("package.json"));

interface Launch {
  readonly configurations: readonly {
    readonly name: string;
    readonly program?: string;
    readonly preLaunchTask?: string;
  }[];
}

interface Tasks {
  readonly tasks: readonly { readonly label: string; readonly script?: string; readonly command?: string }[];
}

describe("the editor's settings for contributors", () => {
  const { configurations }: Launch = JSON.parse(read(".vscode/launch.json"));
  const { tasks }: Tasks = JSON.parse(read(".vscode/tasks.json"));

  it.each(configurations)("start an existing program with $name", ({ program, preLaunchTask }) => {
    if (program !== undefined)
      expect(existsSync(path.join(root, program.replace(`\${workspaceFolder}/`, ""))), program).toBe(true);
    if (preLaunchTask !== undefined) expect(tasks.map(({ label }) => label)).toContain(preLaunchTask);
  });

  it.each(tasks)("run an existing script with the task $label", ({ script, command }) => {
    if (script !== undefined) expect(Object.keys(scripts)).toContain(script);
    for (const [file] of command?.matchAll(/\S+\.(?:ts|mjs)/g) ?? [])
      expect(existsSync(path.join(root, file)), file).toBe(true);
  });
});

it("every script of the workspace runs an existing file", () => {
  const files = Object.values(scripts).flatMap((text) => text.match(/\S+\.(?:ts|mjs)/g) ?? []);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

it("every script of the workspace first installs what a fresh clone lacks", () => {
  expect(Object.entries(scripts).filter(([, command]) => !command.startsWith("node .ci/setup.mjs"))).toEqual([]);
});

it("every command in the guide for contributors exists", () => {
  const guide = read(".github/CONTRIBUTING.md");
  const named = [...guide.matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name);
  const short = [...guide.matchAll(/`(:\w+)`/g)].map(([, name = ""]) => `test${name}`);
  expect([...named, ...short].filter((name) => scripts[name] === undefined)).toEqual([]);
  expect(guide.split("\n").length).toBeLessThan(50);
});

it("ci.yml runs the whole long suites every night", () => {
  const { on, jobs } = parse(read(".github/workflows/ci.yml"));
  expect(on.schedule).toHaveLength(1);
  expect(jobs.full.if).toBe("github.event_name == 'schedule'");
  expect(jobs.full.steps.at(-1).run).toBe("npm run test:full");
});

it("ci.yml runs commands that exist on macOS and Windows", () => {
  const { jobs } = parse(read(".github/workflows/ci.yml"));
  const matrix: readonly { system: string; commands: string }[] = jobs.systems.strategy.matrix.include;
  expect(matrix.map(({ system }) => system)).toEqual(["macos-latest", "windows-latest"]);
  for (const command of matrix.flatMap(({ commands }) => commands.split(" ")))
    expect(scripts).toHaveProperty([command]);
});

it("release.yml publishes every package of npm", () => {
  const [, names = ""] = /for name in ([\w ]+); do/.exec(read(".github/workflows/release.yml")) ?? [];
  expect(names.split(" ").sort()).toEqual([...published].sort());
});

it.each(areas)(
  "the mutation tests of $name change files that exist, and run tests that exist",
  ({ sources, tests }) => {
    for (const pattern of [...sources, ...tests]) expect(globSync(pattern, { cwd: root }), pattern).not.toEqual([]);
  },
);
