import { type FamilyId, families } from "../../families/families.ts";
import { isObject, type JsonObject, type JsonPath, setProperty } from "../../json/value.ts";
import { payloads } from "../fields.ts";
import { type Finding, Findings } from "../issues/findings.ts";
import { type FilePlace, issueKinds } from "../issues/issue.ts";
import { pathInFile } from "../issues/place.ts";
import { checkShape, type UnknownProperties } from "../read/check.ts";
import { inspectValue } from "../read/parse.ts";
import { applyRules } from "../rules/index.ts";
import { shapeOf } from "../shapes/shape.ts";
import { quoted } from "../text/words.ts";
import {
  type ColumnPattern,
  fillText,
  fillUnit,
  type ReportCell,
  type Substitution,
  startsWith,
} from "./fill-template.ts";
import type { CsvSource, JsonSource, SweepTemplate } from "./sources.ts";

/** What the jobs of a sweep are made of. */
export interface SweepPlan {
  readonly family: FamilyId;
  readonly template: SweepTemplate;
  readonly rows: CsvSource;
  readonly fillings: readonly Substitution[];
}

/** The rows of one job. */
export interface JobRows {
  /** The numbers of the rows, from 0. */
  readonly rows: readonly number[];
  /** The id of each of them. */
  readonly ids: readonly string[];
}

/**
 * The most units of one job. The service does not state its limit; an earlier version let a user compute 500 units at once, and refuses a job
 * with more for ever.
 */
export const MAX_JOB_UNITS = 500;

/** Divides rows into jobs, in order. In a family without units, each row is a job. */
export function divideRows(family: FamilyId, { rows, ids }: JobRows): JobRows[] {
  const size = families[family].answers === "units" ? MAX_JOB_UNITS : 1;
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => ({
    rows: rows.slice(index * size, (index + 1) * size),
    ids: ids.slice(index * size, (index + 1) * size),
  }));
}

/** Where the parameters of the first unit are in the request of a job. */
function pathOfUnit(family: FamilyId, { ids }: JobRows): JsonPath {
  const { answers } = families[family];
  return answers === "bare" ? [] : answers === "single" ? ["data"] : ["data", ids[0] ?? ""];
}

/** The request of a job, as it is sent. The job must have no errors. */
export function makeRequest(plan: SweepPlan, job: JobRows, unknownProperties: UnknownProperties): JsonObject {
  const document = assemble(plan, job, () => {});
  const { value } = checkShape(document, shapeOf(plan.family), new Findings(), { unknownProperties });
  return isObject(value) ? value : document;
}

/** Reports what is wrong with the cells of a job. @returns what is wrong with its request, at paths of it */
export function checkJob(
  plan: SweepPlan,
  job: JobRows,
  { unknownProperties, hintAbsoluteDates }: CheckJobOptions,
): readonly Finding[] {
  const findings = new Findings();
  let hasBadCell = false;
  const document = assemble(plan, job, (row, column, finding) => {
    hasBadCell ||= (finding.severity ?? issueKinds[finding.code][0]) === "error";
    plan.rows.report(row, column, finding);
  });
  inspectCells(plan, job);
  const { value: request, spellings } = checkShape(document, shapeOf(plan.family), findings, { unknownProperties });
  applyRules({
    kind: plan.family,
    request,
    payloads: payloads(plan.family, request),
    hintAbsoluteDates,
    report: (finding) => findings.add({ ...finding, path: pathInFile(finding.path, request, spellings) }),
    pathInFile: (path) => pathInFile(path, request, spellings),
  });
  // What a cell without a value leaves missing was reported at the cell.
  return findings.list.filter(({ code }) => !hasBadCell || code !== "missing-property");
}

