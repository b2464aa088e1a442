import { count, parseObject, titleWithId } from "@analytics-engines/core/basics";
import { readParameterFile } from "@analytics-engines/core/parameters";
import { openFile } from "@analytics-engines/runs/files";

/** Parameter files are smaller. */
const MAX_PARAMETER_FILE_BYTES = 32 * 1024 * 1024;

/**
 * Says what a file without tables is, and what to do, if it is a parameter file or the request of a template; `undefined` for any other file.
 */
export async function explainParameterFile(file: string): Promise<string | undefined> {
  await using handle = await openFile(file, { isNamedByUser: true });
  if ((await handle.stat()).size > MAX_PARAMETER_FILE_BYTES) return undefined;
  const text = await handle.readFile("utf8");
  if (parseObject(text) === undefined) return undefined;
  const { family, template, units, issues } = readParameterFile(text, { path: file });
  if (template !== undefined)
    return "it is the request of a template, not a result. Name a result, or a run folder and a unit of it.";
  // The content of some parameter files fits several families.
  if (family === undefined && !issues.some(({ code }) => code === "family-ambiguous")) return undefined;
  const title = family === undefined ? "" : ` (${titleWithId(family)})`;
  const size = units.length === 0 ? "" : ` with ${count(units.length, "unit")}`;
  return `it is a parameter file${title}${size}, not a result. Run it with "analytics-engines run", and name the run folder.`;
}
