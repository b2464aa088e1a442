import {
  arrowKind,
  count,
  familyIds,
  isObject,
  parseObject,
  printable,
  titleWithId,
} from "@analytics-engines/core/basics";
import { type ParameterFile, readParameterFile } from "@analytics-engines/core/parameters";
import {
  type Column,
  decodeResultBytes,
  decodeResultStream,
  formatCell,
  isUnreadWarning,
  periodText,
  ResultDecodeError,
  readTable,
  refuseTooLarge,
  rowIndents,
  type Table,
  UnreadVersionError,
} from "@analytics-engines/core/results";
import { countRun, findInside, type Manifest, type ManifestFile, type ManifestUnit } from "@analytics-engines/runs";
import { keyOfUnit, type UnitName } from "@analytics-engines/runs/browser";
import { openFile, readPieces, UnusableFileError } from "@analytics-engines/runs/files";
import { errorText, formatBytes, systemReason, UserError } from "@analytics-engines/runs/progress";
import { type ComparedFolder, whyAltered } from "@analytics-engines/runs/review";
import { openComparedFolder, selectUnit } from "../run-folder.ts";
import { fit, fitTable, pad, type TextColumn, widthOf } from "../terminal/columns.ts";
import type { Paint } from "../terminal/output.ts";
import { readStandardInput, STANDARD } from "../terminal/standard.ts";

const NAME_RESULT = "Name a result with tables, such as analytics-run/weights.pa/weights.json.";

/** The tables of a stored result, JSON or Arrow; `-` for standard input. @throws UserError for a file that cannot be read, or is not such a result */
export async function readTables(file: string): Promise<readonly Table[]> {
  try {
    const tables = await decodeTables(file);
    if (tables.length > 0) return tables;
  } catch (error) {
    if (error instanceof UnusableFileError) throw new UserError(`${file} ${error.reason}. ${NAME_RESULT}`);
    if (error instanceof UnreadVersionError)
      throw new UserError(
        `${file}: ${error.message}. The bytes are kept as they came. Read the file with a newer version, or with another program.`,
      );
    // Without a place, the whole file is no result.
    const explanation =
      error instanceof ResultDecodeError && error.path === "" && file !== STANDARD
        ? await explainParameterFile(file)
        : undefined;
    if (explanation !== undefined) throw new UserError(`${file}: ${explanation}`);
    const reason = error instanceof ResultDecodeError ? error.message : systemReason(error);
    throw new UserError(`${file}: ${reason.replace(/\.$/, "")}. ${NAME_RESULT}`);
  }
  throw new UserError(`${file}: it has no tables. ${NAME_RESULT}`);
}

async function decodeTables(file: string): Promise<readonly Table[]> {
  if (file === STANDARD) return decodeResultBytes(await readStandardInput());
  const arrow = await arrowBytes(file);
  return arrow === undefined ? decodeResultStream(readPieces(file, { isNamedByUser: true })) : decodeResultBytes(arrow);
}

/** The bytes of Arrow data; `undefined` where a file does not begin like that. JSON never does. @throws ResultDecodeError for a file that is too large */
async function arrowBytes(file: string): Promise<Buffer | undefined> {
  await using handle = await openFile(file, { isNamedByUser: true });
  refuseTooLarge((await handle.stat()).size);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(6), 0, 6, 0);
  return arrowKind(buffer.subarray(0, bytesRead)) === undefined ? undefined : await handle.readFile();
}

const GAP = "  ";
const MIN_NAME_WIDTH = 16;
const tableColumns: readonly TextColumn[] = [
  { name: "tables", side: "left" },
  { name: "rows", side: "right" },
  { name: "columns", side: "right" },
  { name: "dates", side: "left" },
];

interface Entry {
  readonly file: ManifestFile;
  readonly unit: ManifestUnit;
}

/**
 * The file of a unit's result in a run folder.
 * @throws UserError if the run does not have the unit or its result, or the result was altered
 */
export async function findUnitResult(run: string, name: string): Promise<string> {
  const { folder, manifest } = await openComparedFolder(run);
  const { unit, file } = selectUnit(entriesOf(manifest), nameOf, { name, folder, about: "" });
  const label = printable(keyOfUnit({ path: file.path, unit: unit.id }));
  if (unit.status !== "success" || unit.file === undefined)
    throw new UserError(`${folder}: the unit ${label} has no result: ${reasonOf({ file, unit })}. Name another unit.`);
  const reason = await whyAltered(folder, unit);
  if (reason !== undefined)
    throw new UserError(`${folder}: the result of ${label} must not be used: ${reason}. Check the folder with verify.`);
  const inside = await findInside(folder, unit.file);
  if ("reason" in inside) throw new UserError(`${folder}: the result of ${label} ${inside.reason}.`);
  return inside.file;
}

