import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "..");

/** The packages of the workspace, by folder name. */
export const packages = readdirSync(path.join(root, "packages")).filter((name) =>
  existsSync(path.join(root, "packages", name, "tsconfig.json")),
);

/** Runs a tool of the workspace in the root folder and shows its output. Resolves to whether it succeeded. */
export function tool(name: string, args: readonly string[]): Promise<boolean> {
  return run(path.join(root, "node_modules", ".bin", name), args);
}

/** Runs a TypeScript file with the current Node. Resolves to whether it succeeded. */
export function script(file: string, args: readonly string[] = []): Promise<boolean> {
  return run(process.execPath, ["--conditions=source", path.join(root, file), ...args]);
}

function run(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit" });
    child.once("error", (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.once("close", (code) => resolve(code === 0));
  });
}

/** Has vitest leave out the tests that run in `npm run test:full` alone. */
export const sampleOnly = ["--tags-filter=!full"];

export interface Step {
  readonly name: string;
  run(): Promise<boolean>;
}

/** The checks before the tests: lint and format, types, directions of imports, unused code and dependencies. */
export const checks: readonly Step[] = [
  { name: "lint and format", run: () => tool("biome", ["ci", "."]) },
  // One program for all packages takes a quarter of the time of one for each, because they read each other.
  { name: "types", run: () => tool("tsc", ["-p", "."]) },
  { name: "directions of imports", run: () => script(".ci/imports/check.ts") },
  { name: "unused code and dependencies", run: () => tool("knip", ["--config", ".ci/knip.json", "--no-progress"]) },
];

/** Runs steps one after another, prints the time of each, and counts. */
export async function runSteps(steps: readonly Step[]): Promise<{ passed: number; failed: string[] }> {
  const failed: string[] = [];
  for (const step of steps) {
    const started = Date.now();
    const ok = await step.run();
    console.log(`${ok ? "ok    " : "FAILED"} ${step.name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    if (!ok) failed.push(step.name);
  }
  return { passed: steps.length - failed.length, failed };
}
