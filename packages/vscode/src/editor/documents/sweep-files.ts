import type { SweepFile } from "@analytics-engines/core/files";
import * as vscode from "vscode";
import { outsideReason } from "../../common/confined.ts";
import { loadSweeps } from "../language/load.ts";

/** A larger file is no list of rows that a person keeps. */
const MAX_MEBIBYTES = 64;

/** The address of a file that a sweep reads. @param path relative to the sweep's folder of the workspace, as core has it */
export function uriOfSweepFile(sweep: vscode.Uri, path: string): vscode.Uri {
  const start = sweep.path.slice(0, sweep.path.length - vscode.workspace.asRelativePath(sweep, false).length);
  return start === "" ? sweep.with({ path }) : vscode.Uri.joinPath(sweep.with({ path: start }), path);
}

/** The files that a sweep reads, by path. */
export type SweepFiles = ReadonlyMap<string, SweepFile & { readonly uri: string }>;

/** Reads the files that a sweep names: open documents as they are, also where they are not saved. @param isSaving whether to save these first */
export async function readSweepFiles(sweep: vscode.Uri, text: string, isSaving = false): Promise<SweepFiles> {
  const { listSweepFiles } = await loadSweeps();
  const paths = listSweepFiles(text, vscode.workspace.asRelativePath(sweep, false));
  const entries = paths.map(async (path) => {
    const uri = uriOfSweepFile(sweep, path);
    return [path, { ...(await readFile(uri, path, sweep, isSaving)), uri: uri.toString() }] as const;
  });
  return new Map(await Promise.all(entries));
}

async function readFile(uri: vscode.Uri, path: string, sweep: vscode.Uri, isSaving: boolean): Promise<SweepFile> {
  // Others write to a repository, and a sweep in it may name any file of this machine.
  if (path.startsWith("../")) return { problem: "is outside of the workspace: put it beside the sweep" };
  const problem = await outsideReason(uri, sweep);
  if (problem !== undefined) return { problem };
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (document !== undefined && !isSaving) return { text: document.getText() };
  try {
    if (document?.isDirty) await document.save();
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > MAX_MEBIBYTES * 1024 * 1024) return { problem: `is larger than ${MAX_MEBIBYTES} MiB: divide it` };
    const bytes = await vscode.workspace.fs.readFile(uri);
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    return { problem: error instanceof TypeError ? "is not UTF-8 text: save it as UTF-8" : "is missing" };
  }
}
