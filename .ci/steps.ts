import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "..");

/** The packages of the workspace, by folder name. */
export const packages = readdirSync(path.join(root, "packages")).filter((name) =>
  existsSync(path.join(root, "packages", name, "tsconfig.json")),
);

/** When the output of a process is shown: as it comes, or when the process ends. */
type Output = "live" | "at end";

/** Runs a tool of the workspace in the root folder and shows its output. Resolves to whether it succeeded. */
export function tool(name: string, args: readonly string[], output: Output = "live"): Promise<boolean> {
  const file = path.join(root, "node_modules", ".bin", name);
  if (process.platform !== "win32") return run(file, args, output);
  // Windows starts it by a file of commands, for which it needs its shell.
  const [command = "", ...quotedArgs] = [`${file}.CMD`, ...args].map((text) => `"${text}"`);
  return run(command, quotedArgs, output, true);
}

/** Runs a TypeScript file with the current Node. Resolves to whether it succeeded. */
export function script(file: string, args: readonly string[] = [], output: Output = "live"): Promise<boolean> {
  return run(process.execPath, ["--conditions=source", path.join(root, file), ...args], output);
}

function run(command: string, args: readonly string[], output: Output, shell = false): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: output === "live" ? "inherit" : ["ignore", "pipe", "pipe"],
      shell,
    });
    const pieces: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece: Buffer) => pieces.push(piece));
    child.once("close", () => process.stdout.write(Buffer.concat(pieces)));
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

/** The checks before the tests: lint and format, types, directions of imports, unused code and dependencies. They run at the same time. */
export const checks: readonly Step[] = [
  { name: "lint and format", run: () => tool("biome", ["ci", "."], "at end") },
  // One program for all packages takes a quarter of the time of one for each, because they read each other.
  { name: "types", run: () => tool("tsc", ["-p", "."], "at end") },
  { name: "directions of imports", run: () => script(".ci/imports/check.ts", [], "at end") },
  {
    name: "unused code and dependencies",
    run: () => tool("knip", ["--config", ".ci/knip.json", "--no-progress"], "at end"),
  },
];

interface StepCounts {
  readonly passed: number;
  readonly failed: readonly string[];
}

/** Runs steps one after another, prints the time of each, and counts. */
export async function runSteps(steps: readonly Step[]): Promise<StepCounts> {
  const outcomes: StepCounts[] = [];
  for (const step of steps) outcomes.push(await runStep(step));
  return sumOf(outcomes);
}

/** Runs steps that do not depend on one another at the same time, prints the time of each, and counts. */
export async function runTogether(steps: readonly Step[]): Promise<StepCounts> {
  return sumOf(await Promise.all(steps.map(runStep)));
}

export function sumOf(outcomes: readonly StepCounts[]): StepCounts {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.flatMap(({ failed }) => failed),
  };
}

async function runStep({ name, run }: Step): Promise<StepCounts> {
  const started = Date.now();
  const ok = await run();
  console.log(`${ok ? "ok    " : "FAILED"} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return ok ? { passed: 1, failed: [] } : { passed: 0, failed: [name] };
}
