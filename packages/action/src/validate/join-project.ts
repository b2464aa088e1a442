import type { StepWith } from "../github/step.ts";
import { joinProject } from "../workspace/project.ts";
import type { ValidateInputs } from "./inputs.ts";

/** The inputs with what the project file of the working directory says: see `joinProject`. */
export function joinValidateProject({ inputs, ...step }: StepWith<ValidateInputs>): ValidateInputs {
  const { files, families, connection } = inputs;
  const ownInputs = {
    files: files.length === 0 ? undefined : [...files],
    families: Object.keys(families).length === 0 ? undefined : { ...families },
  };
  const { settings, values } = joinProject(inputs, ownInputs, connection?.baseUrl, step);
  return { ...inputs, ...values, checks: settings.checks.value };
}
