import { lstat } from "node:fs/promises";
import type { FamilyId } from "@analytics-engines/core/basics";
import type { Project, ProjectFile } from "@analytics-engines/core/files";
import * as vscode from "vscode";
import { lazily } from "./async.ts";
import { baseName } from "./texts.ts";

/** The name of a project file. Core has it too, in code that the editor loads later. */
export const PROJECT_FILE_NAME = "analytics-engines.json";

/** Whether a file has the name of a project file. */
export function isProjectFile({ path }: vscode.Uri): boolean {
  return baseName(path) === PROJECT_FILE_NAME;
}

/** Project files and checks files, whose completion and hovers come from VS Code's JSON editor by their schemas in the manifest. */
export const settingsFiles: vscode.DocumentSelector = [
  { pattern: `**/${PROJECT_FILE_NAME}` },
  { pattern: "**/*.checks.json" },
];

/** Loads what reads the files. */
export const loadReaders = lazily(() => import("./settings-readers.ts"));

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
  const { readProject } = await loadReaders();
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

/** Families by glob for a file or folder: those of the settings first, then those of the project file. */
export function familiesFor(uri: vscode.Uri): Readonly<Record<string, FamilyId>> {
  const settings = vscode.workspace.getConfiguration("analyticsEngines.editor", uri).get("families", {});
  return { ...settings, ...projectOf(uri)?.families, ...settings };
}

/**
 * Why a file must not be read, by the rule of all shells for files that a checked-out file is or names: the rest of a sentence that begins with
 * its name. Undefined for a file that may be read, and for one that is not on a disk.
 *
 * @param beside a file of the folder of the workspace that the other may not lie outside of; by default the file itself
 */
export async function outsideReason(file: vscode.Uri, beside: vscode.Uri = file): Promise<string | undefined> {
  if (!isOnDisk(file)) return undefined;
  const { lookAtFile, projectRoot } = await loadReaders();
  const folder = vscode.workspace.getWorkspaceFolder(beside);
  const root = folder?.uri.fsPath ?? projectRoot(vscode.Uri.joinPath(beside, "..").fsPath);
  return lookAtFile(file.fsPath, root);
}

/** The bytes of a file of a folder. Throws where the file must not be read. */
export async function readOnDisk(file: vscode.Uri, folder: vscode.Uri, maxBytes: number): Promise<Uint8Array> {
  const { readInRoot } = await loadReaders();
  const read = readInRoot(file.fsPath, folder.fsPath, maxBytes);
  if ("content" in read) return read.content;
  throw new Error("problem" in read ? read.problem : "is too large");
}

/** Whether a file is on this machine. */
export function isOnDisk({ scheme }: vscode.Uri): boolean {
  return scheme === "file";
}
