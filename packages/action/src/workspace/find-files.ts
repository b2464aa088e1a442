import { realpathSync, statSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";
import { Problem, Problems } from "../github/problem.ts";
import { listPlain } from "./list-plain.ts";

/** Far above what the service takes in one request; a file beyond it is no parameter file. */
export const fileSizeLimit = 16 * 1024 * 1024;

/**
 * The parameter files that the patterns name: paths relative to the working directory, with `/`, sorted, each once.
 *
 * @param patterns Globs; `!` excludes.
 * @param skip Absolute path of a folder that is never looked into: the run folder.
 * @throws Problem(s) where nothing matches, a named file is missing, or a file leads outside of the working directory.
 */
export async function findParameterFiles(
  patterns: readonly string[],
  workingDirectory: string,
  skip: string,
): Promise<readonly string[]> {
  if (!statSync(workingDirectory, { throwIfNoEntry: false })?.isDirectory())
    throw new Problem(`Input working-directory: there is no folder ${workingDirectory}.`);
  const files = await matchFiles(patterns, workingDirectory, within(workingDirectory, skip));
  if (files.length === 0)
    throw new Problem(`No files match the input files in ${workingDirectory}: ${patterns.join(" ")}`);
  checkPaths(files, workingDirectory);
  return files;
}

/**
 * The files that globs name: paths relative to the folder, with `/`, sorted, each once; none of git's own and of installed packages.
 *
 * @param patterns Globs; `!` excludes.
 * @param ignore Globs of what does not count either; folders that one of them matches are not looked into.
 * @throws Problems where a named file is missing.
 */
export async function matchFiles(
  patterns: readonly string[],
  folder: string,
  ignore: readonly string[],
): Promise<readonly string[]> {
  const excluded = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const exclude = [...excluded, "**/node_modules/**", "**/.git/**", ...ignore];
  const missing: string[] = [];
  const found = new Set<string>();
  for (const pattern of patterns.filter((each) => !each.startsWith("!"))) {
    const matches = await listMatches(pattern, folder, exclude);
    if (matches.length === 0 && !/[*?[\]{}()]/.test(pattern) && !exists(pattern, folder))
      missing.push(`There is no parameter file ${pattern} in ${folder}.`);
    for (const match of matches) found.add(match);
  }
  if (missing.length > 0) throw new Problems(missing);
  return [...found].sort((a, b) => (a < b ? -1 : 1));
}

async function listMatches(pattern: string, folder: string, exclude: readonly string[]): Promise<string[]> {
  const plain = listPlain(pattern, folder, exclude);
  if (plain !== undefined) return plain.filter((match) => mayBeFile(path.join(folder, match)));
  const files: string[] = [];
  for await (const match of glob(pattern, { cwd: folder, exclude: [...exclude] })) {
    if (mayBeFile(path.join(folder, match))) files.push(path.normalize(match).split(path.sep).join("/"));
  }
  return files;
}

/** A link that leads nowhere, or in a circle, counts: whoever reads it tells. */
function mayBeFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return true;
  }
}

/** Refuses links that lead outside, files too large to be parameters, and two paths of one file. */
export function checkPaths(files: readonly string[], workingDirectory: string): void {
  const root = realpathSync(workingDirectory);
  const problems: string[] = [];
  const pathsByTarget = new Map<string, string>();
  for (const file of files) {
    const target = realpathSync(path.join(workingDirectory, file));
    const earlier = pathsByTarget.get(target);
    const refused = whyRefused(target, root);
    if (refused !== undefined) problems.push(`${file} ${refused}.`);
    else if (earlier !== undefined)
      problems.push(`${file} and ${earlier} are the same file: its jobs would be computed twice.`);
    pathsByTarget.set(target, earlier ?? file);
  }
  if (problems.length > 0) throw new Problems(problems);
}

/**
 * Why a file must not be read, whoever put it into the repository: the rest of a sentence that begins with its name.
 *
 * @param target The file's real path.
 * @param root The working directory's real path.
 */
export function whyRefused(target: string, root: string): string | undefined {
  if (!target.startsWith(root + path.sep)) return "is a link that leads outside of the working directory";
  // They may hold the token that the repository was fetched with.
  if (path.relative(root, target).split(path.sep).includes(".git")) return "is a link to git's own files";
  if (statSync(target).size > fileSizeLimit)
    return `is larger than ${fileSizeLimit / 1024 / 1024} MiB: too large for a parameter file`;
  return undefined;
}

function exists(pattern: string, workingDirectory: string): boolean {
  return statSync(path.join(workingDirectory, pattern), { throwIfNoEntry: false })?.isFile() === true;
}

/** The pattern for everything in a folder, where that folder stands in the working directory. */
function within(workingDirectory: string, folder: string): string[] {
  const relative = path.relative(workingDirectory, folder).split(path.sep).join("/");
  return relative === "" || relative.startsWith("..") || path.isAbsolute(relative)
    ? []
    : [`${relative.replace(/[*?[\]{}()]/g, "[$&]")}/**`];
}
