import type { Step } from "../github/step.ts";
import type { RunInputs } from "./inputs.ts";

/** What every part of a run is handed. */
export interface RunContext extends Step {
  readonly inputs: RunInputs;
  /** Aborted when the runner stops the step. */
  readonly signal: AbortSignal;
}
