import path from "node:path";
import type { Step } from "../github/step.ts";
import { joinProject } from "../workspace/project.ts";
import type { RunInputs } from "./inputs.ts";

/** The inputs with what the project file of the working directory says: see `joinProject`. */
export function joinRunProject(inputs: RunInputs, step: Pick<Step, "log" | "env">): RunInputs {
  const { workingDirectory, resume, shard, reproduce, runFolder, headerPrefix, files, checks } = inputs;
  const ownInputs = {
    ...inputs.given,
    files: files.length === 0 ? undefined : [...files],
    checks: checks.length === 0 ? undefined : [...checks],
  };
  const { settings, connectionEntry, values } = joinProject(inputs, ownInputs, inputs.baseUrl, step);
  // The earlier run or the plan names the files.
  const isListed = resume || shard !== undefined || reproduce !== undefined;
  return {
    ...inputs,
    ...values,
    files: isListed ? files : values.files,
    checks: settings.checks.value ?? [],
    maxConcurrency: settings.maxConcurrency.value,
    runFolder: resume ? runFolder : path.resolve(workingDirectory, settings.outputFolder.value),
    headerPrefix: headerPrefix ?? connectionEntry?.connection.headerPrefix,
  };
}
