import { createOutputs, type Outputs } from "../github/command-files.ts";
import type { Log } from "../github/log.ts";
import { Problem, Problems } from "../github/problem.ts";
import { type Env, readRunInputs } from "./inputs.ts";
import { maskCredentials } from "./secrets.ts";
import { Interrupted, listenToSignals } from "./signals.ts";

/**
 * One step of a workflow, from its inputs to its exit code. What is not needed to refuse bad inputs is loaded after they are read.
 *
 * @returns The exit code of the process.
 */
export async function main(env: Env, log: Log): Promise<number> {
  const outputs = createOutputs(env["GITHUB_OUTPUT"]);
  using interruption = listenToSignals();
  try {
    const inputs = readRunInputs(env);
    maskCredentials(log, inputs.credentials);
    const { run } = await import("./work.ts");
    return await run({ inputs, env, log, outputs, signal: interruption.signal });
  } catch (error) {
    await fail(log, outputs, error, env);
    return 1;
  }
}

/** Says what went wrong: a line for what the user can mend, more where the defect is ours. */
async function fail(log: Log, outputs: Outputs, error: unknown, env: Env): Promise<void> {
  outputs.set({ status: error instanceof Interrupted ? "canceled" : "failure" });
  const lines = userProblem(error);
  for (const line of lines ?? []) log.annotate("error", line);
  if (lines !== undefined) return;
  const message = error instanceof Error ? error.message : String(error);
  const debug = env["RUNNER_DEBUG"] === "1";
  log.annotate(
    "error",
    `${message} This looks like a defect of the action.${debug ? "" : " Run the job again with debug logging to see where."}`,
  );
  if (!debug || !(error instanceof Error)) return;
  const { rawBlock } = await import("../github/raw-block.ts");
  process.stdout.write(rawBlock(error.stack ?? error.message));
}

/** The codes of errors of the run folder and the disk, whose classes are not loaded for this. */
const mendable = ["run-folder", "storage"];

/** What to tell of an error that the user can act on: our own problems, the service's answers, the disk's refusals. */
function userProblem(error: unknown): readonly string[] | undefined {
  if (error instanceof Problems) return error.lines;
  if (error instanceof Problem || error instanceof Interrupted) return [error.message];
  if (!(error instanceof Error)) return undefined;
  if ("advice" in error && typeof error.advice === "string") return [`${error.message} ${error.advice}`];
  if (!("code" in error) || typeof error.code !== "string") return undefined;
  return "syscall" in error || mendable.includes(error.code) ? [error.message] : undefined;
}
