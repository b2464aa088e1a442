import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createSimulator, type Listening, type Simulator, type SimulatorOptions } from "@analytics-engines/simulator";
import { ensureBuilt } from "../../build.ts";
import { examplesFolder } from "./parameters.ts";
import { runStep, type StepOptions, type StepResult, validateAction } from "./runner/runner.ts";

/** Who calls the simulated service in the tests. */
export const user = { username: "QUANT-7", password: "Zx81-kept-secret-9f" };

/** A repository with parameter files, a service on loopback, and the built action. */
export interface World extends AsyncDisposable {
  readonly workspace: string;
  readonly simulator: Simulator;
  readonly url: string;
  /** Writes a file of the repository. */
  write(file: string, content: unknown): void;
  /** Runs the action with the world's service and credentials; inputs may say otherwise. */
  run(inputs?: Readonly<Record<string, string>>, options?: Partial<Omit<StepOptions, "inputs">>): Promise<StepResult>;
  /** Validates with the built action, offline unless the inputs say otherwise. */
  validate(
    inputs?: Readonly<Record<string, string>>,
    options?: Partial<Omit<StepOptions, "inputs">>,
  ): Promise<StepResult>;
  /** The inputs that name the world's service and its user. */
  readonly connection: Readonly<Record<string, string>>;
  /** Reads a file of the repository. */
  read(file: string): string;
  /** All files in a folder of the repository, relative to it. */
  list(folder: string): readonly string[];
}

/** Jobs take a fifth of a second, unless the options say otherwise. */
export async function createWorld(options: SimulatorOptions = {}): Promise<World> {
  await ensureBuilt();
  const simulator = createSimulator({ users: [user], jobSeconds: 0.2, maxAgeSeconds: 1, ...options });
  const listening: Listening = await simulator.listen();
  const workspace = mkdtempSync(path.join(os.tmpdir(), "workspace-"));
  const connection = { "base-url": listening.url, ...user };
  return {
    workspace,
    simulator,
    url: listening.url,
    write(file, content) {
      const target = path.join(workspace, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, typeof content === "string" ? content : JSON.stringify(content, null, 2));
    },
    run: (inputs = {}, rest = {}) =>
      runStep({
        workspace,
        ...rest,
        inputs: { ...connection, files: "**/*.json", artifacts: "none", ...inputs },
      }),
    validate: (inputs = {}, rest = {}) => runStep({ workspace, action: validateAction, ...rest, inputs }),
    connection,
    read: (file) => readFileSync(path.join(workspace, file), "utf8"),
    list: (folder) =>
      readdirSync(path.join(workspace, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(path.join(workspace, folder), path.join(entry.parentPath, entry.name)))
        .sort(),
    async [Symbol.asyncDispose]() {
      await listening.close();
      rmSync(workspace, { recursive: true, force: true });
    },
  };
}

/** The parameter files that the documentation shows: one of each family at least. */
export function addExamples(world: World, folder = "parameters"): void {
  cpSync(examplesFolder, path.join(world.workspace, folder), {
    recursive: true,
  });
}
