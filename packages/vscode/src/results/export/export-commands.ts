import { homedir } from "node:os";
import path from "node:path";
import { exportName, parquetPieces, type Table, tableToArrow } from "@analytics-engines/core/results";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import * as z from "zod/mini";
import { chooseTarget, pickOne } from "../../common/questions.ts";
import { resultKind } from "../../common/texts.ts";
import { documentFile, type Target } from "../source/run-source.ts";
import { csvOf, jsonOf, tablesOf } from "./export.ts";
import { reportExport } from "./report-export.ts";
import { writeExport } from "./write-whole.ts";

/** The formats of an export. */
const exportFormats = ["csv", "xlsx", "parquet", "arrow", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];
type TableFormat = Exclude<ExportFormat, "json">;

/** The bytes of an export, and the name of its file without the extension. */
interface Export {
  readonly pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly name: string;
}

/** The format that the name of a file asks for. */
export function formatOf(to: unknown): ExportFormat | undefined {
  const ending = to instanceof vscode.Uri ? /\.(\w+)$/.exec(to.path)?.[1] : undefined;
  return exportFormats.find((format) => format === ending);
}

/** Lets the user pick a format of an export, which names the unit. */
export async function chooseFormat(target: Target): Promise<ExportFormat> {
  const isJson = resultKind(target.unit.contentType) === "json";
  const items = exportFormats
    .filter((format) => isJson || format !== "json")
    .map((format) => ({ label: formatTitles[format], description: formatTexts()[format], format }));
  const title = l10n.t("Export {0}", exportStem(target));
  return (await pickOne(items, { title, placeHolder: l10n.t("Export in which format?") })).format;
}

const formatTitles: Readonly<Record<ExportFormat, string>> = {
  csv: "CSV",
  xlsx: "Excel",
  parquet: "Parquet",
  arrow: "Arrow",
  json: "JSON",
};

function formatTexts(): Readonly<Record<ExportFormat, string>> {
  return {
    csv: l10n.t("a table for spreadsheets"),
    xlsx: l10n.t("a table with number formats"),
    parquet: l10n.t("a table with types, for programs"),
    arrow: l10n.t("a table with types, for programs"),
    json: l10n.t("the result as the service sent it"),
  };
}

/** Exports a result to a file, by default one that the user chooses. Returns its address. */
export async function exportResult(target: Target, format: ExportFormat, to: unknown): Promise<vscode.Uri> {
  const { pieces, name } = await makeExport(target, format);
  const file = to instanceof vscode.Uri ? to : await askFile(name, format);
  await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: l10n.t("Exporting") }, () =>
    writeExport(file, pieces),
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
  return { pieces: await piecesOf(table, format, name), name };
}

/** @param name what the sheet of an Excel file is called */
async function piecesOf(table: Table, format: TableFormat, name: string): Promise<Export["pieces"]> {
  switch (format) {
    case "csv":
      return csvOf(table);
    case "xlsx":
      return [await excelBytes(table, name)];
    case "arrow":
      return [await tableToArrow(table)];
    case "parquet":
      return parquetPieces(table);
  }
}

async function excelBytes(table: Table, name: string): Promise<Uint8Array> {
  const { excelSheet, writeExcel } = await import("@analytics-engines/viewer/excel");
  return new Uint8Array(await (await writeExcel(excelSheet(table, name))).arrayBuffer());
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
  const start = folder?.scheme === "file" ? folder : vscode.Uri.file(homedir());
  return chooseTarget({
    filters: { [formatTitleOf(format)]: [format] },
    defaultUri: vscode.Uri.joinPath(start, `${name}.${format}`),
  });
}

function formatTitleOf(ending: string): string {
  const format = exportFormats.find((candidate) => candidate === ending);
  return format === undefined ? ending.toUpperCase() : formatTitles[format];
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
    const copy = await askFile(exportStem(target), path.posix.extname(file.path).slice(1));
    await vscode.workspace.fs.copy(file, copy, { overwrite: true });
    void reportExport(copy);
  } else if (!(await vscode.env.openExternal(file)))
    throw new UserError(l10n.t("The system has no program for {0}. Install one.", file.fsPath));
}