/** Checks the texts of the cells that are sent: broken characters, secrets. The reader of JSON checks those that it reads. */
function inspectCells({ rows, fillings }: SweepPlan, job: JobRows): void {
  const texts = fillings.filter(({ type }) => type !== "json");
  const columns = new Set(texts.flatMap(({ pattern }) => pattern.filter((piece) => typeof piece === "number")));
  for (const column of columns)
    for (const row of job.rows) {
      const findings = new Findings();
      inspectValue(rows.cellOf(row, column), findings);
      for (const { code, message } of findings.list) rows.report(row, column, { code, message });
    }
}

interface CheckJobOptions {
  readonly unknownProperties: UnknownProperties;
  readonly hintAbsoluteDates: boolean;
}

function assemble({ family, template, rows, fillings }: SweepPlan, job: JobRows, report: ReportCell): JsonObject {
  const units = job.rows.map((row) => {
    const unit = copyObject(template.unit);
    fillUnit(unit, fillings, rows, row, report);
    return unit;
  });
  const { answers } = families[family];
  if (answers === "bare") return units[0] ?? {};
  if (answers === "single") return { data: units[0], ...structuredClone(template.shared) };
  const data: JsonObject = {};
  for (const [index, unit] of units.entries()) setProperty(data, job.ids[index] ?? "", unit);
  return { data, ...structuredClone(template.shared) };
}

/** A copy of a part of the template. `structuredClone` takes ten times as long. */
function copyObject(object: JsonObject): JsonObject {
  const copy: JsonObject = {};
  for (const key of Object.keys(object)) setProperty(copy, key, copyValue(object[key]));
  return copy;
}

function copyValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyValue);
  return isObject(value) ? copyObject(value) : value;
}

/** What is needed to find where a value of a request comes from. */
interface PlaceContext extends SweepPlan {
  readonly sweep: JsonSource;
  /** The column that a mistake in an id is reported in. */
  readonly idColumn: number;
}

/** Where a value of a request or its name comes from: a cell, a member of `fill` in the sweep, or else the template. */
type Origin =
  | { readonly row: number; readonly column: number }
  | { readonly filling: Substitution; readonly unit: string }
  | { readonly path: JsonPath; readonly unit?: string };

/** Reports a finding about the request of a job where the value comes from. */
export function placeIssue(context: PlaceContext, job: JobRows, finding: Finding): void {
  const { code, severity, message } = finding;
  const cellFinding = { code, message, ...(severity !== undefined && { severity }) };
  const origin = findOrigin(context, job, finding.path, finding);
  if ("row" in origin) {
    context.rows.report(origin.row, origin.column, cellFinding);
    return;
  }
  // The same for all rows, so it names none of their units.
  const general = origin.unit === undefined ? message : message.replace(` in ${quoted(origin.unit)}`, "");
  const at = finding.at === "key" ? "key" : "value";
  if ("path" in origin) context.template.source.add({ ...finding, message: general, path: origin.path });
  else context.sweep.add({ ...cellFinding, message: general, path: origin.filling.fillPath, at });
}

/** The range that a value of the request of a job comes from, or its name; undefined where none of the files has it. */
export function rangeOfValue(context: PlaceContext, job: JobRows, path: JsonPath, part?: "key"): FilePlace | undefined {
  const origin = findOrigin(context, job, path, { at: part });
  if ("row" in origin) return context.rows.rangeOf(origin.row, origin.column);
  if ("filling" in origin) return context.sweep.rangeOf(origin.filling.fillPath);
  const { source, unitPath } = context.template;
  const range = source.rangeOf(origin.path, part);
  if (range !== undefined) return range;
  // The template lacks what only the rows fill: the first cell that does.
  const inner = context.fillings.find((filling) => startsWith([...unitPath, ...filling.path], origin.path));
  const start = path.slice(0, path.length - origin.path.length + unitPath.length);
  return inner && rangeOfValue(context, job, [...start, ...inner.path]);
}

