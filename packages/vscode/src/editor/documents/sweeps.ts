import { type FamilyId, familyOfSweep } from "@analytics-engines/core/basics";
import type { SweepTable } from "@analytics-engines/core/files";
import * as vscode from "vscode";
import { lazily } from "../../common/async.ts";
import { openDocument, textOf } from "../../common/files.ts";
import { EXCLUDED_GLOB } from "../../common/find-files.ts";
import { logError } from "../../services/commands.ts";
import type { Services } from "../../services/services.ts";
import { loadSweeps } from "../language/load.ts";
import { LANGUAGE_ID } from "../language/text/kinds.ts";
import { CHECK_DELAY_MS, type Documents } from "./documents.ts";
import { readSweepFiles, uriOfSweepFile } from "./written-file.ts";

/** More sweeps take too long to read. */
const MAX_SWEEPS = 1000;
const SWEEP_GLOB = "**/*.sweep.json";
/** The files that may have the rows of a sweep. */
export const ROW_FILES = "**/*.{csv,tsv}";

/** The offset of a position in the rows as core reads them. */
export function offsetInRows(document: vscode.TextDocument, position: vscode.Position): number {
  return document.getText(new vscode.Range(new vscode.Position(0, 0), position)).replaceAll(/\r\n?/g, "\n").length;
}

/** A sweep whose rows were read. */
export interface OpenTable {
  readonly uri: vscode.Uri;
  readonly family: FamilyId;
  readonly table: SweepTable;
}

/** The sweeps of the workspace, and the files that they read. */
export type Sweeps = ReturnType<typeof watchSweeps>;

const isSweep = (path: string) => /\.sweep\.json$/i.test(path);

