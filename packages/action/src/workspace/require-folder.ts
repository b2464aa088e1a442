import { statSync } from "node:fs";
import { UserError } from "@analytics-engines/runs/host";

/** @throws UserError if the working directory does not exist */
export function requireFolder(workingDirectory: string): void {
  if (statSync(workingDirectory, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new UserError(
    `Input working-directory: there is no folder ${workingDirectory}. Name a folder of the repository, and check the repository out before this step.`,
  );
}
