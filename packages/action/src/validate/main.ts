import { createOutputs } from "../github/command-files.ts";
import { tellFailure } from "../github/failure.ts";
import type { Env } from "../github/inputs.ts";
import type { Log } from "../github/log.ts";
import { readValidateInputs } from "./inputs.ts";
import { validate } from "./validate-files.ts";

/**
 * One step of a workflow, from its inputs to its exit code. What talks to the service is loaded only where the service is to be asked; all else
 * at once, since few files start faster than many.
 *
 * @returns The exit code of the process.
 */
export async function main(env: Env, log: Log): Promise<number> {
  const outputs = createOutputs(env["GITHUB_OUTPUT"]);
  try {
    const inputs = readValidateInputs(env);
    return await validate({ inputs, env, log, outputs });
  } catch (error) {
    // What was not checked is not valid.
    outputs.set({ valid: "false" });
    await tellFailure(log, error, env);
    return 1;
  }
}
