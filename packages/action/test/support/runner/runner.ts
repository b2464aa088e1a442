import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parse } from "yaml";
import { childEnvironment } from "../../../../../.ci/tests/child-environment.ts";
import { readCommandFile } from "./command-file.ts";
import { type RunnerLog, readRunnerLog } from "./runner-log.ts";

/** The folders of the actions, which hold their action.yml. */
export const runAction = path.resolve(import.meta.dirname, "../../..");
export const validateAction = path.join(runAction, "validate");
export const reviewAction = path.join(runAction, "review");
export const planAction = path.join(runAction, "plan");

export interface StepOptions {
  /** The action's folder. Default: that of run. */
  readonly action?: string;
  /** The inputs that the workflow sets; the others get the defaults of action.yml, as on GitHub. */
  readonly inputs: Readonly<Record<string, string>>;
  /** The checked-out repository: `GITHUB_WORKSPACE`. */
  readonly workspace: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What an earlier phase of the step saved: makes this the `post` phase. */
  readonly post?: Readonly<Record<string, string>>;
  /** Told each line as it is printed, commands included. */
  readonly onLine?: (line: string, child: ChildProcess) => void;
}

export interface StepResult extends RunnerLog {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly outputs: Readonly<Record<string, string>>;
  readonly state: Readonly<Record<string, string>>;
  readonly summary: string;
  /** Standard output as it was written, unmasked. */
  readonly raw: string;
  readonly stderr: string;
  /** Milliseconds from start to end. */
  readonly took: number;
}

/** A step that is ready to start: its program, and what the runner gives it. */
export interface PreparedStep {
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  /** Reads what the step has written, and removes the runner's files. */
  close(standardOutput: string): RunnerLog & Pick<StepResult, "outputs" | "state" | "summary">;
}

/**
 * Prepares a step as the runner does: inputs as `INPUT_*`, and command files.
 * @param pathInStep the path of a file of this process, as the step's process names it
 */
export function prepareStep(
  { action = runAction, inputs, workspace, env = {}, post }: Omit<StepOptions, "onLine">,
  pathInStep = (file: string) => file,
): PreparedStep {
  const folder = mkdtempSync(path.join(os.tmpdir(), "runner-"));
  for (const name of commandFiles) writeFileSync(path.join(folder, name), "");
  mkdirSync(path.join(folder, "temp"));
  const { defaults, main, postMain } = readActionFile(action);
  return {
    program: path.join(action, post === undefined ? main : postMain),
    env: {
      ...runnerEnv(pathInStep(folder), pathInStep(workspace), pathInStep(path.join(folder, "temp"))),
      ...Object.fromEntries(
        commandFiles.map((name) => [`GITHUB_${name.toUpperCase()}`, pathInStep(path.join(folder, name))]),
      ),
      ...prefixed("INPUT_", { ...defaults, ...inputs }, (name) => name.replaceAll(" ", "_").toUpperCase()),
      ...prefixed("STATE_", post ?? {}, (name) => name),
      ...env,
    },
    close(standardOutput) {
      const read = (name: (typeof commandFiles)[number]) => {
        const file = path.join(folder, name);
        return existsSync(file) ? readFileSync(file, "utf8") : "";
      };
      const written = {
        ...readRunnerLog(standardOutput),
        outputs: readCommandFile(read("output")),
        state: readCommandFile(read("state")),
        summary: read("step_summary"),
      };
      rmSync(folder, { recursive: true, force: true });
      return written;
    },
  };
}

/** The files that a step writes for the runner: their variables have these names after `GITHUB_`. */
const commandFiles = ["output", "state", "step_summary", "env", "path"] as const;

/** Runs the built action as the runner runs a step: workflow commands on standard output. */
export async function runStep({ onLine, ...options }: StepOptions): Promise<StepResult> {
  const { program, env, close } = prepareStep(options);
  const startedAt = performance.now();
  const child = spawn(process.execPath, [program], {
    cwd: options.workspace,
    stdio: ["ignore", "pipe", "pipe"],
    env,
  });
  let raw = "";
  let stderr = "";
  let line = "";
  child.stdout.setEncoding("utf8").on("data", (data: string) => {
    raw += data;
    const parts = (line + data).split("\n");
    line = parts.pop() ?? "";
    for (const part of parts) onLine?.(part, child);
  });
  child.stderr.setEncoding("utf8").on("data", (data: string) => {
    stderr += data;
  });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.once("close", (...ended) => resolve(ended)),
  );
  const took = performance.now() - startedAt;
  return { ...close(raw), code, signal, raw, stderr, took };
}

/** What the runner reads from an action's action.yml. */
export function readActionFile(folder = runAction): {
  inputs: Record<string, ActionInput>;
  outputs: Record<string, { description: string }>;
  defaults: Record<string, string>;
  main: string;
  postMain: string;
} {
  const action: {
    inputs: Record<string, ActionInput>;
    outputs: Record<string, { description: string }>;
    runs: { main: string; post?: string };
  } = parse(readFileSync(path.join(folder, "action.yml"), "utf8"));
  const defaults = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? ""]),
  );
  return {
    inputs: action.inputs,
    outputs: action.outputs,
    defaults,
    main: action.runs.main,
    postMain: action.runs.post ?? "",
  };
}

export interface ActionInput {
  readonly description: string;
  readonly required?: boolean;
  readonly default?: string;
}

/** The commit that the workflow runs on. */
export const workflowCommit = "0123456789abcdef0123456789abcdef01234567";

/** A step's environment holds what the runner sets and nothing of the machine's own but where programs are. */
function runnerEnv(home: string, workspace: string, temporary: string): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_WORKSPACE: workspace,
    GITHUB_SERVER_URL: "https://github.com",
    GITHUB_REPOSITORY: "house/book",
    GITHUB_SHA: workflowCommit,
    GITHUB_REF: "refs/heads/main",
    GITHUB_ACTOR: "quant",
    GITHUB_WORKFLOW: "Nightly",
    GITHUB_RUN_ID: "4242",
    GITHUB_RUN_NUMBER: "17",
    GITHUB_RUN_ATTEMPT: "1",
    GITHUB_JOB: "nightly",
    GITHUB_RETENTION_DAYS: "90",
    RUNNER_OS: "Linux",
    RUNNER_TEMP: temporary,
    ...childEnvironment(),
  };
}

function prefixed(
  prefix: string,
  values: Readonly<Record<string, string>>,
  name: (key: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}${name(key)}`, value]));
}
