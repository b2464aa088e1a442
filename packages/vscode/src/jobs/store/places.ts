import path from "node:path";
import * as vscode from "vscode";
import { folderOf, storageOf } from "../../common/folder-storage.ts";

type Context = Pick<vscode.ExtensionContext, "globalStorageUri" | "storageUri">;

/** Where the runs of a file are: with its folder of the workspace; with the first folder for a file outside. */
export function placeOf(context: Context, uri: string | undefined): string {
  return path.join(storageOf(context, folderOf(uri)), "runs");
}

/** Where the runs of the folders of the workspace are; without a folder, those of the user. */
export function runPlaces(context: Context): readonly string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.length === 0
    ? [placeOf(context, undefined)]
    : folders.map((folder) => path.join(storageOf(context, folder), "runs"));
}

/** Where version 0.1.0 kept the runs of each window apart. */
export function earlierPlaces({ storageUri }: Context): readonly string[] {
  return storageUri === undefined ? [] : [path.join(storageUri.fsPath, "runs")];
}
