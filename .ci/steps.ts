import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "..");

/** The packages of the workspace, by folder name. */
export const packages = readdirSync(path.join(root, "packages")).filter((name) =>
  existsSync(path.join(root, "packages", name, "tsconfig.json")),
);

/** Runs a tool of the workspace in the root, its output shown as it comes. Resolves to whether it ended well. */
export function tool(name: string, args: readonly string[]): Promise<boolean> {
  return run(path.join(root, "node_modules", ".bin", name), args);
}

/** Runs a TypeScript file with the Node that runs this one. */
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

export interface Step {
  readonly name: string;
  run(): Promise<boolean>;
}

/** What stands before every test: lint and format, types, imports, unused code and dependencies. */
export const checks: readonly Step[] = [
  { name: "lint and format", run: () => tool("biome", ["ci", "."]) },
  // All packages at once: each by itself reads those that it uses again, and takes four times as long together.
  { name: "types", run: () => tool("tsc", ["-p", "."]) },
  { name: "directions of imports", run: () => script(".ci/imports/check.ts") },
  { name: "unused code and dependencies", run: () => tool("knip", ["--config", ".ci/knip.json", "--no-progress"]) },
];

/** Runs steps one after another, says how long each took, and counts. */
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
