import { maskCredentials } from "../connection/secrets.ts";
import { runStep } from "../github/step.ts";
import { readRunInputs } from "./inputs.ts";
import { Interrupted, listenToSignals } from "./signals.ts";

/** The step of a workflow. What is not needed to refuse bad inputs is loaded after they are read. */
export async function main(): Promise<void> {
  using interruption = listenToSignals();
  await runStep(
    async (step) => {
      const inputs = readRunInputs(step.env);
      maskCredentials(step.log, inputs.credentials);
      const { run } = await import("./run-files.ts");
      return run({ ...step, inputs, signal: interruption.signal });
    },
    (error) => ({ status: error instanceof Interrupted ? "canceled" : "failure" }),
  );
}
