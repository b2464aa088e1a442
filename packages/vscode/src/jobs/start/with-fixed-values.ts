import { type FixedValues, fixValues } from "@analytics-engines/core/files";
import type { ParameterFile } from "@analytics-engines/core/parameters";
import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";

/** A file or job with the dates and the currency of a set, as it is sent. @throws UserError if a unit has no place for them */
export function withFixedValues<File extends ParameterFile>(file: File, path: string, values: FixedValues): File {
  const result = fixValues(file, values);
  if ("file" in result) return result.file;
  const [problem = ""] = result.problems;
  throw new UserError(l10n.t("{0} was not run: it does not fit the set. {1}", path, problem));
}
