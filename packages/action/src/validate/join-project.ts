import { fixFile, requireOrigin } from "@analytics-engines/runs/project";
import type { StepWith } from "../github/step.ts";
import { joinProject } from "../workspace/project.ts";
import type { ValidateInputs } from "./inputs.ts";

/**
 * The inputs with what the project file of the working directory says.
 *
 * @throws UserError if the file has errors, if it has no such set, or if its connection is for another address than the input base-url
 */
export function joinValidateProject({ inputs, ...step }: StepWith<ValidateInputs>): ValidateInputs {
  const { files, families, connection } = inputs;
  const given = {
    ...inputs.given,
    files: files.length === 0 ? undefined : [...files],
    families: Object.keys(families).length === 0 ? undefined : { ...families },
  };
  const { settings, named } = joinProject(inputs, given, step);
  if (connection !== undefined) requireOrigin(named, connection.baseUrl, "the input base-url");
  return {
    ...inputs,
    files: settings.files.value ?? [],
    checks: settings.checks.value,
    families: settings.families.value,
    unknownProperties: settings.unknownProperties.value,
    fixFile: (file) => fixFile(file, settings.fixedValues.value),
  };
}
