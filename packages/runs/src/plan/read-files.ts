import type { FamilyId } from "@analytics-engines/core/families/facts";
import { canonicalText, type Issue, type ReadOptions } from "@analytics-engines/core/parameters";
import { checkText, decodeText, MAX_FILE_BYTES, resultIds, sizeProblem } from "../files/parameter-files.ts";
import { sha256 } from "../files/sha256.ts";
import type { Git } from "../git/git.ts";
import { readContents } from "../git/objects.ts";
import type { CommittedFile } from "../git/tree.ts";

/** A parameter file of a commit. */
export interface ReadFile {
  readonly path: string;
  readonly issues: readonly Issue[];
  /** Why it cannot be run although it has no issues, a sentence. */
  readonly problem: string | undefined;
  /** What it asks for; `undefined` where it cannot be run. */
  readonly job: PlannedJob | undefined;
}

export interface PlannedJob {
  readonly family: FamilyId;
  readonly parametersSha256: string;
  /** How many results it has. */
  readonly units: number;
}

type Reading = Pick<ReadOptions, "families" | "unknownProperties">;

/** Reads parameter files of a commit in the order given. Content that several share is read once. */
export async function readFiles(
  git: Git,
  files: readonly CommittedFile[],
  reading: Reading,
): Promise<readonly ReadFile[]> {
  const objects = files.filter(({ isFile }) => isFile).map(({ id }) => id);
  const contents = await readContents(git, objects, MAX_FILE_BYTES);
  return files.map(({ path, id, isFile }) =>
    isFile
      ? readOne(path, contents.get(id), reading)
      : refused(path, "is a link: name the file that it leads to instead"),
  );
}

function readOne(path: string, content: Buffer | undefined, reading: Reading): ReadFile {
  if (content === undefined) return refused(path, sizeProblem(MAX_FILE_BYTES));
  const text = decodeText(content);
  if (text === undefined) return refused(path, "is not UTF-8 text: save it as UTF-8");
  const { parameters, issues } = checkText(path, text, reading);
  if (parameters?.template !== undefined)
    return { ...refused(path, "holds a template, which is not a job: exclude it from the input files"), issues };
  const { family, request } = parameters ?? {};
  if (parameters === undefined || family === undefined || request === undefined)
    return { path, issues, problem: undefined, job: undefined };
  const job = { family, parametersSha256: sha256(canonicalText(parameters)), units: resultIds(parameters).length };
  return { path, issues, problem: undefined, job };
}

function refused(path: string, why: string): ReadFile {
  return { path, issues: [], problem: `${path} ${why}.`, job: undefined };
}
