import { maskCredentials } from "../connection/secrets.ts";
import { createOutputs } from "../github/command-files.ts";
import { tellFailure } from "../github/failure.ts";
import type { Env } from "../github/inputs.ts";
import type { Log } from "../github/log.ts";
import { readRunInputs } from "./inputs.ts";
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
    const { run } = await import("./run-files.ts");
    return await run({ inputs, env, log, outputs, signal: interruption.signal });
  } catch (error) {
    outputs.set({ status: error instanceof Interrupted ? "canceled" : "failure" });
    await tellFailure(log, error, env);
    return 1;
  }
}
