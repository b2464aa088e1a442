import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { ensureBuilt } from "./bundle.ts";

const folder = import.meta.dirname;

/** The content of the package besides the bundle. */
const contents = [
  ...globSync("package.nls*.json", { cwd: folder }),
  "README.md",
  "CHANGELOG.md",
  "media",
  "l10n",
  "syntaxes",
  "dist/schemas",
  "dist/webview",
  "../../LICENSE",
];

/** Packages the extension as a file that VS Code installs, in `dist/`. Several processes may do so at once. Returns its path. */
export async function packageExtension(): Promise<string> {
  await ensureBuilt();
  const staging = mkdtempSync(path.join(folder, "dist", "package-"));
  try {
    return packStaged(staging);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function packStaged(staging: string): string {
  mkdirSync(path.join(staging, "dist"), { recursive: true });
  for (const name of contents) {
    const source = path.join(folder, name);
    if (existsSync(source)) cpSync(source, path.join(staging, name.replace(/^(\.\.\/)+/, "")), { recursive: true });
  }
  for (const name of readdirSync(path.join(folder, "dist")).filter((file) => file.endsWith(".cjs"))) {
    cpSync(path.join(folder, "dist", name), path.join(staging, "dist", name));
  }
  // The workspace needs these entries, but VS Code does not.
  const {
    type: _type,
    private: _private,
    devDependencies: _devDependencies,
    ...manifest
  } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  writeFileSync(path.join(staging, "package.json"), JSON.stringify({ ...manifest, files: ["**"] }, null, 2));
  const vsix = path.join(folder, "dist", `${manifest.name}-${manifest.version}.vsix`);
  const own = `${staging}.vsix`;
  packFolder(staging, own, linksTo(manifest));
  renameSync(own, vsix);
  return vsix;
}

/** A manifest with the place of its package in a repository on GitHub. */
interface RepositoryManifest {
  readonly version: string;
  readonly repository: { readonly url: string; readonly directory: string };
}

/** The options with which links and pictures of the README lead to the files of this version: a marketplace shows them without the package. */
function linksTo({ version, repository }: RepositoryManifest): readonly string[] {
  const address = repository.url.replace(/\.git$/, "");
  const place = `v${version}/${repository.directory}`;
  return ["--baseContentUrl", `${address}/blob/${place}`, "--baseImagesUrl", `${address}/raw/${place}`];
}

/** Packs a folder that contains a manifest. Without options for links, links stay as they are. */
export function packFolder(
  source: string,
  vsix: string,
  links: readonly string[] = ["--no-rewrite-relative-links"],
): void {
  const vsce = path.join(folder, "node_modules", "@vscode", "vsce", "vsce");
  const args = ["package", "--no-dependencies", "--allow-missing-repository", ...links, "--out", vsix];
  execFileSync(process.execPath, [vsce, ...args], { cwd: source, stdio: ["ignore", "pipe", "inherit"] });
}

if (import.meta.main) {
  const vsix = await packageExtension();
  process.stdout.write(`${path.relative(process.cwd(), vsix)}: ${statSync(vsix).size} bytes\n`);
}
