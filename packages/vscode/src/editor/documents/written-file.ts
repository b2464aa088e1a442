import type { FamilyId } from "@analytics-engines/core";
import { isFamilyId } from "@analytics-engines/core/basics";
import type { TemplateKind, UnknownProperties } from "@analytics-engines/core/parameters";
import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { outsideReason } from "../../common/confined.ts";
import { familiesFor } from "../../common/families-setting.ts";
import { projectOf, readProjects } from "../../common/projects.ts";
import type { Services } from "../../services/services.ts";
import { loadChecks } from "../language/load.ts";
import { selectedKind } from "./selected-kinds.ts";
import { readSweepFiles, type SweepFiles } from "./sweep-files.ts";

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
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  const common = kindOptions(services, uri);
  if (document?.isUntitled) return { ...common, uri: uri.toString(), text: document.getText() };
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
  const { familyOfSweep } = await loadChecks();
  if (familyOfSweep(file.path) === undefined) return file;
  return { ...file, sweepFiles: await readSweepFiles(uri, file.text, true) };
}
