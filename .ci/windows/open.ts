import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../steps.ts";
import { type Ended, MAX_PROGRAM_MS, type StartOptions, type Windows } from "./windows.ts";
import { openWine } from "./wine.ts";

/** This machine if it is one with Windows, else Wine on it. Answers why there is no Windows otherwise. */
export function openWindows(): Windows | { readonly reason: string } {
  if (process.platform !== "win32") return openWine();
  return {
    folder: mkdtempSync(path.join(tmpdir(), "test-windows-")),
    nodeMajor: Number.parseInt(process.versions.node, 10),
    windowsPath: (file) => file,
    run: runHere,
    openProject: () => root,
  };
}

async function runHere(
  program: string,
  args: readonly string[],
  { cwd, preload = [], env = {}, maxMs = MAX_PROGRAM_MS }: StartOptions,
): Promise<Ended> {
  const preloads = preload.flatMap((file) => ["-r", file]);
  const child = spawn(process.execPath, [...preloads, program, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: maxMs,
  });
  const output: string[] = [];
  const errors: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (piece: string) => output.push(piece));
  child.stderr.setEncoding("utf8").on("data", (piece: string) => errors.push(piece));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code: code ?? undefined, text: [...output, ...errors].join("") };
}
