import type { Git } from "../git/git.ts";
import type { GitHubApi } from "../github/api.ts";
import type { Step } from "../github/step.ts";
import type { TriggerEvent } from "./event.ts";
import type { ReviewInputs } from "./inputs.ts";

/** What every part of a review is handed. */
export interface ReviewContext extends Step {
  readonly inputs: ReviewInputs;
  readonly event: TriggerEvent;
  readonly git: Git;
  /** Undefined where there is no token: then nothing that needs one was asked for. */
  readonly github: GitHubApi | undefined;
  /** A folder for downloads, which goes when the step ends. */
  readonly temporary: string;
}
