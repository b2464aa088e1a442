import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import path from "node:path";
import { packPackages } from "../release/npm-packages.ts";
import { root } from "../steps.ts";

/**
 * Unpacks the packages as npm would get them, into `node_modules` of a folder. Their dependencies are links to the installed ones, so that
 * nothing is downloaded.
 * @param names the folder names of the packages
 * @throws Error where two packages need different versions of a dependency
 */
export function unpackPackages(folder: string, names: readonly string[]): void {
  for (const [name, archive] of Object.entries(packPackages(folder, names))) {
    const unpacked = path.join(folder, "node_modules/@analytics-engines", name);
    mkdirSync(unpacked, { recursive: true });
    execFileSync("tar", ["-xzf", archive, "-C", unpacked, "--strip-components=1"]);
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(unpacked, "package.json"), "utf8"));
    for (const dependency of Object.keys(dependencies)) {
      if (!dependency.startsWith("@analytics-engines/")) linkDependency(folder, name, dependency);
    }
  }
}

function linkDependency(folder: string, name: string, dependency: string): void {
  const target = realpathSync(path.join(root, "packages", name, "node_modules", dependency));
  const link = path.join(folder, "node_modules", dependency);
  mkdirSync(path.dirname(link), { recursive: true });
  if (!existsSync(link)) symlinkSync(target, link);
  if (realpathSync(link) !== target) throw new Error(`The packages need two versions of ${dependency}.`);
}
