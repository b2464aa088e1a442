import { type FamilyId, families } from "../../families/families.ts";
import { findName, fromPointer, isObject, property } from "../../json/value.ts";
import { familyOfSweep, pathBeside, sweepJobPath } from "../file-names.ts";
import type { FilePlace } from "../issues/issue.ts";
import { checkShape } from "../read/check.ts";
import type { UnknownProperties } from "../read/check-state.ts";
import type { ParameterFile } from "../read/read.ts";
import { shapeOfFile } from "../shapes/shape.ts";
import { type ColumnPattern, findSweepColumn, namedColumns, readColumnPattern } from "./columns.ts";
import { readCsv } from "./csv.ts";
import { fillUnit, readSubstitutions, type Substitution } from "./fill-template.ts";
import {
  checkJob,
  divideRows,
  type JobRows,
  MAX_JOB_UNITS,
  makeRequest,
  placeIssue,
  rangeOfValue,
  type SweepPlan,
  writeValue,
} from "./jobs.ts";
import { openRows, openTemplate, type SweepFile } from "./open.ts";
import { hintAtRepetitions, selectRows } from "./rows.ts";
import { addError, CsvSource, JsonSource, type SweepSource } from "./sources.ts";
import { type SweepTable, tableOf } from "./table.ts";

/** A row of a sweep, which gives one unit. */
export interface SweepRow {
  readonly id: string;
  /** The path of the CSV file. */
  readonly file: string;
  /** Its line in the CSV file, from 1. */
  readonly line: number;
}

/** One job of a sweep: what a parameter file would hold. */
export interface SweepJob extends ParameterFile {
  /** Names the job within a run: the path of the sweep, or of the sweep with a number or an id before `.json`. */
  readonly path: string;
  readonly family: FamilyId;
  /** The row of the n-th unit, from 0; of the job itself in a family without units. */
  rowOf(index: number): SweepRow;
  /** Where that row has its id. */
  rangeOfRow(index: number): FilePlace;
  /**
   * A text in place of the value at a JSON pointer, as the file that has the value writes it: as a cell, or as JSON. Undefined where the file
   * cannot have it.
   */
  written(pointer: string, text: string): string | undefined;
}

/** A sweep: its files with their issues, and its jobs. */
export interface Sweep {
  readonly path: string;
  readonly family: FamilyId | undefined;
  /** The sweep, then its template and its rows where they are files. */
  readonly sources: readonly SweepSource[];
  /** Empty if there are errors. */
  readonly jobs: readonly SweepJob[];
  /** Undefined where errors of the sweep or its template hide what the rows are for. */
  readonly table: SweepTable | undefined;
}

export interface SweepOptions {
  /** The files that `listSweepFiles` names, by path. */
  readonly files: ReadonlyMap<string, SweepFile>;
  readonly unknownProperties?: UnknownProperties | undefined;
  readonly hintAbsoluteDates?: boolean | undefined;
}

/** The files that a sweep needs: their paths, relative to what the path of the sweep is relative to. */
export function listSweepFiles(text: string, path: string): readonly string[] {
  const { value } = new JsonSource(path, text);
  return ["template", "rows"].flatMap((member) => {
    const file = property(value, findName(value, member) ?? member);
    return typeof file === "string" && file !== "" ? pathBeside(path, file) : [];
  });
}

/**
 * Reads a sweep, and checks what each of its rows asks for. It never throws: whatever is wrong becomes an issue of the file, and in a CSV file
 * of the cell, that it comes from.
 * @param path the path of the sweep, which has the family: `NAME.FAMILY.sweep.json`
 * @example
 * ```ts
 * import { readSweep } from "@analytics-engines/core/files";
 *
 * const text = JSON.stringify({
 *   template: { componentid: "A" },
 *   rows: "funds.csv",
 *   id: "{account}",
 *   fill: { "/accounts/0/id": "{account}" },
 * });
 * const files = new Map([["funds.csv", { text: "account\nClient:/GROWTH.ACCT\n" }]]);
 * const { jobs } = readSweep(text, "funds.pa.sweep.json", { files });
 * console.log(jobs[0]?.request); // { data: { "Client:/GROWTH.ACCT": { componentid: "A", accounts: [{ id: "Client:/GROWTH.ACCT" }] } } }
 * ```
 */
