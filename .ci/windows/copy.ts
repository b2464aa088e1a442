// A copy of the project for Wine, on its drive C, with the packages of the lockfile for Windows. Wine shows links as plain folders, so Node
// cannot follow pnpm's: the packages of the copy are in one folder, without links.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../steps.ts";

const PACKAGES = "node_modules";
const SETTINGS = `
nodeLinker: hoisted
supportedArchitectures:
  os: [win32]
  cpu: [x64]
`;

/** Brings the copy in `folder` up to date. Packages that are installed stay. */
export function copyProject(folder: string): void {
  mkdirSync(folder, { recursive: true });
  removeFiles(folder);
  const list = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], { cwd: root });
  for (const file of list.toString().split("\0")) {
    // Git also lists files that were removed and are not committed yet.
    if (file !== "" && existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(folder, file));
  }
  writeFileSync(path.join(folder, "pnpm-workspace.yaml"), SETTINGS, { flag: "a" });
  const { status, stdout } = spawnSync(process.execPath, [path.join(folder, ".ci", "setup.mjs")], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The packages for Windows could not be installed:\n${stdout}`);
}

/** Removes all files but the packages: a file that the project has no more would still be tested. */
function removeFiles(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === PACKAGES) continue;
    const entryPath = path.join(folder, entry.name);
    if (entry.isDirectory()) removeFiles(entryPath);
    else rmSync(entryPath);
  }
}
