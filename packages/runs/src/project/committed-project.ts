import type { ProjectFile } from "@analytics-engines/core/files";
import { PROJECT_FILE } from "@analytics-engines/core/parameters";
import { MAX_FILE_BYTES, readCommittedText } from "../files/parameter-files.ts";
import type { Git } from "../git/git.ts";
import { UserError } from "../user-error.ts";

/** Reads the project file of git's folder as a commit has it; undefined if it has none. @throws UserError if it cannot be read */
export async function findCommittedProject(git: Git, commit: string): Promise<ProjectFile | undefined> {
  const read = await readCommittedText(git, commit, PROJECT_FILE, MAX_FILE_BYTES);
  if (read === undefined) return undefined;
  if ("problem" in read) throw new UserError(`${PROJECT_FILE} of commit ${commit.slice(0, 12)} ${read.problem}.`);
  // Most repositories have no project file, and need no reader of it.
  const { readProject } = await import("@analytics-engines/core/files");
  return readProject(read.text);
}
