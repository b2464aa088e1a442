// Installs what a machine with Node 20 and npm lacks: pnpm, Node 24 and the packages of the lockfile. Then it runs the script that the
// command line names with Node 24. A second call installs nothing.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "..");
const { packageManager } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

installPackages();
const node = findNode();
const [script, ...args] = process.argv.slice(2);
if (script) {
  const env = {
    ...process.env,
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
    // The tests start many processes: compiled once, a start from TypeScript takes a third of the time.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(root, "node_modules", ".compile-cache"),
  };
  const child = spawn(
    node,
    ["--conditions=source", "--disable-warning=ExperimentalWarning", path.join(root, script), ...args],
    // The channel closes when this process ends, however it ends: a script that starts others can end them.
    { cwd: root, env, stdio: ["inherit", "inherit", "inherit", "ipc"] },
  );
  child.once("close", (code) => process.exit(code ?? 1));
  // The terminal sends Ctrl+C to the script as well.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
}

/** Installs the packages of the lockfile, unless the last call installed the same ones. */
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
    console.error(
      "The packages could not be installed. The lines above say why. Correct that and run the command again.",
    );
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

/** A digest of the files that decide which packages are installed. */
function fingerprint() {
  const manifests = readdirSync(path.join(root, "packages")).map((name) => path.join("packages", name, "package.json"));
  const hash = createHash("sha256");
  for (const file of ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", ".pnpmfile.mjs", ...manifests]) {
    if (existsSync(path.join(root, file))) hash.update(file).update(readFileSync(path.join(root, file)));
  }
  return hash.digest("hex");
}

/** The path of Node 24: this process if it is new enough, else the one of the lockfile. */
function findNode() {
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  const pinned = path.join(root, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  if (existsSync(pinned)) return pinned;
  console.error(
    `The lockfile has no Node 24 for ${process.platform} on ${process.arch}. Install Node 24 and run the command again.`,
  );
  process.exit(1);
}
