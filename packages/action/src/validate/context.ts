import type { Step } from "../github/step.ts";
import type { ValidateInputs } from "./inputs.ts";

/** What every part of a check is handed. */
export interface ValidateContext extends Step {
  readonly inputs: ValidateInputs;
}
