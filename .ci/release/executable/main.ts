// The executable of a release: `node .ci/setup.mjs .ci/release/executable/main.ts program FOLDER` writes what it contains, which is the same
// for every platform. `... archive FOLDER TO` makes the executable of this platform of that, starts it, and writes its archive to a folder.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root, script } from "../../steps.ts";
import { readManifest } from "../npm-packages.ts";
import { platformOf } from "./platforms.ts";
import { writeExecutable } from "./write-executable.ts";
import { writeProgram } from "./write-program.ts";

const [step, program, to] = process.argv.slice(2);
if (step === "program" && program !== undefined) {
  if (!(await script(".ci/commands/build.ts"))) process.exit(1);
  // Fails if the folder exists, so that the program contains no other file.
  mkdirSync(program);
  await writeProgram(program);
} else if (step === "archive" && program !== undefined && to !== undefined) writeArchive(program, to);
else throw new Error("Call main.ts program FOLDER, then main.ts archive FOLDER TO.");

function writeArchive(from: string, folder: string): void {
  const { archive } = platformOf(process.platform, process.arch);
  const isWindows = process.platform === "win32";
  const executable = isWindows ? "analytics-engines.exe" : "analytics-engines";
  const staging = mkdtempSync(path.join(tmpdir(), "archive-"));
  try {
    writeExecutable(path.resolve(from), path.join(staging, executable));
    const version = execFileSync(path.join(staging, executable), ["--version"], { encoding: "utf8" }).trim();
    if (version !== readManifest("cli").version)
      throw new Error(`The executable says that it is version "${version}", and not that of packages/cli.`);
    copyFileSync(path.join(root, "LICENSE"), path.join(staging, "LICENSE"));
    const licenses = [readFileSync(path.join(from, "licenses.txt"), "utf8"), `Node.js\n\n${nodeLicense()}`];
    writeFileSync(path.join(staging, "licenses.txt"), licenses.join(`\n${"-".repeat(80)}\n\n`));
    mkdirSync(folder, { recursive: true });
    // The tar of Windows writes zip files. Git's, which precedes it on the PATH of a runner, does not.
    const tar = isWindows ? path.join(process.env["SystemRoot"] ?? "C:/Windows", "System32/tar.exe") : "tar";
    const file = path.resolve(folder, archive);
    execFileSync(tar, ["-a", "-c", "-f", file, executable, "LICENSE", "licenses.txt"], { cwd: staging });
    console.log(`${file}: version ${version}`);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** The license of Node, beside its executable or above it. */
function nodeLicense(): string {
  const folder = path.dirname(process.execPath);
  return readFileSync(path.join(folder, process.platform === "win32" ? "LICENSE" : "../LICENSE"), "utf8");
}
