import { Interrupted, listenToSignals } from "@analytics-engines/runs/host";
import { maskCredentials } from "../connection/secrets.ts";
import { runStep } from "../github/step.ts";
import { readRunInputs } from "./inputs.ts";
import { runParameterFiles } from "./run-files.ts";

/** Runs the step of a workflow. */
export async function main(): Promise<void> {
  // GitHub sends SIGINT if a workflow is canceled, and SIGTERM 7.5 seconds later.
  using interruption = listenToSignals();
  await runStep(
    async (step) => {
      const inputs = readRunInputs(step.env);
      maskCredentials(step.log, inputs.credentials);
      return runParameterFiles({ ...step, inputs, signal: interruption.signal });
    },
    (error) => ({ status: error instanceof Interrupted ? "canceled" : "failure" }),
  );
}