function findOrigin(
  { family, template, fillings, idColumn }: PlaceContext,
  job: JobRows,
  path: JsonPath,
  { at, code }: { readonly at?: Finding["at"]; readonly code?: Finding["code"] },
): Origin {
  const { answers } = families[family];
  const depth = pathOfUnit(family, job).length;
  if (path.length < depth || (depth > 0 && path[0] !== "data")) return { path: [...template.rootPath, ...path] };
  const unit = answers === "units" ? String(path[1]) : "";
  const row = answers === "units" ? job.rows[job.ids.indexOf(unit)] : job.rows[0];
  const inUnit = path.slice(depth);
  if (answers === "units" && inUnit.length === 0 && at === "key" && row !== undefined) return { row, column: idColumn };
  const filling = fillings.find((candidate) => startsWith(inUnit, candidate.path) || isCause(code, inUnit, candidate));
  const column = filling?.pattern.find((piece) => typeof piece === "number");
  // What is wrong with a name is no mistake of a cell.
  const isOfName = code !== undefined && at === "key";
  if (column !== undefined && row !== undefined && !isOfName) return { row, column };
  return filling === undefined ? { path: [...template.unitPath, ...inUnit], unit } : { filling, unit };
}

/** Whether the value of a filling is one of two that contradict each other. */
function isCause(code: Finding["code"] | undefined, path: JsonPath, { path: fillingPath }: Substitution): boolean {
  return code === "dates-reversed" && startsWith(fillingPath, path.slice(0, -1)) && fillingPath.length === path.length;
}

/** The rows of a sweep as an editor needs them, also where values are wrong. Rows are numbered from 0, in the order of their file. */
export interface SweepTable {
  /** The rows that give units, and the ids of these. */
  readonly units: JobRows;
  /** The id that the unit of a row has. */
  idOf(row: number): string;
  /** The request of a row alone, as far as its cells have values. */
  requestOf(row: number): JsonObject;
  /** Where a row begins. */
  rangeOf(row: number): FilePlace | undefined;
  /** The cell at an offset of the CSV text; undefined in the header and between rows. */
  cellAt(offset: number): SweepCell | undefined;
}

/** A cell of a CSV file, and what it is for. */
export interface SweepCell {
  readonly row: number;
  /** Its place, with quotation marks. */
  readonly range: FilePlace;
  /** Its text before the offset, and all of it. */
  readonly typed: string;
  readonly whole: string;
  readonly uses: readonly CellUse[];
  /** A text as a cell, quoted where CSV needs it. */
  write(text: string): string;
}

/** A place that a cell fills. */
export interface CellUse {
  /** In the request of the row. */
  readonly path: JsonPath;
  /** What the value has before and after the cell. */
  readonly before: string;
  readonly after: string;
}

/** The rows of a plan as an editor needs them. */
export function tableOf(plan: SweepPlan, units: JobRows, id: ColumnPattern): SweepTable {
  const { family, rows, fillings } = plan;
  const csv = rows.table;
  const idOf = (row: number) => fillText(id, rows, row);
  const jobOf = (row: number): JobRows => ({ rows: [row], ids: [idOf(row)] });
  return {
    units,
    idOf,
    requestOf: (row) => makeRequest(plan, jobOf(row), "warning"),
    rangeOf: (row) => rows.rangeOf(row, 0),
    cellAt(offset) {
      const cell = csv.cellAt(offset);
      if (cell === undefined) return undefined;
      const { row, column } = cell;
      const range = rows.rangeOf(row, column);
      const textOf = (pieces: ColumnPattern) => fillText(pieces, rows, row);
      const uses = fillings.flatMap(({ path, pattern }): CellUse[] => {
        const at = pattern.indexOf(column);
        if (at < 0) return [];
        const [before, after] = [textOf(pattern.slice(0, at)), textOf(pattern.slice(at + 1))];
        return [{ path: [...pathOfUnit(family, jobOf(row)), ...path], before, after }];
      });
      const plain = (raw: string) => (raw.startsWith('"') ? raw.slice(1).replaceAll('""', '"') : raw);
      const typed = plain(csv.text.slice(range.start.offset, offset));
      return { row, range, typed, whole: rows.cellOf(row, column), uses, write: csv.write };
    },
  };
}
