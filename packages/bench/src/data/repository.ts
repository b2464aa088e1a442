import { execFileSync } from "node:child_process";

export interface MadeCommit {
  readonly branch: string;
  /** Texts by path. A file that an earlier commit has and this one does not name stays as it is. */
  readonly files: Iterable<readonly [path: string, text: string]>;
}

/** Makes a repository of these commits, each on top of the one before, and checks nothing out. */
export function writeRepository(folder: string, commits: readonly MadeCommit[]): void {
  const git = (args: readonly string[], input = "") => execFileSync("git", ["-C", folder, ...args], { input });
  git(["init", "--quiet", `--initial-branch=${commits.at(-1)?.branch}`]);
  const stream = commits.flatMap(({ branch, files }, index) => [
    `commit refs/heads/${branch}`,
    `mark :${index + 1}`,
    `committer bench <bench@example.com> ${1_700_000_000 + index} +0000`,
    data(`${index}`),
    ...(index === 0 ? [] : [`from :${index}`]),
    ...Array.from(files, ([path, text]) => [`M 644 inline ${path}`, data(text)]).flat(),
  ]);
  git(["fast-import", "--quiet"], `${stream.join("\n")}\n`);
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}