/** The units of a run with their tables, for a terminal. */
export async function listUnits(run: string, paint: Paint, width: number): Promise<string> {
  const { folder, manifest } = await openComparedFolder(run);
  const { units, succeeded } = countRun(manifest);
  const lines = manifest.files.flatMap((file) => [paint("bold", printable(file.path)), ...unitLines(file, width)]);
  const [first] = entriesOf(manifest).filter(({ unit }) => unit.status === "success");
  const next = first && `Show one: analytics-engines tables ${printable(run)} ${printable(exampleOf(manifest, first))}`;
  return [
    `${printable(folder)}: ${manifest.status}, ${succeeded} of ${count(units, "unit")} succeeded`,
    ...lines,
    ...(next === undefined ? [] : [next]),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

/** The same as JSON. */
export async function unitsToJson(run: string): Promise<unknown> {
  const { manifest }: ComparedFolder = await openComparedFolder(run);
  const units = entriesOf(manifest).map(({ file, unit }) => {
    const { id, status, file: result, contentType, bytes, dates, tables = [] } = unit;
    return { path: file.path, unit: id, status, file: result, contentType, bytes, dates, tables };
  });
  return { version: 1, status: manifest.status, units };
}

/** The id of a unit if no other file has it, else `PATH#UNIT`. */
function exampleOf(manifest: Manifest, entry: Entry): string {
  const isAlone = entriesOf(manifest).filter(({ unit }) => unit.id === entry.unit.id).length === 1;
  const name = isAlone ? entry.unit.id : keyOfUnit(nameOf(entry));
  return /^[\w./#-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

function entriesOf(manifest: Manifest): readonly Entry[] {
  return manifest.files.flatMap((file) => file.units.map((unit) => ({ file, unit })));
}

function nameOf({ file, unit }: Entry): UnitName {
  return { path: file.path, unit: unit.id };
}

/** A line for each table of a file's units; for units without tables, a line for each reason. */
function unitLines(file: ManifestFile, width: number): string[] {
  const maxNameWidth = Math.max(MIN_NAME_WIDTH, Math.floor(width / 3));
  const units = withoutRepeatedReasons(file);
  const unitNames = units.map(({ name }) => fit(printable(name), maxNameWidth, "middle"));
  const nameWidth = Math.max(0, ...unitNames.map(widthOf));
  const textWidth = width - nameWidth - 2 * GAP.length;
  const tables = file.units.flatMap(({ status, tables = [], dates = {} }) =>
    status === "success"
      ? tables.map(({ id, rows, columns }) => [
          printable(id),
          count(rows, "row"),
          count(columns, "column"),
          periodText(dates.start, dates.end),
        ])
      : [],
  );
  const { lines, notes } = fitTable(tables, tableColumns, textWidth);
  const rowLines = [...lines];
  const reasonLine = (unit: ManifestUnit | undefined) => fit(printable(reasonOf({ file, unit })), textWidth);
  if (file.units.length === 0) return [GAP + reasonLine(undefined)];
  const unitTexts = units.flatMap(({ unit }, index) => {
    const tableLines = rowLines.splice(0, tableCount(unit)).flat();
    const texts = tableLines.length > 0 ? tableLines : [reasonLine(unit)];
    return texts.map((text, line) => pad(line === 0 ? (unitNames[index] ?? "") : "", nameWidth, "left") + GAP + text);
  });
  return [...unitTexts, ...notes].map((line) => GAP + line);
}

/** The units of a file. Several that did not succeed, for the same reason, are one entry: a job that is in progress is so for all its units. */
function withoutRepeatedReasons(file: ManifestFile): readonly { readonly name: string; readonly unit: ManifestUnit }[] {
  const groups = Map.groupBy(file.units, (unit) => (unit.status === "success" ? unit : reasonOf({ file, unit })));
  return [...groups.values()].flatMap(([unit, ...alike]) => {
    if (unit === undefined) return [];
    return { unit, name: alike.length === 0 ? unit.id : count(alike.length + 1, "unit") };
  });
}

function tableCount({ status, tables = [] }: ManifestUnit): number {
  return status === "success" ? tables.length : 0;
}

/** Why a unit has no tables to list. */
function reasonOf({ file, unit }: { readonly file: ManifestFile; readonly unit: ManifestUnit | undefined }): string {
  if (unit?.status === "success") {
    const size = unit.bytes === undefined ? "" : `, ${formatBytes(unit.bytes)}`;
    const type = unit.contentType ?? "an unknown type";
    const unread = unit.warnings.find(isUnreadWarning);
    if (unread !== undefined) return unread;
    return `${/arrow|feather/i.test(type) ? "Arrow" : `no tables: ${type}`}${size}`;
  }
  const errors = (unit?.errors ?? []).map(errorText).filter((text) => text !== "");
  const reason = errors[0] ?? file.problem?.message;
  const status = unit?.status ?? file.status;
  return reason === undefined ? status : `${status}: ${reason.replace(/\.$/, "")}`;
}

/** Parameter files are smaller. */
const MAX_PARAMETER_FILE_BYTES = 32 * 1024 * 1024;

/**
 * Says what a file without tables is, and what to do, if it is a parameter file or the request of a template; `undefined` for any other file.
 * The form that content with mistakes fits best is no evidence: it must have no mistake, or a name or a `$schema` that says what it is.
 */
async function explainParameterFile(file: string): Promise<string | undefined> {
  await using handle = await openFile(file, { isNamedByUser: true });
  refuseTooLarge((await handle.stat()).size);
  if ((await handle.stat()).size > MAX_PARAMETER_FILE_BYTES) return undefined;
  const text = await handle.readFile("utf8");
  if (parseObject(text) === undefined) return undefined;
  const read = readParameterFile(text, { path: file });
  const { family, template, units } = read;
  if (!isEvident(read, text)) return undefined;
  if (template !== undefined)
    return "it is the request of a template, not a result. Name a result, or a run folder and a unit of it.";
  const title = family === undefined ? "" : ` (${titleWithId(family)})`;
  const size = units.length === 0 ? "" : ` with ${count(units.length, "unit")}`;
  return `it is a parameter file${title}${size}, not a result. Run it with "analytics-engines run", and name the run folder.`;
}

function isEvident({ family, template, familyBy, request, issues }: ParameterFile, text: string): boolean {
  if (request !== undefined) return true;
  if (family !== undefined) return familyBy !== "content";
  // Whatever its name, the request of a template has its properties in `data`.
  if (template !== undefined) return familyBy !== "content" && isObject(parseObject(text)?.["data"]);
  // The content of some parameter files fits several families.
  if (!issues.some(({ code }) => code === "family-ambiguous")) return false;
  return familyIds.some((familyId) => readParameterFile(text, { family: familyId }).request !== undefined);
}

const MAX_ROWS = 20;
const INDENT = "  ";

/** The first rows of a table, fitted to the width, with cells as the table's formats show them and groups indented. */
export function preview(table: Table, options: { includeHidden: boolean; width: number; paint: Paint }): string {
  const { includeHidden, width, paint } = options;
  const columns = table.columns.filter((column) => includeHidden || !column.isHidden);
  // If the groups have no columns of their own, only the indent shows them.
  const isTree = columns.filter(({ values }) => values.kind === "text").length === 1;
  const indents = isTree ? rowIndents(readTable(table)) : undefined;
  const shownRows = Math.min(table.rowCount, MAX_ROWS);
  const headers = columns.map(({ header }) => printable(header.join(" | ")));
  const cells = columns.map((column) =>
    cellTexts(column, shownRows, column.values.kind === "text" ? indents : undefined),
  );
  const rows = [headers, ...Array.from({ length: shownRows }, (_, row) => cells.map((texts) => texts[row] ?? ""))];
  const textColumns = columns.map(({ values }): TextColumn => {
    const isName = values.kind !== "number";
    return { side: isName ? "left" : "right", isName };
  });
  const { lines, omittedCount } = fitTable(rows, textColumns, width);
  const [header = [], ...rowLines] = lines;
  return [
    paint("bold", title(table)),
    ...header.map((line) => paint("dim", line)),
    ...rowLines.flat(),
    ...notShown(table.rowCount - shownRows, omittedCount, paint),
  ]
    .map((text) => `${text}\n`)
    .join("");
}

function cellTexts(column: Column, rows: number, indents: Uint8Array | undefined): string[] {
  return Array.from(
    { length: rows },
    (_, row) => INDENT.repeat(indents?.[row] ?? 0) + printable(formatCell(column, row)),
  );
}

function title({ id, rowCount, columns, metadata }: Table): string {
  const hiddenCount = columns.filter(({ isHidden }) => isHidden).length;
  const facts = [
    count(rowCount, "row"),
    `${count(columns.length, "column")}${hiddenCount > 0 ? ` (${hiddenCount} hidden)` : ""}`,
    periodText(metadata.startDate, metadata.endDate),
    metadata.currency ?? "",
  ];
  return `${printable(id)}: ${facts
    .filter((fact) => fact !== "")
    .map(printable)
    .join(", ")}`;
}

function notShown(rows: number, columns: number, paint: Paint): string[] {
  const counts = [rows > 0 ? count(rows, "row") : "", columns > 0 ? count(columns, "column") : ""];
  const text = counts.filter((part) => part !== "").join(" and ");
  return text === "" ? [] : [paint("dim", `… ${text} more`)];
}
