import { PROJECT_FILE } from "@analytics-engines/core/parameters";
import type { CheckedFile } from "@analytics-engines/runs/files";
import {
  type CommonSettings,
  connectionOf,
  findProject,
  fixFile,
  joinSettings,
  openProject,
  requireOrigin,
} from "@analytics-engines/runs/project";
import type { Step } from "../github/step.ts";
import { annotateIssues } from "./annotate-issues.ts";
import type { ProjectPlace } from "./has-project.ts";

/**
 * Joins the inputs of a step with the project file, whose issues are annotated at their lines. The file comes with the branch, so it has no
 * say in where credentials go: a connection of it only has to be for the address of the inputs.
 *
 * @param given the inputs that the user set, which come before the project file
 * @param baseUrl the input base-url; undefined for a step that sends nothing
 * @returns the settings, the connection, and what both actions take from the file into their inputs
 * @throws UserError if the file has errors or no such set, or if its connection is for another address than the input base-url
 */
export function joinProject(
  { workingDirectory, set }: ProjectPlace,
  given: CommonSettings,
  baseUrl: string | undefined,
  { log, env }: Pick<Step, "log" | "env">,
) {
  const file = findProject(workingDirectory);
  const workspace = env["GITHUB_WORKSPACE"] || undefined;
  if (file !== undefined && file.issues.length > 0)
    annotateIssues(log, [{ path: PROJECT_FILE, issues: file.issues }], { workingDirectory, workspace });
  const open = openProject(file, set, workingDirectory);
  const settings = joinSettings(given, open, set);
  const connectionEntry = connectionOf(open, set);
  if (baseUrl !== undefined) requireOrigin(connectionEntry, baseUrl, "the input base-url");
  const values = {
    files: settings.files.value ?? [],
    families: settings.families.value,
    unknownProperties: settings.unknownProperties.value,
    fixFile: (file: CheckedFile) => fixFile(file, settings.fixedValues.value),
  };
  return { settings, connectionEntry, values };
}