export function readSweep(text: string, path: string, options: SweepOptions): Sweep {
  const family = familyOfSweep(path);
  const sweep = new JsonSource(path, text);
  const sources: (JsonSource | CsvSource)[] = [sweep];
  const plan = family === undefined ? undefined : readPlan(sweep, sources, family, options);
  const jobs = plan !== undefined ? readJobs(plan, path, sources, options) : [];
  if (family === undefined)
    addError(sweep, "family-unknown", "The name of a sweep says its family: NAME.FAMILY.sweep.json.", []);
  return { path, family, sources: sources.map((source) => source.finish()), jobs, table: plan?.table };
}

/** The table of a sweep alone: the checks of what the rows ask for take much longer. */
export function readSweepTable(text: string, path: string, options: SweepOptions): SweepTable | undefined {
  const [family, sweep] = [familyOfSweep(path), new JsonSource(path, text)];
  return family && readPlan(sweep, [sweep], family, options)?.table;
}

type SelectedPlan = SweepPlan & {
  readonly sweep: JsonSource;
  readonly selected: JobRows;
  readonly id: ColumnPattern | undefined;
  readonly idColumn: number;
  /** Undefined where errors of the sweep or its template hide what the rows are for. */
  readonly table: SweepTable | undefined;
};

/**
 * Reads what a sweep says. A mistake hides as little as it can: whatever else can be read is checked.
 * @returns undefined if there is no template to check
 */
function readPlan(
  sweep: JsonSource,
  sources: (JsonSource | CsvSource)[],
  family: FamilyId,
  { files }: SweepOptions,
): SelectedPlan | undefined {
  if (sweep.value === undefined) return undefined;
  // The copy gets the names of the model, and places are found by the names of the text.
  const root = structuredClone(sweep.value);
  if (isObject(root)) delete root["$schema"];
  const { value } = checkShape(root, shapeOfFile("sweep"), sweep.findings);
  if (!isObject(value)) return undefined;
  const { template: templateValue, rows: rowsName, id: idText, exclude, unitsPerJob: unitLimit } = value;
  const unitsPerJob = readUnitsPerJob(sweep, unitLimit, family);
  const open = { sweep, sources, files };
  const hasTemplate = typeof templateValue === "string" || isObject(templateValue);
  const template = hasTemplate ? openTemplate(open, templateValue, family) : undefined;
  const rows = typeof rowsName === "string" ? openRows(open, rowsName, namedColumns(value)) : undefined;
  const columns = rows?.columns;
  const id = typeof idText === "string" ? readColumnPattern(sweep, idText, columns, ["id"]) : undefined;
  if (id !== undefined && !id.some((piece) => typeof piece === "number"))
    addError(sweep, "unknown-value", "Each row needs an id of its own: name a column, such as {account}.", ["id"]);
  const excludeColumn = typeof exclude === "string" ? findSweepColumn(sweep, exclude, columns, ["exclude"]) : undefined;
  const fillings = readSubstitutions(sweep, value["fill"], template?.unit, columns);
  const isClear = !sweep.hasErrors && template?.source.hasErrors === false;
  const patterns = [id, ...fillings.map(({ pattern }) => pattern)];
  const usedColumns = new Set(patterns.flatMap((pattern = []) => pattern.filter((piece) => typeof piece === "number")));
  const selected = rows === undefined ? { rows: [], ids: [] } : selectRows(sweep, rows, id, excludeColumn, usedColumns);
  if (template === undefined) {
    if (rows !== undefined) checkCells(rows, selected, fillings);
    return undefined;
  }
  const idColumn = id?.find((piece) => typeof piece === "number") ?? 0;
  const plan = { family, template, rows: rows ?? new CsvSource("", readCsv("")), fillings, unitsPerJob };
  const table = isClear && id !== undefined && rows !== undefined ? tableOf(plan, selected, id) : undefined;
  return { ...plan, sweep, selected, id, idColumn, table };
}

