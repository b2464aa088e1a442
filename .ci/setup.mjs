// Everything a fresh machine with Node 20 and npm lacks: pnpm, Node 24 and the packages of the lockfile.
// Then runs the script named on the command line with Node 24. A second run finds all of it in place.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "..");
const { packageManager } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

installPackages();
const node = findNode();
const [script, ...args] = process.argv.slice(2);
if (script) {
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
  const result = spawnSync(
    node,
    ["--conditions=source", "--disable-warning=ExperimentalWarning", path.join(root, script), ...args],
    {
      cwd: root,
      env,
      stdio: "inherit",
    },
  );
  process.exit(result.status ?? 1);
}

/** Installs from the lockfile unless the last installation was made from the same one. */
function installPackages() {
  const stamp = path.join(root, "node_modules", ".installed");
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log(`Setting up: installing packages with ${packageManager} (once)`);
  const command = process.platform === "win32" ? "npx.cmd" : "npx";
  const result = spawnSync(
    command,
    ["--yes", packageManager, "install", "--frozen-lockfile", "--reporter=append-only"],
    {
      cwd: root,
      encoding: "utf8",
      shell: process.platform === "win32",
    },
  );
  if (result.status !== 0) {
    console.error(`${result.stdout ?? ""}${result.stderr ?? ""}`);
    console.error("Setting up failed: the packages could not be installed. The lines above say why.");
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

/** A digest of everything that decides what is installed. */
function fingerprint() {
  const manifests = readdirSync(path.join(root, "packages")).map((name) => path.join("packages", name, "package.json"));
  const hash = createHash("sha256");
  for (const file of ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", ...manifests]) {
    if (existsSync(path.join(root, file))) hash.update(file).update(readFileSync(path.join(root, file)));
  }
  return hash.digest("hex");
}

/** Node 24: the one that runs this script if it is new enough, else the one the lockfile pins. */
function findNode() {
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  const pinned = path.join(root, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  if (existsSync(pinned)) return pinned;
  console.error(
    `No Node 24 is pinned for ${process.platform} on ${process.arch}: install Node 24 and run the command again.`,
  );
  process.exit(1);
}
