import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import { familyIds } from "@analytics-engines/core/families/facts";
import { familyByName, matchesGlob } from "@analytics-engines/core/parameters";
import { Problem } from "../github/problem.ts";
import { matchFiles } from "../workspace/find-files.ts";
import type { ValidateInputs } from "./inputs.ts";

/**
 * The parameter files to check: paths relative to the working directory, with `/`, sorted, each once. Where the input `files` names none, all
 * that the command `analytics-engines validate` would take: `NAME.FAMILY.json`, and what `families` names; nothing in dot folders.
 *
 * @throws Problem(s) where there are none: a check of nothing must not pass for a success.
 */
export async function findFiles(inputs: ValidateInputs): Promise<readonly string[]> {
  const { files: patterns, families, workspace, workingDirectory } = inputs;
  if (!statSync(workingDirectory, { throwIfNoEntry: false })?.isDirectory())
    throw new Problem(`Input working-directory: there is no folder ${workingDirectory}.`);
  checkFolder(workingDirectory, workspace);
  if (patterns.some((pattern) => !pattern.startsWith("!"))) {
    const named = await matchFiles(patterns, workingDirectory, []);
    if (named.length > 0) return named;
    throw new Problem(`No files match the input files in ${workingDirectory}: ${patterns.join(" ")}`);
  }
  const all = await matchFiles(["**/*.json", ...patterns], workingDirectory, ["**/.*/*"]);
  const globs = Object.keys(families);
  const found = all.filter((file) => familyByName(file) || globs.some((glob) => matchesGlob(file, glob)));
  if (found.length > 0) return found;
  throw new Problem(
    `There are no parameter files in ${workingDirectory}: their names end in .FAMILY.json, FAMILY being ${familyIds.join(", ")}. Name others in the input files.`,
  );
}

/** A pull request may have put a link in the folder's place. */
function checkFolder(workingDirectory: string, workspace: string): void {
  const [folder, root] = [realpathSync(workingDirectory), realpathSync(workspace)];
  if (folder !== root && !folder.startsWith(root + path.sep))
    throw new Problem(`Input working-directory: ${workingDirectory} is a link that leads outside of the workspace.`);
}
