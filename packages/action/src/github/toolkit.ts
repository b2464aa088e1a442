import { UserError } from "@analytics-engines/runs/user-error";

/** Loads the toolkit's context of the workflow and its client of GitHub's API, which reads the event of the workflow. */
export async function loadToolkit(): Promise<typeof import("@actions/github")> {
  try {
    return await import("@actions/github");
  } catch (error) {
    throw new UserError(
      `The event of the workflow could not be read: ${error instanceof Error ? error.message : error}`,
    );
  }
}
