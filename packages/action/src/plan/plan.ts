import { runStep } from "../github/step.ts";
import { readPlanInputs } from "./inputs.ts";
import { planFiles } from "./plan-files.ts";

// The runner starts this file.
await runStep(async (step) => {
  await planFiles({ ...step, inputs: readPlanInputs(step.env) });
  return 0;
});
