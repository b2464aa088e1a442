import type { FamilyId } from "@analytics-engines/core/families/facts";
import { canonicalText, type Issue, type ReadOptions, readParameterFile } from "@analytics-engines/core/parameters";
import type { Git } from "../git/git.ts";
import { readObjects } from "../git/objects.ts";
import type { CommittedFile } from "../git/tree.ts";
import { sha256 } from "../shards/sha256.ts";
import { decodeText } from "../workspace/decode-text.ts";
import { fileSizeLimit } from "../workspace/find-files.ts";

/** A parameter file of a commit. */
export interface ReadFile {
  readonly path: string;
  readonly issues: readonly Issue[];
  /** Why it cannot be run although it has no issues, a sentence. */
  readonly problem: string | undefined;
  /** What it asks for; `undefined` where it cannot be run. */
  readonly job: Job | undefined;
}

export interface Job {
  readonly family: FamilyId;
  readonly parametersSha256: string;
  /** How many results it has. */
  readonly units: number;
}

/** Reads parameter files of a commit, each once however many share its content. In the order given. */
export async function readFiles(
  git: Git,
  files: readonly CommittedFile[],
  reading: Pick<ReadOptions, "families" | "unknownProperties">,
): Promise<readonly ReadFile[]> {
  const contents = new Map<string, Buffer | undefined>();
  const objects = new Set(files.filter(({ isFile }) => isFile).map(({ id }) => id));
  await readObjects(git, [...objects], fileSizeLimit, (id, content) => void contents.set(id, content));
  const read: ReadFile[] = [];
  for (const { path, id, isFile } of files) {
    if (isFile) read.push(readOne(path, contents.get(id), reading));
    else read.push(refused(path, "is a link: name the file that it leads to instead"));
  }
  return read;
}

function readOne(
  path: string,
  content: Buffer | undefined,
  reading: Pick<ReadOptions, "families" | "unknownProperties">,
): ReadFile {
  if (content === undefined)
    return refused(path, `is larger than ${fileSizeLimit / 1024 / 1024} MiB: too large for a parameter file`);
  const text = decodeText(content);
  if (text === undefined) return refused(path, "is not UTF-8 text");
  const file = readParameterFile(text, { ...reading, path });
  const { issues, family, request, template, units } = file;
  if (template !== undefined)
    return { ...refused(path, "holds a template, which is no job: exclude it from the input files"), issues };
  if (family === undefined || request === undefined) return { path, issues, problem: undefined, job: undefined };
  // As `digestParameters` of core, at once: five thousand promises of a digest take a quarter of a second.
  const parametersSha256 = sha256(canonicalText(file));
  return { path, issues, problem: undefined, job: { family, parametersSha256, units: Math.max(1, units.length) } };
}

function refused(path: string, why: string): ReadFile {
  return { path, issues: [], problem: `${path} ${why}.`, job: undefined };
}
