import path from "node:path";
import { type TableOutline, tableToArrow } from "@analytics-engines/core/results";
import { UserError } from "@analytics-engines/runs/user-error";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import * as z from "zod/mini";
import { chooseTarget, pickOne } from "../common/questions.ts";
import { csvOf, csvOfLarge, isLargeResult, jsonOf, tablesOf, writeWhole } from "./export.ts";
import { reportExport } from "./report-export.ts";
import { documentFile, type Target } from "./run-source.ts";

/** The formats of an export. */
export type ExportFormat = "csv" | "json" | "arrow";

/** Exports a result to a file, by default one that the user chooses. Returns its address. */
export async function exportResult(target: Target, format: ExportFormat, to: unknown): Promise<vscode.Uri> {
  const pieces = await piecesOf(target, format);
  const file = to instanceof vscode.Uri ? to : await askFile(target, format);
  if (file.scheme !== "file")
    throw new UserError(l10n.t("{0} is not on this machine. Export to a local file.", file.toString()));
  await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: l10n.t("Exporting") }, () =>
    writeWhole(file.fsPath, pieces),
  );
  void reportExport(file);
  return file;
}

async function piecesOf(
  target: Target,
  format: ExportFormat,
): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>> {
  if (format === "json") return [await jsonOf(target)];
  if (format === "csv" && isLargeResult(target)) {
    // The manifest lists the tables of the result.
    const chosen = target.unit.tables?.length ? await chooseTable(target.unit.tables) : undefined;
    return csvOfLarge(target, chosen?.id);
  }
  const decoded = (await tablesOf(target)).map((table) => ({
    id: table.id,
    rows: table.rowCount,
    columns: table.columns.length,
    table,
  }));
  const { table } = await chooseTable(decoded);
  return [format === "csv" ? csvOf(table) : await tableToArrow(table)];
}

/** Lets the user pick one of several tables. */
async function chooseTable<One extends TableOutline>(tables: readonly One[]): Promise<One> {
  const items = tables.map((table) => {
    const { id, rows, columns } = table;
    return { label: id, description: l10n.t("{0} rows, {1} columns", rows, columns), table };
  });
  const [only] = items;
  if (only !== undefined && items.length === 1) return only.table;
  return (await pickOne(items, { placeHolder: l10n.t("Export which table?") })).table;
}

async function askFile({ unit }: Target, format: string): Promise<vscode.Uri> {
  const stem = path.posix.basename(unit.file ?? unit.id, path.posix.extname(unit.file ?? ""));
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return chooseTarget({
    filters: { [format.toUpperCase()]: [format] },
    ...(folder?.scheme === "file" ? { defaultUri: vscode.Uri.joinPath(folder, `${stem}.${format}`) } : {}),
  });
}

/** Opens a document in an editor that an extension has for its kind, such as a preview of PDF, else in the default program of the system. */
export async function openDocument(target: Target): Promise<void> {
  if (!hasEditor(path.extname(target.unit.file ?? ""))) return openExternally(target);
  const file = await documentFile(target.source, target.unit);
  await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(file));
}

const contributedEditors = z.object({
  contributes: z.object({
    customEditors: z.array(z.object({ selector: z.array(z.object({ filenamePattern: z.string() })) })),
  }),
});

/** Whether an extension has an editor for the files with an ending. VS Code itself has none for PDF and PPTX. */
function hasEditor(ending: string): boolean {
  return vscode.extensions.all.some(({ packageJSON }) => {
    const editors = contributedEditors.safeParse(packageJSON).data?.contributes.customEditors ?? [];
    return editors.some(({ selector }) =>
      selector.some(({ filenamePattern }) => filenamePattern.toLowerCase().endsWith(`*${ending.toLowerCase()}`)),
    );
  });
}

/**
 * Opens a result in the default program of the system. The files of a remote window are on another machine, whose programs the user does
 * not see: there the user saves the file instead.
 */
export async function openExternally(target: Target): Promise<void> {
  const { source, unit } = target;
  const file = vscode.Uri.file(await documentFile(source, unit));
  if (vscode.env.remoteName !== undefined) {
    const copy = await askFile(target, path.posix.extname(file.path).slice(1));
    await vscode.workspace.fs.copy(file, copy, { overwrite: true });
    void reportExport(copy);
  } else if (!(await vscode.env.openExternal(file)))
    throw new UserError(l10n.t("The system has no program for {0}.", file.fsPath));
}
