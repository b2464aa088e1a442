// Writes the files of a release to a new folder: `node .ci/setup.mjs .ci/release/main.ts FOLDER [TAG [EXECUTABLES]]`, with the archives of
// the executable for all platforms in the folder EXECUTABLES. It publishes nothing.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { packageExtension } from "../../packages/vscode/package-vsix.ts";
import { script } from "../steps.ts";
import { writeActionTree } from "./action-tree.ts";
import { platforms } from "./executable/platforms.ts";
import { releaseNotes } from "./notes.ts";
import { packPackages, readManifest } from "./npm-packages.ts";

const [folder, tag, executables] = process.argv.slice(2);
if (folder === undefined)
  throw new Error("The folder to write to is missing. Call main.ts FOLDER [TAG [EXECUTABLES]].");
const { version } = readManifest("core");
if (tag !== undefined && tag !== `v${version}`)
  throw new Error(
    `The tag is ${tag}, but the packages have version ${version}. Tag the commit that raises the version.`,
  );
mkdirSync(path.dirname(path.resolve(folder)), { recursive: true });
// Fails if the folder exists, so that a release contains no other file.
mkdirSync(folder);

for (const file of [".ci/commands/build.ts", ".ci/docs/api/write.mjs"]) if (!(await script(file))) process.exit(1);
mkdirSync(path.join(folder, "npm"));
packPackages(path.join(folder, "npm"));
const vsix = await packageExtension();
copyFileSync(vsix, path.join(folder, path.basename(vsix)));
writeActionTree(path.join(folder, "action"), version);
writeFileSync(path.join(folder, "NOTES.md"), releaseNotes(version));
if (executables !== undefined) addExecutables(executables, path.join(folder, "executables"));

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  .sort();
const digests = files.map((file) => `${sha256(path.join(folder, file))}  ${file}\n`);
writeFileSync(path.join(folder, "SHA256SUMS"), digests.join(""));
const bytes = files.reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0);
console.log(`Version ${version}: ${files.length} files, ${bytes} bytes in ${folder}`);

/** Copies the archive of each platform. @throws Error if one is missing */
function addExecutables(from: string, to: string): void {
  mkdirSync(to);
  for (const { archive } of platforms) copyFileSync(path.join(from, archive), path.join(to, archive));
}

function sha256(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
