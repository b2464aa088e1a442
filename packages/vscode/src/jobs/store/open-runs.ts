import * as vscode from "vscode";
import { folderKey } from "../../common/folder-storage.ts";

const PREFIX = "jobs.open";

/**
 * Whether a closed window may have left runs in progress, for each folder of the workspace. All windows share it, so that a start without such
 * runs reads no file.
 */
export function createOpenRuns(memory: Pick<vscode.Memento, "get" | "update">) {
  const marks = () => keysOfWorkspace().map((key) => memory.get<boolean>(key));
  return {
    mayBeOpen: () => marks().includes(true),
    /** Whether a run was ever started in one of the folders. */
    mayHaveHistory: () => marks().some((mark) => mark !== undefined),
    async remember(isOpen: boolean): Promise<void> {
      // A folder in which nothing was ever started has no mark.
      for (const key of keysOfWorkspace()) if ((memory.get(key) ?? false) !== isOpen) await memory.update(key, isOpen);
    },
  };
}

/** Whether a key of the memory is about runs in another folder. */
export function isOfOtherFolder(key: string): boolean {
  return key.startsWith(PREFIX) && !keysOfWorkspace().includes(key);
}

function keysOfWorkspace(): readonly string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.length === 0 ? [PREFIX] : folders.map((folder) => `${PREFIX} ${folderKey(folder)}`);
}
