import { count, familyIds, isObject, parseObject, titleWithId } from "@analytics-engines/core/basics";
import { type ParameterFile, readParameterFile } from "@analytics-engines/core/parameters";
import { openFile } from "@analytics-engines/runs/files";

/** Parameter files are smaller. */
const MAX_PARAMETER_FILE_BYTES = 32 * 1024 * 1024;

/**
 * Says what a file without tables is, and what to do, if it is a parameter file or the request of a template; `undefined` for any other file.
 * The form that content with mistakes fits best is no evidence: it must have no mistake, or a name or a `$schema` that says what it is.
 */
export async function explainParameterFile(file: string): Promise<string | undefined> {
  await using handle = await openFile(file, { isNamedByUser: true });
  if ((await handle.stat()).size > MAX_PARAMETER_FILE_BYTES) return undefined;
  const text = await handle.readFile("utf8");
  if (parseObject(text) === undefined) return undefined;
  const read = readParameterFile(text, { path: file });
  const { family, template, units } = read;
  if (!isEvident(read, text)) return undefined;
  if (template !== undefined)
    return "it is the request of a template, not a result. Name a result, or a run folder and a unit of it.";
  const title = family === undefined ? "" : ` (${titleWithId(family)})`;
  const size = units.length === 0 ? "" : ` with ${count(units.length, "unit")}`;
  return `it is a parameter file${title}${size}, not a result. Run it with "analytics-engines run", and name the run folder.`;
}

function isEvident({ family, template, familyBy, request, issues }: ParameterFile, text: string): boolean {
  if (request !== undefined) return true;
  if (family !== undefined) return familyBy !== "content";
  // Whatever its name, the request of a template has its properties in `data`.
  if (template !== undefined) return familyBy !== "content" && isObject(parseObject(text)?.["data"]);
  // The content of some parameter files fits several families.
  if (!issues.some(({ code }) => code === "family-ambiguous")) return false;
  return familyIds.some((one) => readParameterFile(text, { family: one }).request !== undefined);
}
