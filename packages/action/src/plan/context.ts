import type { Step } from "../github/step.ts";
import type { PlanInputs } from "./inputs.ts";

/** What every part of planning is handed. */
export interface PlanContext extends Step {
  readonly inputs: PlanInputs;
}
