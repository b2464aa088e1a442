import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { command } from "../../../packages/cli/build.ts";

/** What Node looks for in itself as it starts. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** Writes an executable for this platform: this Node with the program of a folder in it, whose files for Node it adds to the folder. */
export function writeExecutable(program: string, file: string): void {
  mkdirSync(path.join(program, "compiled"));
  const script = path.join(command.folder, "compile-start.ts");
  // Options of V8 would make a compiled form that an executable without them does not take.
  const env = { ...process.env, NODE_OPTIONS: "" };
  execFileSync(process.execPath, ["--conditions=source", script, program], { stdio: "pipe", env });
  const compiled = readdirSync(path.join(program, "compiled"));
  writeFileSync(
    path.join(program, "compiled.json"),
    JSON.stringify(compiled.map((name) => path.basename(name, ".compiled"))),
  );
  const assets = {
    "compiled.json": "compiled.json",
    ...Object.fromEntries(readdirSync(path.join(program, "modules")).map((name) => [name, `modules/${name}`])),
    ...Object.fromEntries(compiled.map((name) => [name, `compiled/${name}`])),
  };
  injectProgram(program, assets, file);
}

/**
 * Writes this Node with `main.cjs` of a folder and assets in it.
 * @param assets the files of the assets, relative to the folder, by their names
 */
export function injectProgram(folder: string, assets: Readonly<Record<string, string>>, file: string): void {
  const settings = { main: "main.cjs", output: "program.blob", disableExperimentalSEAWarning: true, assets };
  writeFileSync(path.join(folder, "sea-config.json"), JSON.stringify(settings));
  execFileSync(process.execPath, ["--experimental-sea-config", "sea-config.json"], { cwd: folder, stdio: "pipe" });
  copyFileSync(process.execPath, file);
  chmodSync(file, 0o755);
  // macOS starts no file that differs from its signature.
  const isMac = process.platform === "darwin";
  if (isMac) execFileSync("codesign", ["--remove-signature", file]);
  const postject = path.join(fileURLToPath(import.meta.resolve("postject")), "../cli.js");
  const segment = isMac ? ["--macho-segment-name", "NODE_SEA"] : [];
  const args = [file, "NODE_SEA_BLOB", path.join(folder, settings.output), "--sentinel-fuse", FUSE, ...segment];
  execFileSync(process.execPath, [postject, ...args], { stdio: "pipe" });
  if (isMac) execFileSync("codesign", ["--sign", "-", file]);
}
