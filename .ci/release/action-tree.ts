import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Metafile } from "esbuild";
import { root } from "../steps.ts";
import { licensesOf } from "./licenses.ts";
import { sourceAt } from "./source.ts";

const source = path.join(root, "packages/action");

/** The folders of the actions: `run` at the top, each other in its own folder. */
function actionFolders(): readonly string[] {
  const others = readdirSync(source).filter((name) => existsSync(path.join(source, name, "action.yml")));
  return [".", ...others.sort()];
}

/**
 * Writes the files of a tag of the Action to an empty folder: for each action its `action.yml`, its bundle and its README; at the
 * top the reusable workflow, the git hooks for pre-commit, our license and those of the bundled packages. The bundles must exist.
 */
export function writeActionTree(to: string, version: string): void {
  const viewer: Readonly<Record<string, Metafile>> = readJson(path.join(root, "packages/viewer/dist/assets.json"));
  const bundles = Object.values(viewer).map(({ inputs }) => ({
    folder: path.join(root, "packages/viewer"),
    inputs,
  }));
  for (const folder of actionFolders()) {
    const from = path.join(source, folder);
    mkdirSync(path.join(to, folder), { recursive: true });
    cpSync(path.join(from, "action.yml"), path.join(to, folder, "action.yml"));
    const { inputs }: Metafile = readJson(path.join(from, "dist/meta.json"));
    bundles.push({ folder: source, inputs });
    cpSync(path.join(from, "dist"), path.join(to, folder, "dist"), {
      recursive: true,
      filter: (file) => path.basename(file) !== "meta.json",
    });
    // Bundles are ES modules, and a checkout of the tag has no other package.json that says so.
    writeFileSync(path.join(to, folder, "dist/package.json"), '{ "type": "module" }\n');
    writeFileSync(path.join(to, folder, "README.md"), readmeOf(from, version));
  }
  const workflow = ".github/workflows/analytics.yml";
  cpSync(path.join(root, workflow), path.join(to, workflow));
  cpSync(path.join(source, ".pre-commit-hooks.yaml"), path.join(to, ".pre-commit-hooks.yaml"));
  // pre-commit installs this package, and beside it the command that the hook names.
  writeFileSync(path.join(to, "package.json"), `{ "name": "analytics-engines-hooks", "version": "${version}" }\n`);
  cpSync(path.join(root, "LICENSE"), path.join(to, "LICENSE"));
  writeFileSync(path.join(to, "licenses.txt"), licensesOf(bundles));
}

/** The README. Links to files outside the tree lead to the sources of the version. */
function readmeOf(folder: string, version: string): string {
  const text = readFileSync(path.join(folder, "README.md"), "utf8");
  return text.replaceAll(/\]\(([^)#:]+)(#[^)]*)?\)/g, (link, target: string, anchor = "") => {
    const file = path.resolve(folder, target);
    const inTree = [source, ...actionFolders().map((name) => path.join(source, name))].some(
      (place) => file === place || file === path.join(place, "README.md") || file === path.join(place, "action.yml"),
    );
    return inTree ? link : `](${sourceAt(version, path.relative(root, file))}${anchor})`;
  });
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, "utf8"));
}
