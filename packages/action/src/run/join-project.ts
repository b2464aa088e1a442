import path from "node:path";
import { fixFile, requireOrigin } from "@analytics-engines/runs/project";
import type { Step } from "../github/step.ts";
import { joinProject } from "../workspace/project.ts";
import type { RunInputs } from "./inputs.ts";

/**
 * The inputs with what the project file of the working directory says.
 *
 * @throws UserError if the file has errors, if it has no such set, or if its connection is for another address than the input base-url
 */
export function joinRunProject(inputs: RunInputs, step: Pick<Step, "log" | "env">): RunInputs {
  const { workingDirectory, resume, shard, reproduce, runFolder, headerPrefix, files, checks } = inputs;
  const given = {
    ...inputs.given,
    files: files.length === 0 ? undefined : [...files],
    checks: checks.length === 0 ? undefined : [...checks],
  };
  const { settings, named } = joinProject(inputs, given, step);
  requireOrigin(named, inputs.baseUrl, "the input base-url");
  // The earlier run or the plan names the files.
  const isListed = resume || shard !== undefined || reproduce !== undefined;
  return {
    ...inputs,
    files: isListed ? files : (settings.files.value ?? []),
    checks: settings.checks.value ?? [],
    families: settings.families.value,
    maxConcurrency: settings.maxConcurrency.value,
    unknownProperties: settings.unknownProperties.value,
    runFolder: resume ? runFolder : path.resolve(workingDirectory, settings.outputFolder.value),
    headerPrefix: headerPrefix ?? named?.connection.headerPrefix,
    fixFile: (file) => fixFile(file, settings.fixedValues.value),
  };
}
