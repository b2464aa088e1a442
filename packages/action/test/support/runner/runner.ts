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

/** Runs the built action as the runner runs a step: inputs as `INPUT_*`, command files, workflow commands on standard output. */
export async function runStep({
  action = runAction,
  inputs,
  workspace,
  env = {},
  post,
  onLine,
}: StepOptions): Promise<StepResult> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "runner-"));
  const commandFile = (name: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, "");
    return file;
  };
  const files = {
    GITHUB_OUTPUT: commandFile("output"),
    GITHUB_STATE: commandFile("state"),
    GITHUB_STEP_SUMMARY: commandFile("summary"),
    GITHUB_ENV: commandFile("env"),
    GITHUB_PATH: commandFile("path"),
  };
  mkdirSync(path.join(folder, "temp"));
  const { defaults, main, postMain } = readActionFile(action);
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.join(action, post === undefined ? main : postMain)], {
    cwd: workspace,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...runnerEnv(folder, workspace),
      ...files,
      ...prefixed("INPUT_", { ...defaults, ...inputs }, (name) => name.replaceAll(" ", "_").toUpperCase()),
      ...prefixed("STATE_", post ?? {}, (name) => name),
      ...env,
    },
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
  const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "");
  const result = {
    ...readRunnerLog(raw),
    code,
    signal,
    outputs: readCommandFile(read(files.GITHUB_OUTPUT)),
    state: readCommandFile(read(files.GITHUB_STATE)),
    summary: read(files.GITHUB_STEP_SUMMARY),
    raw,
    stderr,
    took,
  };
  rmSync(folder, { recursive: true, force: true });
  return result;
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
function runnerEnv(folder: string, workspace: string): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
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
    RUNNER_TEMP: path.join(folder, "temp"),
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
