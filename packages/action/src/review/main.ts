import { createOutputs } from "../github/command-files.ts";
import { tellFailure } from "../github/failure.ts";
import type { Env } from "../github/inputs.ts";
import type { Log } from "../github/log.ts";
import { readReviewInputs } from "./inputs.ts";

/**
 * One step of a workflow, from its inputs to its exit code. What is not needed to refuse bad inputs is loaded after they are read.
 *
 * @returns The exit code of the process.
 */
export async function main(env: Env, log: Log): Promise<number> {
  const outputs = createOutputs(env["GITHUB_OUTPUT"]);
  try {
    const inputs = readReviewInputs(env);
    const { reviewRuns } = await import("./review-runs.ts");
    return await reviewRuns({ inputs, env, log, outputs });
  } catch (error) {
    // What was not reviewed is no success.
    outputs.set({ status: "unknown" });
    await tellFailure(log, error, env);
    return 1;
  }
}
