import { createOutputs } from "../github/command-files.ts";
import { tellFailure } from "../github/failure.ts";
import type { Env } from "../github/inputs.ts";
import type { Log } from "../github/log.ts";
import { readPlanInputs } from "./inputs.ts";
import { plan } from "./plan-files.ts";

/**
 * One step of a workflow, from its inputs to its exit code.
 *
 * @returns The exit code of the process.
 */
export async function main(env: Env, log: Log): Promise<number> {
  const outputs = createOutputs(env["GITHUB_OUTPUT"]);
  try {
    const inputs = readPlanInputs(env);
    await plan({ inputs, env, log, outputs });
    return 0;
  } catch (error) {
    await tellFailure(log, error, env);
    return 1;
  }
}
