import { runStep } from "../github/step.ts";
import { readValidateInputs } from "./inputs.ts";
import { validate } from "./validate-files.ts";

// The runner starts this file. What talks to the service is loaded only where the service is to be asked; all else at once, since few
// files start faster than many.
await runStep(
  async (step) => validate({ ...step, inputs: await readValidateInputs(step.env) }),
  // What was not checked is not valid.
  () => ({ valid: "false" }),
);