/** The most units of one job, as the sweep says; else as many as the service accepts. */
function readUnitsPerJob(sweep: JsonSource, value: unknown, family: FamilyId): number {
  // A value of a wrong type is an issue of the shape.
  if (typeof value !== "number" || !Number.isInteger(value)) return MAX_JOB_UNITS;
  const path = ["unitsPerJob"];
  if (!hasUnits(family)) {
    const message = `Each row of the family ${family} is a job of its own. Remove \`unitsPerJob\`.`;
    addError(sweep, "unknown-property", message, path, "key");
  } else if (value < 1 || value > MAX_JOB_UNITS) {
    const message = `\`unitsPerJob\` is a whole number from 1 to ${MAX_JOB_UNITS}, the most units that the service accepts in one job.`;
    addError(sweep, "unknown-value", message, path);
    return MAX_JOB_UNITS;
  }
  return value;
}

/** Checks cells whose template cannot be read. */
function checkCells(rows: CsvSource, selected: JobRows, fillings: readonly Substitution[]): void {
  for (const row of selected.rows) fillUnit({}, fillings, rows, row, (...finding) => rows.report(...finding));
}

/** Checks all jobs, one after the other, so that only one request is in memory. */
function readJobs(
  plan: SelectedPlan,
  path: string,
  sources: readonly (JsonSource | CsvSource)[],
  { unknownProperties = "error", hintAbsoluteDates = false }: SweepOptions,
): SweepJob[] {
  const jobs = divideRows(plan, plan.selected);
  const checkedJobs = jobs.length > 0 ? jobs : [{ rows: [], ids: ["unit"] }];
  for (const job of checkedJobs)
    for (const finding of checkJob(plan, job, { unknownProperties, hintAbsoluteDates })) placeIssue(plan, job, finding);
  if (sources.some(({ hasErrors }) => hasErrors)) return [];
  hintAtRepetitions(plan);
  return jobs.map((job, index) => jobOf(plan, job, pathOf(path, plan, job, index), unknownProperties));
}

function hasUnits(family: FamilyId): boolean {
  return families[family].answers === "units";
}

/** A job of many rows has a number; a job of one row is named by its id, so that a new row renames no other. */
function pathOf(path: string, { family }: SweepPlan, { ids }: JobRows, index: number): string {
  if (hasUnits(family)) return sweepJobPath(path, index === 0 ? undefined : String(index + 1));
  return sweepJobPath(path, ids[0]);
}

function jobOf(plan: SelectedPlan, job: JobRows, path: string, unknownProperties: UnknownProperties): SweepJob {
  return {
    path,
    family: plan.family,
    template: undefined,
    familyBy: "file name",
    // Made each time: the requests of 100,000 rows would fill the memory.
    get request() {
      return makeRequest(plan, job, unknownProperties);
    },
    units: hasUnits(plan.family) ? job.ids : [],
    rowOf(index) {
      return { id: job.ids[index] ?? "", file: plan.rows.path, line: plan.rows.lineOf(job.rows[index] ?? 0) };
    },
    rangeOfRow: (index) => plan.rows.rangeOf(job.rows[index] ?? 0, plan.idColumn),
    issues: [],
    written: (pointer, text) => writeValue(plan, job, fromPointer(pointer) ?? [], text),
    rangeOf: (pointer, part) => rangeOfValue(plan, job, fromPointer(pointer) ?? [], part),
  };
}
