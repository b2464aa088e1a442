import type { FamilyId } from "@analytics-engines/core";
import { type DocumentKind, familyOfSweep, isFamilyId } from "@analytics-engines/core/basics";
import type { SweepFile } from "@analytics-engines/core/files";
import type { TemplateKind, UnknownProperties } from "@analytics-engines/core/parameters";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { openDocument } from "../../common/files.ts";
import { familiesFor, outsideReason, projectOf, readProjects } from "../../common/project-settings.ts";
import type { Services } from "../../services/services.ts";
import { loadSweeps } from "../language/load.ts";
import { fileKinds } from "../language/text/kinds.ts";

/** The options that decide the kind of a file, besides its text. */
export interface KindOptions {
  /** Relative to its folder of the workspace, where the globs of the settings and the project file begin. */
  readonly path: string;
  /** The kind that the user selected. */
  readonly family?: FamilyId;
  readonly template?: TemplateKind;
  /** Families by glob, from the settings and the project file. */
  readonly families: Readonly<Record<string, FamilyId>>;
  /** The severity of a property that the models do not have, from the settings or the project file. */
  readonly unknownProperties: UnknownProperties;
}

/** A saved parameter file, or the text of one that was never saved. */
export interface WrittenFile extends KindOptions {
  readonly text: string;
  /** The bytes of the file; absent for a text that was never saved. */
  readonly bytes?: Uint8Array;
  readonly uri?: string;
  /** The files that it reads, if it is a sweep. */
  readonly sweepFiles?: SweepFiles;
}

/** The options of a file. `readProjects` comes before it. */
export function kindOptions(services: Services, uri: vscode.Uri): KindOptions {
  const picked = selectedKind(services.context, uri);
  return {
    path: vscode.workspace.asRelativePath(uri, false),
    families: familiesFor(uri),
    unknownProperties: unknownPropertiesFor(uri),
    ...(picked === undefined ? {} : isFamilyId(picked) ? { family: picked } : { template: picked }),
  };
}

/** The options of a check that marks mistakes in a file. `readProjects` comes before it. */
export function checkOptions(services: Services, uri: vscode.Uri) {
  const settings = vscode.workspace.getConfiguration("analyticsEngines.editor", uri);
  return { ...kindOptions(services, uri), hintAbsoluteDates: settings.get("hintAbsoluteDates", false) };
}

/** The setting of VS Code comes before the project file. */
function unknownPropertiesFor(uri: vscode.Uri): UnknownProperties {
  const setting = vscode.workspace
    .getConfiguration("analyticsEngines.editor", uri)
    .inspect<UnknownProperties>("unknownProperties");
  const ofUser = setting?.workspaceFolderValue ?? setting?.workspaceValue ?? setting?.globalValue;
  return ofUser ?? projectOf(uri)?.unknownProperties ?? "error";
}

/** Reads a parameter file or a sweep to send it. Saves unsaved changes first, so that the request matches the files. */
export async function readWritten(services: Services, uri: vscode.Uri): Promise<WrittenFile> {
  await readProjects();
  const document = openDocument(uri);
  const common = kindOptions(services, uri);
  const isSweep = familyOfSweep(common.path) !== undefined;
  if (document?.isUntitled) {
    const text = document.getText();
    const unsaved = { ...common, uri: uri.toString(), text };
    return isSweep ? { ...unsaved, sweepFiles: await readSweepFiles(uri, text) } : unsaved;
  }
  if ((await outsideReason(uri)) !== undefined)
    throw new UserError(
      l10n.t(
        "{0} is not read: it is no file, or a link leads it outside of its project or to git's own files.",
        common.path,
      ),
    );
  if (document?.isDirty) await document.save();
  const bytes = await vscode.workspace.fs.readFile(uri);
  const file = { ...common, uri: uri.toString(), text: new TextDecoder().decode(bytes), bytes };
  return isSweep ? { ...file, sweepFiles: await readSweepFiles(uri, file.text, true) } : file;
}

/** The key in the storage of the workspace: the kinds that the user selected, by document. */
const SELECTED_KINDS_KEY = "analyticsEngines.editor.kinds";

type Storage = Pick<vscode.ExtensionContext, "workspaceState">;

/** The kind that the user selected for a document. */
export function selectedKind(context: Storage, uri: vscode.Uri): DocumentKind | undefined {
  const word = selectedKinds(context)[uri.toString()];
  return fileKinds.find((kind) => kind === word);
}

/** Stores the kind that the user selected for a document; undefined removes it. */
export async function storeSelectedKind(
  context: Storage,
  uri: vscode.Uri,
  kind: DocumentKind | undefined,
): Promise<void> {
  const { [uri.toString()]: _before, ...others } = selectedKinds(context);
  await context.workspaceState.update(SELECTED_KINDS_KEY, kind ? { ...others, [uri.toString()]: kind } : others);
}

function selectedKinds({ workspaceState }: Storage): Readonly<Record<string, string>> {
  return workspaceState.get(SELECTED_KINDS_KEY, {});
}

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
  const document = openDocument(uri);
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
