import { type Table, type TableOutline, tableToArrow, tableToParquet } from "@analytics-engines/core/results";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { baseName } from "../../common/base-name.ts";
import { chooseTarget, pickOne } from "../../common/questions.ts";
import type { Target } from "../source/run-source.ts";
import { csvOf, csvOfLarge, isLargeResult, jsonOf, parquetOfLarge, tablesOf } from "./export.ts";
import { reportExport } from "./report-export.ts";

/** The formats of an export. */
export type ExportFormat = "json" | TableFormat;
type TableFormat = "csv" | "arrow" | "parquet";

/** Writes the bytes of an export to a file of this host. */
export type WriteExport = (file: vscode.Uri, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => Promise<void>;

/** Exports a result to a file, by default one that the user chooses. Returns its address. */
export async function exportResult(
  target: Target,
  format: ExportFormat,
  to: unknown,
  write: WriteExport,
): Promise<vscode.Uri> {
  const pieces = await piecesOf(target, format);
  const file = to instanceof vscode.Uri ? to : await askFile(target, format);
  await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: l10n.t("Exporting") }, () =>
    write(file, pieces),
  );
  void reportExport(file);
  return file;
}

async function piecesOf(
  target: Target,
  format: ExportFormat,
): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>> {
  if (format === "json") return [await jsonOf(target)];
  if ((format === "csv" || format === "parquet") && isLargeResult(target)) {
    // The manifest lists the tables of the result.
    const selectedTable = target.unit.tables?.length ? await chooseTable(target.unit.tables) : undefined;
    return (format === "csv" ? csvOfLarge : parquetOfLarge)(target, selectedTable?.id);
  }
  const decoded = (await tablesOf(target)).map((table) => ({
    id: table.id,
    rows: table.rowCount,
    columns: table.columns.length,
    table,
  }));
  const { table } = await chooseTable(decoded);
  return [await bytesOfTable(table, format)];
}

async function bytesOfTable(table: Table, format: TableFormat): Promise<Uint8Array> {
  switch (format) {
    case "csv":
      return csvOf(table);
    case "arrow":
      return tableToArrow(table);
    case "parquet":
      return tableToParquet(table);
  }
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

/** Lets the user name the file of an export. @param format the ending of its name */
export async function askFile({ unit }: Target, format: string): Promise<vscode.Uri> {
  const stem = baseName(unit.file ?? unit.id).replace(/\.[^.]+$/, "");
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return chooseTarget({
    filters: { [format.toUpperCase()]: [format] },
    ...(folder?.scheme === "file" ? { defaultUri: vscode.Uri.joinPath(folder, `${stem}.${format}`) } : {}),
  });
}
