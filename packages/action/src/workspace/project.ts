import { PROJECT_FILE } from "@analytics-engines/core/parameters";
import {
  type CommonSettings,
  type ConnectionEntry,
  connectionOf,
  findProject,
  joinSettings,
  openProject,
  type ProjectSettings,
} from "@analytics-engines/runs/project";
import type { Step } from "../github/step.ts";
import { annotateIssues } from "./annotate-issues.ts";
import type { ProjectPlace } from "./has-project.ts";

/**
 * Joins the inputs of a step with the project file, whose issues are annotated at their lines. The file comes with the branch, so it has no
 * say in where credentials go: a connection of it only has to be for the address of the inputs.
 *
 * @param given the inputs that the user set, which come before the project file
 * @throws UserError if the file has errors, or no such set
 */
export function joinProject(
  { workingDirectory, set }: ProjectPlace,
  given: CommonSettings,
  { log, env }: Pick<Step, "log" | "env">,
): { readonly settings: ProjectSettings; readonly named: ConnectionEntry | undefined } {
  const file = findProject(workingDirectory);
  const workspace = env["GITHUB_WORKSPACE"] || undefined;
  if (file !== undefined && file.issues.length > 0)
    annotateIssues(log, [{ path: PROJECT_FILE, issues: file.issues }], { workingDirectory, workspace });
  const open = openProject(file, set, workingDirectory);
  const settings = joinSettings(given, open, set);
  return { settings, named: connectionOf(open, set) };
}
