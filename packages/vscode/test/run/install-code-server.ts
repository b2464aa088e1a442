import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { say } from "./say.ts";

/** The pinned packages: the server with its workbench, of one version of VS Code, and the version of Node that it needs. */
const CODE_SERVER_VERSION = "4.139.1";
const NODE_VERSION = "24.21.0";
const STAMP = `code-server ${CODE_SERVER_VERSION}, Node ${NODE_VERSION}, 1`;

export interface CodeServer {
  readonly node: string;
  readonly entry: string;
  /** The folder of the extensions that are part of VS Code. */
  readonly builtIn: string;
}

/**
 * VS Code's server, with the workbench in a page, for machines without the desktop. It is installed once, from the package registry, into
 * the user's cache; no install script runs.
 */
export function installCodeServer(): CodeServer {
  const home = path.join(homedir(), ".cache", "analytics-engines", "code-server");
  const codeServer = path.join(home, "app", "node_modules", "code-server");
  const installed: CodeServer = {
    node: path.join(home, "node", "bin", "node"),
    entry: path.join(codeServer, "out", "node", "entry.js"),
    builtIn: path.join(codeServer, "lib", "vscode", "extensions"),
  };
  const stampFile = path.join(home, "installed");
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === STAMP) return installed;
  say(`Setting up: installing code-server ${CODE_SERVER_VERSION} in ${home} (once, a few hundred MB)`);
  mkdirSync(path.dirname(home), { recursive: true });
  const partial = mkdtempSync(`${home}.`);
  try {
    install(partial);
    writeFileSync(path.join(partial, "installed"), STAMP);
    rmSync(home, { recursive: true, force: true });
    renameSync(partial, home);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return installed;
}

function install(folder: string): void {
  const platform = `${process.platform}-${process.arch}`;
  npm(folder, "node-package", [`node-${platform}@${NODE_VERSION}`]);
  mkdirSync(path.join(folder, "node"));
  renameSync(
    path.join(folder, "node-package", "node_modules", `node-${platform}`, "bin"),
    path.join(folder, "node", "bin"),
  );
  rmSync(path.join(folder, "node-package"), { recursive: true });

  npm(folder, "app", [`code-server@${CODE_SERVER_VERSION}`]);
  const server = path.join(folder, "app", "node_modules", "code-server", "lib", "vscode");
  npm(server, ".", ["--omit=dev"]);
  removeUnused(server, platform);
}

/** `npm install` in a folder, without install scripts. */
function npm(base: string, folder: string, args: readonly string[]): void {
  const cwd = path.join(base, folder);
  mkdirSync(cwd, { recursive: true });
  if (!existsSync(path.join(cwd, "package.json"))) writeFileSync(path.join(cwd, "package.json"), '{"private":true}\n');
  const fixed = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  // npm would leave the cache of its code in the temporary folder, which must be empty at the end of the tests.
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" };
  execFileSync("npm", [...fixed, ...args], { cwd, env, stdio: ["ignore", "ignore", "inherit"] });
}

/** Files that no test uses, half of the space: assistants, and programs for other machines. */
function removeUnused(server: string, platform: string): void {
  const packages = path.join(server, "node_modules");
  const unused = ["@github/copilot-sdk", "@microsoft/mxc-sdk", "@devcontainers"].map((name) =>
    path.join(packages, name),
  );
  for (const folder of [...unused, path.join(server, "extensions", "copilot")])
    rmSync(folder, { recursive: true, force: true });
  for (const programs of ["@vscode/ripgrep-universal/bin", "node-pty/prebuilds"].map((name) =>
    path.join(packages, name),
  )) {
    if (!existsSync(programs)) continue;
    for (const name of readdirSync(programs)) {
      if (name !== platform) rmSync(path.join(programs, name), { recursive: true, force: true });
    }
  }
}

if (import.meta.main) say(installCodeServer().entry);
