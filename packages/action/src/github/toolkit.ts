import { Problem } from "./problem.ts";

/** The toolkit's context of the workflow and its client of GitHub's API. It reads the event of the workflow as it is loaded. */
export async function loadToolkit(): Promise<typeof import("@actions/github")> {
  try {
    return await import("@actions/github");
  } catch (error) {
    throw new Problem(`The event of the workflow could not be read: ${error instanceof Error ? error.message : error}`);
  }
}
