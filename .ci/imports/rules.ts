import { existsSync, globSync, readdirSync } from "node:fs";
import path from "node:path";
import type { IForbiddenRuleType } from "dependency-cruiser";
import { publicEntries } from "../build/entries.ts";
import { exceptions } from "./exceptions.ts";
import { floorRules } from "./floors.ts";

/** The packages that nothing imports: each has the wording, input and output of one host. */
const shells = ["action", "cli", "vscode"];

/** The layers of core, each with the layers that it may import. A folder that is not in this list may import all of them. */
const layers: Readonly<Record<string, readonly string[]>> = {
  "clock.ts": [],
  json: [],
  text: [],
  telemetry: [],
  families: ["json", "text"],
  service: ["clock.ts", "json", "text", "telemetry", "families"],
  parameters: ["clock.ts", "json", "text", "families"],
  results: ["clock.ts", "json", "text", "families"],
  checks: ["json", "text", "families", "parameters", "results"],
  jobs: ["clock.ts", "json", "text", "telemetry", "families", "service"],
  compute: ["clock.ts", "json", "text", "telemetry", "families", "service", "parameters", "results", "jobs"],
  project: ["json", "text", "families", "service", "parameters", "results"],
};

const CORE = "^packages/core/src/";
const TESTS = String.raw`\.test\.ts$`;

/** The rules of imports, for the workspace in a folder. */
export function rulesFor(root: string): IForbiddenRuleType[] {
  return [
    {
      name: "no cycles",
      comment: "Move what both files need to a third file.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    ...Object.entries(layers).map(([layer, lowerLayers]) => layerRule(layer, lowerLayers)),
    {
      name: "core runs anywhere",
      comment: "core may not import Node's modules. Move code that needs them to runs.",
      severity: "error",
      from: { path: CORE, pathNot: TESTS },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "vscode only in adapters",
      comment:
        "Neither a file with a test beside it nor another package may import vscode. Move the call to an adapter.",
      severity: "error",
      from: { path: ["^packages/(?!vscode/)", ...tested(root)] },
      to: { path: "^vscode$|/@types/vscode/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "language without vscode",
      comment: "editor/language works on texts. Move the call to editor/documents or editor/providers.",
      severity: "error",
      from: { path: "^packages/vscode/src/editor/language/" },
      to: { path: "^vscode$|/@types/vscode/" },
    },
    ...floorRules(),
    {
      name: "runs imports only core",
      comment: "runs may import no other package. Move code that it needs to core.",
      severity: "error",
      from: { path: "^packages/runs/src/", pathNot: TESTS },
      to: { path: "^packages/(?!runs/|core/)" },
    },
    ...shells.map((shell) => noImportOf(shell)),
    ...packagesOf(root).flatMap((name) => throughPublicEntries(root, name)),
  ];
}

function layerRule(layer: string, lowerLayers: readonly string[]): IForbiddenRuleType {
  const ownPath = layer.endsWith(".ts") ? layer : `${layer}/`;
  const allowed = lowerLayers.map((one) => (one.endsWith(".ts") ? one : `${one}/`));
  return {
    name: `layers of core: ${layer}`,
    comment: `${layer} may import ${lowerLayers.length === 0 ? "no other layer" : `only ${lowerLayers.join(", ")}`}. Move code that needs more to a higher layer.`,
    severity: "error",
    from: { path: CORE + ownPath, pathNot: TESTS },
    to: { path: CORE, pathNot: [ownPath, ...allowed].map((one) => CORE + one) },
  };
}

function noImportOf(shell: string): IForbiddenRuleType {
  return {
    name: `nothing imports ${shell}`,
    comment: "Move code that two shells need to a package that both import.",
    severity: "error",
    from: { path: "^packages/", pathNot: [`^packages/${shell}/`, ...excepted(shell)] },
    to: { path: `^packages/${shell}/` },
  };
}

function throughPublicEntries(root: string, name: string): IForbiddenRuleType[] {
  const entries = publicEntries(name, root).map(({ file }) => exactly(file).replace(String.raw`\*`, "[^/]+"));
  const allowed = [...entries, `^packages/${name}/test/`];
  const rule = {
    name: `${name} through its public entries`,
    comment: `Import an entry that the package.json of ${name} exports. Tests may import helpers of its tests, and .ci the scripts that build it.`,
    severity: "error",
  } as const;
  const to = `^packages/${name}/`;
  return [
    {
      ...rule,
      from: { path: "^packages/", pathNot: [to, ...excepted(name)] },
      to: { path: to, pathNot: allowed },
    },
    {
      ...rule,
      from: { path: String.raw`^\.ci/`, pathNot: excepted(name) },
      to: { path: to, pathNot: [...allowed, `^packages/${name}/[^/]+\\.ts$`] },
    },
  ];
}

/** The files with an exception for a package. */
function excepted(name: string): string[] {
  return exceptions.filter(({ to }) => to.startsWith(`packages/${name}/`)).map(({ from }) => exactly(from));
}

function packagesOf(root: string): string[] {
  const folder = path.join(root, "packages");
  return readdirSync(folder).filter((name) => existsSync(path.join(folder, name, "package.json")));
}

/** The files of the extension with a test beside them. */
function tested(root: string): string[] {
  return globSync("packages/vscode/src/**/*.test.ts", { cwd: root })
    .map((file) =>
      file
        .split(path.sep)
        .join("/")
        .replace(/(?:\.\w+)?\.test\.ts$/, ".ts"),
    )
    .map(exactly);
}

function exactly(file: string): string {
  return `^${file.replace(/[.*]/g, String.raw`\$&`)}$`;
}
