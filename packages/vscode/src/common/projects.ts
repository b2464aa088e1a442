import { lstat } from "node:fs/promises";
import type { Project, ProjectFile } from "@analytics-engines/core/files";
import * as vscode from "vscode";
import { isOnDisk, readOnDisk } from "./confined.ts";

/** The name of a project file. Core has it too, in code that the editor loads later. */
export const PROJECT_FILE_NAME = "analytics-engines.json";

const MAX_PROJECT_BYTES = 1024 * 1024;

/** The project files as they were read last, by folder. */
const lastRead = new Map<string, { readonly text: string; readonly file: ProjectFile }>();

/** Reads the project file of a folder of the workspace, as it is saved; undefined without one. What is wrong in it is among its issues. */
export async function readProjectIn(folder: vscode.Uri): Promise<ProjectFile | undefined> {
  const key = folder.toString();
  const text = await savedText(vscode.Uri.joinPath(folder, PROJECT_FILE_NAME), folder);
  const last = lastRead.get(key);
  if (text === undefined) {
    lastRead.delete(key);
    return undefined;
  }
  if (last?.text === text) return last.file;
  const { readProject } = await import("./settings-readers.ts");
  const file = readProject(text);
  lastRead.set(key, { text, file });
  return file;
}

/** Reads the project files of all folders of the workspace, for `projectOf`. */
export async function readProjects(): Promise<void> {
  await Promise.all((vscode.workspace.workspaceFolders ?? []).map(({ uri }) => readProjectIn(uri)));
}

/** The settings for a file, as its project file was read last; undefined without one, or if it has errors. */
export function projectOf(uri: vscode.Uri): Project | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  return folder && lastRead.get(folder.uri.toString())?.file.project;
}

async function savedText(uri: vscode.Uri, folder: vscode.Uri): Promise<string | undefined> {
  try {
    const bytes = await readSaved(uri, folder);
    return bytes.length > MAX_PROJECT_BYTES ? undefined : new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}

/** The bytes of a file. From the disk: `workspace.fs` first asks the window, which takes 40 to 600 ms while that opens an editor. */
async function readSaved(uri: vscode.Uri, folder: vscode.Uri): Promise<Uint8Array> {
  if (!isOnDisk(uri)) return vscode.workspace.fs.readFile(uri);
  // Most folders have no project file, and then the code that reads one is not loaded.
  await lstat(uri.fsPath);
  return readOnDisk(uri, folder, MAX_PROJECT_BYTES);
}
