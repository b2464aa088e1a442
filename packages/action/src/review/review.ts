import { runStep } from "../github/step.ts";
import { readReviewInputs } from "./inputs.ts";

// The runner starts this file. What is not needed to refuse bad inputs is loaded after they are read.
await runStep(
  async (step) => {
    const inputs = readReviewInputs(step.env);
    const { reviewRuns } = await import("./review-runs.ts");
    return reviewRuns({ ...step, inputs });
  },
  // The status if the step fails.
  () => ({ status: "unknown" }),
);
