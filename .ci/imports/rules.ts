import { existsSync, globSync, readdirSync } from "node:fs";
import path from "node:path";
import type { IForbiddenRuleType } from "dependency-cruiser";
import { publicEntries } from "../entries.ts";
import { exceptions } from "./exceptions.ts";

/** The packages that nothing imports: each holds the words and the input and output of its host. */
const shells = ["action", "cli", "vscode"];

/** The rooms of core and what each may import beside itself. A room that is not named here may import all of them. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  "clock.ts": [],
  json: [],
  text: [],
  families: ["json", "text"],
  service: ["clock.ts", "json", "text", "families"],
  parameters: ["clock.ts", "json", "text", "families"],
  results: ["clock.ts", "json", "text", "families"],
  jobs: ["clock.ts", "json", "text", "families", "service"],
};

const core = "^packages/core/src/";
const tests = String.raw`\.test\.ts$|/testing(/|\.ts$)|/test-documents\.ts$`;
/** Scripts that write what is checked in: they run in the build. */
const scripts = String.raw`/write-[^/]+\.ts$`;

/** The rules of imports, for the workspace in a folder. */
export function rulesFor(root: string): IForbiddenRuleType[] {
  return [
    {
      name: "no cycles",
      comment: "Move what both files need to a file of its own.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    ...Object.entries(rooms).map(([room, below]) => floor(room, below)),
    {
      name: "core runs anywhere",
      comment: "core may not import Node's modules: what needs them belongs in runs.",
      severity: "error",
      from: { path: core, pathNot: [tests, scripts] },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "vscode in adapters only",
      comment: "What has a unit test must not import vscode, nor may another package: put the call into the adapter.",
      severity: "error",
      from: { path: ["^packages/(?!vscode/)", ...unitTested(root)] },
      to: { path: "^vscode$|/@types/vscode/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "runs imports core alone",
      comment: "What runs needs of another package belongs in core.",
      severity: "error",
      from: { path: "^packages/runs/src/", pathNot: tests },
      to: { path: "^packages/(?!runs/|core/)" },
    },
    ...shells.map((shell) => noImportOf(shell)),
    ...packagesOf(root).map((name) => throughPublicEntries(root, name)),
  ];
}

function floor(room: string, below: readonly string[]): IForbiddenRuleType {
  const own = room.endsWith(".ts") ? room : `${room}/`;
  const allowed = below.map((one) => (one.endsWith(".ts") ? one : `${one}/`));
  return {
    name: `floors of core: ${room}`,
    comment: `${room} may import ${below.length === 0 ? "no other room" : below.join(", ")}: what flows up belongs in a higher room.`,
    severity: "error",
    from: { path: core + own, pathNot: [tests, scripts] },
    to: { path: core, pathNot: [own, ...allowed].map((one) => core + one) },
  };
}

function noImportOf(shell: string): IForbiddenRuleType {
  return {
    name: `nothing imports ${shell}`,
    comment: "What two shells need belongs in a package below them.",
    severity: "error",
    from: { path: "^packages/", pathNot: [`^packages/${shell}/`, ...excepted(shell)] },
    to: { path: `^packages/${shell}/` },
  };
}

function throughPublicEntries(root: string, name: string): IForbiddenRuleType {
  const entries = publicEntries(name, root).map(({ file }) => exactly(file).replace(String.raw`\*`, "[^/]+"));
  return {
    name: `${name} through its public entries`,
    comment: `Import what the package.json of ${name} exports, by the package's name. Tests may share what supports them.`,
    severity: "error",
    from: { path: "^packages/", pathNot: [`^packages/${name}/`, ...excepted(name)] },
    to: { path: `^packages/${name}/`, pathNot: [...entries, `^packages/${name}/test/`] },
  };
}

/** The files that may import what they should not of a package. */
function excepted(name: string): string[] {
  return exceptions.filter(({ to }) => to.startsWith(`packages/${name}/`)).map(({ from }) => exactly(from));
}

function packagesOf(root: string): string[] {
  const folder = path.join(root, "packages");
  return readdirSync(folder).filter((name) => existsSync(path.join(folder, name, "package.json")));
}

/** The files of the extension that have a unit test beside them. */
function unitTested(root: string): string[] {
  return globSync("packages/vscode/src/**/*.test.ts", { cwd: root })
    .map((file) =>
      file
        .split(path.sep)
        .join("/")
        .replace(/\.test\.ts$/, ".ts"),
    )
    .map(exactly);
}

function exactly(file: string): string {
  return `^${file.replace(/[.*]/g, String.raw`\$&`)}$`;
}
