import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../steps.ts";

/** The packages that are published to npm, by folder name. */
export const published = readdirSync(path.join(root, "packages")).filter((name) => {
  return name !== "vscode" && readManifest(name).private !== true;
});

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly exports?: object;
  readonly dependencies?: Readonly<Record<string, string>>;
}

export function readManifest(name: string): Manifest {
  return JSON.parse(readFileSync(path.join(root, "packages", name, "package.json"), "utf8"));
}

/** Packs packages with their builds into a folder, by default those that are published. Returns the path of each archive by folder name. */
export function packPackages(to: string, names: readonly string[] = published): Readonly<Record<string, string>> {
  const archives: Record<string, string> = {};
  for (const name of names) {
    const staging = mkdtempSync(path.join(tmpdir(), "pack-"));
    try {
      pnpm(["pack", "--pack-destination", staging], path.join(root, "packages", name));
      const [archive = ""] = readdirSync(staging);
      archives[name] = path.join(to, archive);
      copyFileSync(path.join(staging, archive), archives[name]);
    } finally {
      rmSync(staging, { recursive: true, force: true });
    }
  }
  return archives;
}

/** Runs the project's pnpm, which replaces `workspace:` by versions. */
export function pnpm(args: readonly string[], cwd: string): void {
  const { packageManager } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  execFileSync("npx", ["--yes", packageManager, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });
}
