import path from "node:path";
import { decodeText, textDigest } from "../files/open-file.ts";
import { MAX_FILE_BYTES } from "../files/parameter-files.ts";
import type { RunFile } from "../folder/run-options.ts";
import { findCommit, listTree, readContents } from "../git/commits.ts";
import { type Git, oneLine, openGit, SlowGitError } from "../git/git.ts";
import { UserError } from "../user-error.ts";

/** The commit that a git repository has checked out, and whether parameter files are as they are in it. */
export interface CommittedFiles {
  /** Its full id, hex. */
  readonly commit: string;
  /** Whether a file differs from the commit, or is not in it. */
  readonly uncommitted: boolean;
  /** The branch that is checked out, `refs/heads/main`; `undefined` if no branch is. */
  readonly ref: string | undefined;
  /** The repository, `owner/name`, as the address of its remote `origin` has it. */
  readonly repository: string | undefined;
}

type Digested = Pick<RunFile, "path" | "sha256" | "sources">;

/**
 * Finds the commit of parameter files in their git repository.
 *
 * @param folder what the paths of the files are relative to
 * @param warn receives a sentence where git takes too long
 * @param maxTimeMs how long a command of git may take, milliseconds
 * @returns `undefined` where there is no git, no repository of all the files, or no commit; and where git takes too long
 */
export async function findCommittedFiles(
  folder: string,
  files: readonly Digested[],
  env: Readonly<Record<string, string | undefined>>,
  warn: (sentence: string) => void,
  maxTimeMs?: number,
): Promise<CommittedFiles | undefined> {
  const sources = files.flatMap((file) => file.sources ?? file);
  const paths = sources.map((file) => path.resolve(folder, file.path));
  const top = commonFolder(paths);
  if (top === undefined) return undefined;
  try {
    using git = await openGit(top, env, maxTimeMs);
    const commit = await findCommit(git, "HEAD");
    if (commit === undefined) return undefined;
    const digests = new Map(
      paths.map((file, index) => [toSlashes(path.relative(top, file)), sources[index]?.sha256 ?? ""]),
    );
    const [branch, origin, uncommitted] = await Promise.all([
      git.ask(["symbolic-ref", "--quiet", "HEAD"]),
      readOrigin(git),
      hasDifferences(git, commit, digests),
    ]);
    return {
      commit,
      uncommitted,
      ref: branch && oneLine(branch),
      repository: origin && repositoryOf(oneLine(origin)),
    };
  } catch (error) {
    if (error instanceof SlowGitError)
      warn(`The manifest does not name the commit of the parameter files: ${error.message}`);
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** The deepest folder that all files are in; `undefined` without files. */
function commonFolder([first, ...others]: readonly string[]): string | undefined {
  if (first === undefined) return undefined;
  let folder = path.dirname(first);
  for (const file of others) {
    while (!file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)) {
      const parent = path.dirname(folder);
      if (parent === folder) return undefined;
      folder = parent;
    }
  }
  return folder;
}

function toSlashes(file: string): string {
  return file.split(path.sep).join("/");
}

async function readOrigin(git: Git): Promise<Buffer | undefined> {
  if (git.configuration === undefined) return undefined;
  return git.ask(["config", "--file", git.configuration, "--no-includes", "--get", "remote.origin.url"]);
}

/** @param digests the digests of the files, by path */
async function hasDifferences(git: Git, commit: string, digests: ReadonlyMap<string, string>): Promise<boolean> {
  const committed = (await listTree(git, commit)).filter((file) => file.isFile && digests.has(file.path));
  if (committed.length < digests.size) return true;
  const contents = await readContents(
    git,
    committed.map(({ id }) => id),
    MAX_FILE_BYTES,
  );
  return committed.some(({ id, path: name }) => {
    const content = contents.get(id);
    const text = content && decodeText(content);
    return text === undefined || textDigest(text) !== digests.get(name);
  });
}

/**
 * The repository that the address of a remote names: `https://host/owner/name.git`, `ssh://git@host/owner/name`, `git@host:owner/name.git`.
 * An address of another form, such as a folder, names none. Its credentials are left out.
 */
export function repositoryOf(address: string): string | undefined {
  const [, short] = /^[^\s/:@]+@[^\s/:@]+:([^/].*)$/.exec(address) ?? [];
  const isUrl = /^(https?|ssh|git):\/\//.test(address) && URL.canParse(address);
  const repositoryPath = short ?? (isUrl ? new URL(address).pathname : "");
  return repositoryPath.replace(/^\/+|\/+$/g, "").replace(/\.git$/, "") || undefined;
}
