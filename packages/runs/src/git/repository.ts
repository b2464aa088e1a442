import { mkdtempSync, readFileSync, realpathSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { copyNow, removeTemporaryNow, retryBusyNow, writeNow } from "../files/busy-files.ts";
import { isFolder, nearestExisting } from "../files/paths.ts";

/** Where the parts of a repository are. */
export interface RepositoryFolders {
  /** The top folder of its files. */
  readonly top: string;
  /** The folder relative to the top, with `/`, also at its end; empty for the top. It need not exist. */
  readonly prefix: string;
  /** The git folder of this working tree, with its HEAD. */
  readonly gitFolder: string;
  /** The git folder that all working trees of the repository share, with objects, refs and configuration. */
  readonly commonFolder: string;
}

/** The file with the configuration of a repository; `undefined` if it has none. */
export function configurationOf({ commonFolder }: RepositoryFolders): string | undefined {
  const file = path.join(commonFolder, "config");
  return isFile(file) ? file : undefined;
}

/** Finds the repository that a folder belongs to, without git: git would read the repository's configuration. */
export function findRepository(folder: string): RepositoryFolders | undefined {
  const existing = nearestExisting(folder);
  const missing = path.relative(existing, folder);
  const from = realpathSync(existing);
  for (let top = from; ; top = path.dirname(top)) {
    const gitFolder = gitFolderOf(top);
    if (gitFolder !== undefined) {
      const prefix = path.relative(top, path.join(from, missing)).split(path.sep).join("/");
      const shared = readIfFile(path.join(gitFolder, "commondir"));
      const commonFolder = shared === undefined ? gitFolder : path.resolve(gitFolder, shared.trim());
      return { top, prefix: prefix === "" ? "" : `${prefix}/`, gitFolder, commonFolder };
    }
    if (top === path.dirname(top)) return undefined;
  }
}

/** `.git` is the folder itself, or in a submodule and in a second working tree a file that names it. */
function gitFolderOf(top: string): string | undefined {
  const entry = path.join(top, ".git");
  const target = /^gitdir: (.+)/.exec(readIfFile(entry) ?? "")?.[1];
  const folder = target === undefined ? entry : path.resolve(top, target.trim());
  return isFile(path.join(folder, "HEAD")) ? folder : undefined;
}

/**
 * Makes a temporary git folder that has the refs of a repository, and no configuration except the formats of its files. The objects stay
 * where they are. Git reads the repository through it and obeys nothing that the repository sets: no program, no remote, no other file.
 */
export function mirrorRepository({ gitFolder, commonFolder }: RepositoryFolders): string {
  const mirror = mkdtempSync(path.join(tmpdir(), "git-"));
  try {
    for (const name of ["refs", "reftable"]) {
      const source = path.join(commonFolder, name);
      // A junction needs no rights on Windows; other systems ignore the type.
      if (isFolder(source)) symlinkSync(source, path.join(mirror, name), "junction");
    }
    copyIfFile(path.join(gitFolder, "HEAD"), path.join(mirror, "HEAD"));
    for (const name of ["packed-refs", "shallow"]) copyIfFile(path.join(commonFolder, name), path.join(mirror, name));
    writeConfiguration(mirror, []);
    return mirror;
  } catch (error) {
    removeTemporaryNow(mirror);
    throw error;
  }
}

/** Writes the only configuration that git obeys. */
export function writeConfiguration(mirror: string, formats: readonly (readonly [name: string, value: string])[]): void {
  const lines = formats.map(([name, value]) => `\t${name} = ${value}\n`);
  writeNow(
    path.join(mirror, "config"),
    `[core]\n\trepositoryFormatVersion = 1\n\tbare = true\n[extensions]\n${lines.join("")}`,
  );
}

function readIfFile(file: string): string | undefined {
  return isFile(file) ? retryBusyNow(() => readFileSync(file, "utf8"), { path: file }) : undefined;
}

function copyIfFile(from: string, to: string): void {
  if (isFile(from)) copyNow(from, to);
}

/** Whether a file can be read without a wait: a pipe would wait for a writer. */
function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
