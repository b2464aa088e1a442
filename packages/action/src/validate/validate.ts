import { runStep } from "../github/step.ts";
import { readValidateInputs } from "./inputs.ts";
import { validate } from "./validate-files.ts";

// The runner starts this file. The client of the service is loaded only if the step asks the service. Everything else is loaded at once,
// since few files start faster than many.
await runStep(
  async (step) => validate({ ...step, inputs: await readValidateInputs(step.env) }),
  // A step that failed did not check anything.
  () => ({ valid: "false" }),
);
