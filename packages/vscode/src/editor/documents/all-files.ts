import { countIssues, type Issue, type IssueCounts } from "@analytics-engines/core/parameters";
import { type CheckedFile, checkFiles, type createRepetitionFilter } from "@analytics-engines/runs/files";
import * as vscode from "vscode";
import { createPause } from "../../common/async.ts";
import { exists, openDocument, pathIn } from "../../common/files.ts";
import { findInFolder } from "../../common/find-files.ts";
import { isProjectFile, PROJECT_FILE_NAME, readProjectIn, readProjects } from "../../common/project-settings.ts";
import { logError } from "../../services/commands.ts";
import { type Services, shared } from "../../services/services.ts";
import { createSharedDiagnostics } from "./issue-diagnostics.ts";
import { projectIssues } from "./settings-issues.ts";
import { checkOptions } from "./written-file.ts";

/** More files are no list that a person goes through. */
const MAX_FILES = 5000;
/** A program that writes files may change each of them several times. */
const SETTLED_MS = 300;

/** A file to check, and the folder of the workspace that it is in. */
interface FileToCheck {
  readonly folder: vscode.Uri;
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly uri: vscode.Uri;
}

/** What a check of many files found. */
export type FileCounts = Pick<IssueCounts, "files" | "errors" | "warnings">;

/**
 * The checks of files that no editor has open. Their mistakes stay in the Problems view until the files are corrected or deleted; an open file has
 * those of its editor.
 */
export const allFilesOf = shared((services: Services) => {
  const { clock, subscriptions } = services;
  const diagnostics = createSharedDiagnostics("analytics-engines-all");
  /** What was checked, by the address of the file, with the addresses of what it reads. */
  const checkedFiles = new Map<string, { readonly file: FileToCheck; readonly reads: readonly string[] }>();
  /** The addresses of the files to check again, in their order. */
  const toCheckAgain = new Set<string>();
  /** Set from the first file to check again until the last of them is checked. */
  let cancelTimer: (() => void) | undefined;

  async function check(file: FileToCheck): Promise<readonly CheckedFile[]> {
    const { folder, path, uri } = file;
    // The project file says how files are read, and may be another now.
    await readProjects();
    const reading = checkOptions(services, uri);
    const results = await checkFiles(folder.fsPath, [path], { reading, isOfAnyKind: true });
    const checked = await Promise.all(
      results.map(async (result) => ({ ...result, issues: await issuesOf(file, result) })),
    );
    if (checked[0]?.problem !== undefined && !(await exists(uri))) {
      // It was deleted while it was checked.
      checkedFiles.delete(uri.toString());
      diagnostics.clear(uri);
      return [];
    }
    const reads = checked[0]?.sweep?.sources.map((source) => vscode.Uri.joinPath(folder, source.path).toString()) ?? [];
    checkedFiles.set(uri.toString(), { file, reads });
    if (openDocument(uri) === undefined)
      diagnostics.set(
        uri,
        checked.map(({ path: name, issues }) => [name, issues]),
      );
    else diagnostics.clear(uri);
    return checked;
  }

  function checkAgainSoon(uri: string): void {
    toCheckAgain.add(uri);
    cancelTimer ??= clock.setTimer(SETTLED_MS, () => void checkAgain());
  }

  /** Checks one file after the other, also those that are added meanwhile. */
  async function checkAgain(): Promise<void> {
    const pause = createPause(clock);
    for (const uri of toCheckAgain) {
      toCheckAgain.delete(uri);
      await pause();
      const file = checkedFiles.get(uri)?.file;
      if (file !== undefined) await check(file).catch((error: unknown) => logError(services, error));
    }
    cancelTimer = undefined;
  }

  /** Checks again what a changed file belongs to; all files if it is the project file, which says how they are read. */
  function follow(changed: vscode.Uri): void {
    const isProject = isProjectFile(changed);
    for (const [uri, { reads }] of checkedFiles)
      if (isProject || uri === changed.toString() || reads.includes(changed.toString())) checkAgainSoon(uri);
  }

  /** @param deleted a file, or a folder with files */
  function forget(deleted: vscode.Uri): void {
    for (const [uri, { file }] of checkedFiles) {
      if (file.uri.path !== deleted.path && !file.uri.path.startsWith(`${deleted.path}/`)) continue;
      checkedFiles.delete(uri);
      diagnostics.clear(file.uri);
    }
    follow(deleted);
  }

  const watcher = vscode.workspace.createFileSystemWatcher("**/*.{json,csv,tsv}", false, false, true);
  // VS Code reports a deleted folder alone, without its files.
  const deletions = vscode.workspace.createFileSystemWatcher("**", true, true, false);
  subscriptions.push(
    diagnostics,
    watcher,
    deletions,
    watcher.onDidCreate(follow),
    watcher.onDidChange(follow),
    deletions.onDidDelete(forget),
    vscode.workspace.onDidOpenTextDocument(({ uri }) => {
      if (checkedFiles.has(uri.toString())) diagnostics.clear(uri);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (checkedFiles.has(uri.toString())) checkAgainSoon(uri.toString());
    }),
    {
      dispose() {
        cancelTimer?.();
        toCheckAgain.clear();
      },
    },
  );

  return {
    /** Forgets what was checked before. */
    clear(): void {
      diagnostics.clearAll();
      checkedFiles.clear();
    },
    /** Checks a file, and shows what is wrong in it unless an editor has it open. A mistake that another file has shown is not counted again. */
    async check(file: FileToCheck, withoutRepetitions: ReturnType<typeof createRepetitionFilter>): Promise<FileCounts> {
      const issues = withoutRepetitions(await check(file)).flatMap((result) => result.issues);
      const { files, errors, warnings } = countIssues([{ issues }]);
      return { files, errors, warnings };
    },
  };
});

/** The issues of a file; of one that cannot be read, that. */
async function issuesOf({ path, uri }: FileToCheck, result: CheckedFile): Promise<readonly Issue[]> {
  if (result.problem !== undefined) {
    const start = { line: 1, column: 1, offset: 0 };
    const message = `${result.path} ${result.problem}.`;
    return [{ code: "missing-file", severity: "error", message, pointer: "", range: { start, end: start }, fixes: [] }];
  }
  return path === PROJECT_FILE_NAME ? projectIssues(uri, result.text) : result.issues;
}

/**
 * The files of the workspace that can have mistakes: parameter files and sweeps, those of the project file if it names some, checks files and
 * project files.
 * @returns at most as many as a check takes, and how many there are
 */
export async function findAllFiles(): Promise<{ readonly files: readonly FileToCheck[]; readonly total: number }> {
  const files: FileToCheck[] = [];
  for (const { uri: folder } of vscode.workspace.workspaceFolders ?? []) {
    if (folder.scheme !== "file") continue;
    const projectFile = await readProjectIn(folder);
    const { files: patterns, checks = ["**/*.checks.json"] } = projectFile?.project ?? {};
    const parameterFiles = await findInFolder(folder, patterns && { patterns });
    const checksFiles = await findInFolder(folder, { patterns: checks });
    const project = projectFile === undefined ? [] : [vscode.Uri.joinPath(folder, PROJECT_FILE_NAME)];
    for (const uri of [...project, ...parameterFiles.files, ...checksFiles.files])
      files.push({ folder, path: pathIn(folder, uri), uri });
  }
  const unique = [...new Map(files.map((file) => [file.uri.toString(), file])).values()];
  return { files: unique.slice(0, MAX_FILES), total: unique.length };
}
