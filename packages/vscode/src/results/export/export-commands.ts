import { exportName, parquetPieces, type Table, tableToArrow } from "@analytics-engines/core/results";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { chooseTarget, pickOne } from "../../common/questions.ts";
import type { Target } from "../source/run-source.ts";
import { csvOf, jsonOf, tablesOf } from "./export.ts";
import { reportExport } from "./report-export.ts";

/** The formats of an export. */
export type ExportFormat = "json" | TableFormat;
type TableFormat = "csv" | "arrow" | "parquet";

/** Writes the bytes of an export to a file of this host. */
export type WriteExport = (file: vscode.Uri, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => Promise<void>;

/** The bytes of an export, and the name of its file without the extension. */
interface Export {
  readonly pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly name: string;
}

/** Exports a result to a file, by default one that the user chooses. Returns its address. */
export async function exportResult(
  target: Target,
  format: ExportFormat,
  to: unknown,
  write: WriteExport,
): Promise<vscode.Uri> {
  const { pieces, name } = await makeExport(target, format);
  const file = to instanceof vscode.Uri ? to : await askFile(name, format);
  await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: l10n.t("Exporting") }, () =>
    write(file, pieces),
  );
  void reportExport(file);
  return file;
}

async function makeExport(target: Target, format: ExportFormat): Promise<Export> {
  const unit = exportStem(target);
  if (format === "json") return { pieces: [await jsonOf(target)], name: unit };
  const tables = await tablesOf(target);
  const table = await chooseTable(tables);
  const name = exportName(unit, tables.indexOf(table), tables.length);
  return { pieces: await piecesOf(table, format), name };
}

async function piecesOf(table: Table, format: TableFormat): Promise<Export["pieces"]> {
  switch (format) {
    case "csv":
      return csvOf(table);
    case "arrow":
      return [await tableToArrow(table)];
    case "parquet":
      return parquetPieces(table);
  }
}

/** Lets the user pick one of several tables. */
async function chooseTable(tables: readonly Table[]): Promise<Table> {
  const items = tables.map((table) => {
    const { id, rowCount, columns } = table;
    return { label: id, description: l10n.t("{0} rows, {1} columns", rowCount, columns.length), table };
  });
  const [only] = items;
  if (only !== undefined && items.length === 1) return only.table;
  return (await pickOne(items, { placeHolder: l10n.t("Export which table?") })).table;
}

/** The name of a unit in the names of files: that of its result or, since `result` says nothing, that of its parameter file. */
export function exportStem({ unit: { id, file = id } }: Target): string {
  const [result = "", parameterFile] = file.split("/").toReversed();
  const stem = result.replace(/\.[^.]+$/, "");
  return stem === ONLY_UNIT ? (parameterFile ?? stem) : stem;
}

/** The id of the unit of a job that has one result. */
const ONLY_UNIT = "result";

/** Lets the user choose the file of an export. @param format the extension of its name */
export async function askFile(name: string, format: string): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return chooseTarget({
    filters: { [format.toUpperCase()]: [format] },
    ...(folder?.scheme === "file" ? { defaultUri: vscode.Uri.joinPath(folder, `${name}.${format}`) } : {}),
  });
}
