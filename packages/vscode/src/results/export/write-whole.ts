import path from "node:path";
import { replaceWith, writeBatches } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";

/** Writes an export to a file of this machine. @throws UserError for another file */
export async function writeExport(file: vscode.Uri, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  if (file.scheme !== "file")
    throw new UserError(l10n.t("{0} is not on this machine. Export to a local file.", file.toString()));
  await writeWhole(file.fsPath, pieces);
}

/** Writes a whole file or, after an error, none. */
export function writeWhole(file: string, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
  const name = path.basename(file);
  const how = { temporary: `.${name}.${process.pid}.partial`, isSynced: false };
  return replaceWith(path.dirname(file), name, (partial) => writeBatches(partial, pieces), how);
}
