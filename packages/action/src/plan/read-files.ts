import type { FamilyId } from "@analytics-engines/core/families/facts";
import { canonicalText, type Issue, readParameterFile } from "@analytics-engines/core/parameters";
import { sha256 } from "../shards/sha256.ts";
import { decodeText } from "../workspace/decode-text.ts";
import { fileSizeLimit } from "../workspace/find-files.ts";
import type { CommittedFile, Repository } from "./git.ts";

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
  repository: Repository,
  files: readonly CommittedFile[],
  families: Readonly<Record<string, FamilyId>>,
): Promise<readonly ReadFile[]> {
  const contents = new Map<string, Buffer | undefined>();
  const objects = new Set(files.filter(({ isLink }) => !isLink).map(({ object }) => object));
  await repository.read([...objects], fileSizeLimit, (object, content) => contents.set(object, content));
  const read: ReadFile[] = [];
  for (const { path, object, isLink } of files) {
    if (isLink) read.push(refused(path, "is a link: name the file that it leads to instead"));
    else read.push(readOne(path, contents.get(object), families));
  }
  return read;
}

function readOne(path: string, content: Buffer | undefined, families: Readonly<Record<string, FamilyId>>): ReadFile {
  if (content === undefined)
    return refused(path, `is larger than ${fileSizeLimit / 1024 / 1024} MiB: too large for a parameter file`);
  const text = decodeText(content);
  if (text === undefined) return refused(path, "is not UTF-8 text");
  const file = readParameterFile(text, { path, families });
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
