// Whether the last build is still valid. A build takes 45 s, and many runs of `npm test` follow a change of tests alone.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { differing, digestFiles } from "./generated.ts";

const RECORD = "node_modules/.cache/last-build.json";
/** What tests leave beside the outputs of a build, and write again. */
const TEST_OUTPUT = /\/dist\/(test|pictures|failures)\/|\.vsix$/;

/** Forgets the last build, before another one of the project at `root`. */
export function forgetBuild(root: string): void {
  rmSync(path.join(root, RECORD), { force: true });
}

/** Records that a build of the project at `root` has just ended. Without Git there is no list of sources, and no record. */
export function recordBuild(root: string): void {
  const sources = digestOfSources(root);
  if (sources === undefined) return;
  const files = digestFiles(root, globSync("packages/*/dist", { cwd: root }));
  const outputs = [...files].filter(([file]) => !TEST_OUTPUT.test(file));
  mkdirSync(path.dirname(path.join(root, RECORD)), { recursive: true });
  writeFileSync(path.join(root, RECORD), JSON.stringify({ sources, outputs: Object.fromEntries(outputs) }));
}

/** Whether every file that a build can read is as it was at the last build, and every file that it wrote is as it wrote it. */
export function isBuilt(root: string): boolean {
  if (!existsSync(path.join(root, RECORD))) return false;
  const { sources, outputs } = JSON.parse(readFileSync(path.join(root, RECORD), "utf8"));
  if (sources !== digestOfSources(root)) return false;
  const built = new Map<string, string>(Object.entries(outputs));
  return differing(built, digestFiles(root, [...built.keys()])).length === 0;
}

/** One digest of Node's version and of all files of the project but its tests. */
function digestOfSources(root: string): string | undefined {
  const hash = createHash("sha256").update(process.version);
  try {
    const list = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
      cwd: root,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const files = list.toString().split("\0");
    const sources = files.filter((file) => file !== "" && !file.endsWith(".test.ts"));
    for (const [file, digest] of digestFiles(root, sources)) hash.update(`${file}\0${digest}\0`);
  } catch {
    return undefined;
  }
  return hash.digest("hex");
}