/** Checks a sweep whenever one of its files is open or changes. The sweep itself need not be in an editor. */
export function watchSweeps(services: Services, documents: Documents) {
  /** The addresses of the files that each sweep reads, by its address. */
  const filesBySweep = new Map<string, readonly string[]>();
  const search = lazily(async () => {
    await readSweeps(await vscode.workspace.findFiles(SWEEP_GLOB, EXCLUDED_GLOB, MAX_SWEEPS));
  });

  async function readSweep(uri: vscode.Uri): Promise<void> {
    await noteFiles(uri, await textOf(uri));
  }

  /** One that cannot be read, or is gone by now, hides no other. */
  async function readSweeps(uris: readonly vscode.Uri[]): Promise<void> {
    await Promise.all(uris.map((uri) => readSweep(uri).catch((error: unknown) => logError(services, error))));
  }

  /**
   * Finds the sweeps of the workspace, once, and those beside a file each time: VS Code does not report every file of a new folder, and none
   * that its settings exclude.
   */
  async function searchFor(file: vscode.Uri): Promise<void> {
    await search();
    if (vscode.workspace.getWorkspaceFolder(file) === undefined) return;
    const folder = vscode.Uri.joinPath(file, "..");
    // The folder may be gone, although a file of it is open.
    const entries = await vscode.workspace.fs.readDirectory(folder).then(
      (list) => list,
      () => [],
    );
    const sweeps = entries.flatMap(([name]) => (isSweep(name) ? vscode.Uri.joinPath(folder, name) : []));
    await readSweeps(sweeps.filter((uri) => !filesBySweep.has(uri.toString())));
  }

  async function noteFiles(uri: vscode.Uri, text: string): Promise<void> {
    const { listSweepFiles } = await loadSweeps();
    const paths = listSweepFiles(text, vscode.workspace.asRelativePath(uri, false));
    filesBySweep.set(
      uri.toString(),
      paths.map((path) => uriOfSweepFile(uri, path).toString()),
    );
  }

  function sweepsWith(file: vscode.Uri): vscode.Uri[] {
    const key = file.toString();
    return [...filesBySweep].flatMap(([sweep, files]) => (files.includes(key) ? vscode.Uri.parse(sweep) : []));
  }

  /** Checks the sweeps that read a file. @param isOpening whether to open those that are not open */
  async function checkSweepsWith(file: vscode.Uri, isOpening: boolean): Promise<void> {
    for (const uri of sweepsWith(file)) {
      const document = openDocument(uri) ?? (isOpening && (await vscode.workspace.openTextDocument(uri)));
      if (document) documents.checkAgain(document, CHECK_DELAY_MS);
    }
  }

  async function openFile({ uri, languageId }: vscode.TextDocument): Promise<void> {
    if (languageId === LANGUAGE_ID || !/\.(json|csv|tsv)$/i.test(uri.path)) return;
    await searchFor(uri);
    await checkSweepsWith(uri, true);
  }

  /** Opens a sweep without an editor, to be checked, if one of its files is open. */
  async function openWithFiles(sweep: vscode.Uri): Promise<void> {
    const files = filesBySweep.get(sweep.toString()) ?? [];
    if (files.some((file) => openDocument(file) !== undefined)) await vscode.workspace.openTextDocument(sweep);
  }

  async function closeFile({ uri }: vscode.TextDocument): Promise<void> {
    await checkSweepsWith(uri, false);
    // VS Code closes a document without an editor after some minutes.
    await openWithFiles(uri);
  }

  /** The table of a sweep as the texts of its files are now; undefined if errors hide it. */
  async function tableOf(uri: vscode.Uri): Promise<OpenTable | undefined> {
    const { readSweepTable } = await loadSweeps();
    const path = vscode.workspace.asRelativePath(uri, false);
    const text = await textOf(uri);
    const table = readSweepTable(text, path, { files: await readSweepFiles(uri, text) });
    const family = familyOfSweep(path);
    return table && family && { uri, family, table };
  }

  const safely = (work: Promise<unknown>) => void work.catch((error: unknown) => logError(services, error));
  const watcher = vscode.workspace.createFileSystemWatcher("**/*.{json,csv,tsv}");
  const follow = (uri: vscode.Uri) => {
    // An open document changes with its file.
    if (openDocument(uri) === undefined)
      safely(isSweep(uri.path) ? readSweep(uri).then(() => openWithFiles(uri)) : checkSweepsWith(uri, false));
  };
  services.subscriptions.push(
    watcher,
    watcher.onDidCreate(follow),
    watcher.onDidChange(follow),
    watcher.onDidDelete((uri) => {
      filesBySweep.delete(uri.toString());
      safely(checkSweepsWith(uri, false));
    }),
    documents.onDidCheck((document) => {
      const { sweep, text } = documents.latest(document) ?? {};
      if (sweep !== undefined && text !== undefined) safely(noteFiles(document.uri, text));
    }),
    vscode.workspace.onDidOpenTextDocument((document) => safely(openFile(document))),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) safely(checkSweepsWith(document.uri, true));
    }),
    vscode.workspace.onDidCloseTextDocument((document) => safely(closeFile(document))),
  );
  for (const document of vscode.workspace.textDocuments) safely(openFile(document));
  return {
    tableOf,
    /** The tables of all sweeps in the folder of the workspace that has a file. */
    async beside(file: vscode.Uri): Promise<readonly OpenTable[]> {
      await searchFor(file);
      const folder = vscode.workspace.getWorkspaceFolder(file);
      const uris = [...filesBySweep.keys()].map((uri) => vscode.Uri.parse(uri));
      const inFolder = uris.filter((uri) => vscode.workspace.getWorkspaceFolder(uri) === folder);
      // A sweep may be gone by now.
      const tables = inFolder.map((uri) => tableOf(uri).catch(() => undefined));
      return (await Promise.all(tables)).filter((table) => table !== undefined);
    },
    /** Whether a sweep of the workspace reads a file. */
    isRead: (file: vscode.Uri): boolean => sweepsWith(file).length > 0,
    /** The tables of the sweeps that read a file, as the texts of their files are now. */
    async of(file: vscode.Uri): Promise<readonly OpenTable[]> {
      await searchFor(file);
      return (await Promise.all(sweepsWith(file).map(tableOf))).filter((table) => table !== undefined);
    },
  };
}
