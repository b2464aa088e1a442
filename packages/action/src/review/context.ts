import type { Git } from "@analytics-engines/runs/plan";
import type { GitHubApi } from "../github/api.ts";
import type { StepWith } from "../github/step.ts";
import type { TriggerEvent } from "./event.ts";
import type { ReviewInputs } from "./inputs.ts";

/** The step of a review. */
export interface ReviewContext extends StepWith<ReviewInputs> {
  readonly event: TriggerEvent;
  readonly git: Git;
  /** `undefined` without a token: then no input needs one. */
  readonly github: GitHubApi | undefined;
  /** A folder for downloads. It is removed when the step ends. */
  readonly temporary: string;
}
