import { UserError } from "@analytics-engines/runs/progress";
import * as vscode from "vscode";
import type { CommandHandler } from "../../common/command-ids.ts";
import { pickOne } from "../../common/questions.ts";
import { baseName } from "../../common/texts.ts";
import { provideReadOnlyDocuments, showDocument } from "../../services/read-only-documents.ts";
import type { Services } from "../../services/services.ts";
import { type OpenTable, offsetInRows, type Sweeps } from "../documents/sweeps.ts";

const ROW_SCHEME = "analytics-engines-row";

/** The command that shows the request of a row: of the one at the cursor in a CSV file, or of one that the user picks in a sweep. */
export function offerRowPreview(services: Services, sweeps: Sweeps): CommandHandler {
  const previews = provideReadOnlyDocuments(services, ROW_SCHEME);
  return async (argument) => {
    const editor = vscode.window.activeTextEditor;
    const uri = argument instanceof vscode.Uri ? argument : editor?.document.uri;
    if (uri === undefined)
      throw new UserError(vscode.l10n.t("No file is open. Open a sweep, or the CSV file of its rows."));
    const isSweep = /\.sweep\.json$/i.test(uri.path);
    const { uri: sweep, family, table } = isSweep ? await openTable(sweeps, uri) : await pickSweep(sweeps, uri);
    const row = isSweep ? await pickRow(table) : rowAtCursor(table, editor);
    const id = table.idOf(row);
    const text = `${JSON.stringify(table.requestOf(row), undefined, 2)}\n`;
    await showDocument(previews.put(`${id}.${family}.json`, text, `${sweep.toString()} ${id}`));
  };
}

async function openTable(sweeps: Sweeps, uri: vscode.Uri): Promise<OpenTable> {
  const table = await sweeps.tableOf(uri);
  if (table === undefined)
    throw new UserError(vscode.l10n.t("{0} has errors. Fix them to preview its rows.", baseName(uri.path)), {
      actions: [{ title: vscode.l10n.t("Show Error"), command: "workbench.actions.view.problems" }],
    });
  return table;
}

async function pickSweep(sweeps: Sweeps, file: vscode.Uri): Promise<OpenTable> {
  const tables = await sweeps.of(file);
  const [only] = tables;
  if (only === undefined)
    throw new UserError(
      vscode.l10n.t("No sweep of the workspace that is without errors has its rows in {0}.", baseName(file.path)),
    );
  if (tables.length === 1) return only;
  const items = tables.map((table) => ({ label: vscode.workspace.asRelativePath(table.uri), table }));
  return (await pickOne(items, { placeHolder: vscode.l10n.t("Preview the row of which sweep?") })).table;
}

async function pickRow({ units, rangeOf }: OpenTable["table"]): Promise<number> {
  const items = units.rows.map((row, index) => {
    const line = rangeOf(row)?.start.line;
    return {
      label: units.ids[index] ?? "",
      row,
      ...(line !== undefined && { description: vscode.l10n.t("line {0}", line) }),
    };
  });
  return (await pickOne(items, { placeHolder: vscode.l10n.t("Preview the request of which row?") })).row;
}

function rowAtCursor(table: OpenTable["table"], editor: vscode.TextEditor | undefined): number {
  const row = editor && table.cellAt(offsetInRows(editor.document, editor.selection.active))?.row;
  if (row === undefined) throw new UserError(vscode.l10n.t("The cursor is in no row. Put it in the row to preview."));
  return row;
}
