import { count, printable } from "@analytics-engines/core/basics";
import { isUnreadWarning, periodText } from "@analytics-engines/core/results";
import { countRun, findInside, type Manifest, type ManifestFile, type ManifestUnit } from "@analytics-engines/runs";
import { keyOfUnit, type UnitName } from "@analytics-engines/runs/browser";
import { errorText, formatBytes, UserError } from "@analytics-engines/runs/host";
import { type ComparedFolder, whyAltered } from "@analytics-engines/runs/review";
import { openComparedFolder } from "../../../../runs/src/review/compare-runs.ts";
import { selectUnit } from "../../run-folder/open-run-folder.ts";
import { fit, fitTable, pad, type TextColumn, widthOf } from "../../terminal/columns.ts";
import type { Paint } from "../../terminal/paint.ts";

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

/** A line for each table of a file's units; for a unit without tables, one that says why. */
function unitLines(file: ManifestFile, width: number): string[] {
  const maxNameWidth = Math.max(MIN_NAME_WIDTH, Math.floor(width / 3));
  const names = file.units.map(({ id }) => fit(printable(id), maxNameWidth));
  const nameWidth = Math.max(0, ...names.map(widthOf));
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
  const reasonLine = (unit: ManifestUnit | undefined) => fit(printable(reasonOf({ file, unit })), textWidth);
  if (file.units.length === 0) return [GAP + reasonLine(undefined)];
  const unitTexts = file.units.flatMap((unit, index) => {
    const tableLines = lines.splice(0, unit.status === "success" ? (unit.tables?.length ?? 0) : 0);
    const texts = tableLines.length > 0 ? tableLines : [reasonLine(unit)];
    return texts.map((text, line) => pad(line === 0 ? (names[index] ?? "") : "", nameWidth, "left") + GAP + text);
  });
  return [...unitTexts, ...notes].map((line) => GAP + line);
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
