import { runStep } from "../github/step.ts";
import { readReviewInputs } from "./inputs.ts";
import { reviewRuns } from "./review-runs.ts";

// The runner starts this file. Modules that are not needed to refuse bad inputs are loaded after the inputs are read.
await runStep(
  async (step) => {
    const inputs = readReviewInputs(step.env);
    return reviewRuns({ ...step, inputs });
  },
  // The status if the step fails.
  () => ({ status: "unknown" }),
);
