import { type FamilyId, families } from "../../families/families.ts";
import { isObject, type JsonObject, type JsonPath, parseJsonValue, setProperty, toPointer } from "../../json/value.ts";
import { inertText } from "../../text/spreadsheet.ts";
import { payloads } from "../fields.ts";
import { type Finding, Findings } from "../issues/findings.ts";
import type { FixMaker } from "../issues/fixes.ts";
import type { FilePlace } from "../issues/issue.ts";
import { pathInFile } from "../issues/place.ts";
import { checkShape } from "../read/check.ts";
import type { UnknownProperties } from "../read/check-state.ts";
import { inspectValue } from "../read/parse.ts";
import { applyRules } from "../rules/index.ts";
import { shapeOf } from "../shapes/shape.ts";
import { quoted } from "../text/words.ts";
import { changesOfCell, reportWriting, writeAsCell, writeAsFilling } from "./cells.ts";
import type { ColumnPattern } from "./columns.ts";
import { fillProvisionally, fillText, fillUnit, hasPath, type Substitution, startsWith } from "./fill-template.ts";
import { pointerFixes, typeFixes } from "./filling-fixes.ts";
import type { SweepTemplate } from "./open.ts";
import type { CellChange, CsvSource, JsonSource } from "./sources.ts";

/** What the jobs of a sweep are made of. */
export interface SweepPlan {
  readonly family: FamilyId;
  readonly template: SweepTemplate;
  readonly rows: CsvSource;
  readonly fillings: readonly Substitution[];
  /** The most units of one job. */
  readonly unitsPerJob: number;
}

/** A plan whose rows are checked. */
interface CheckedPlan extends SweepPlan {
  /** Undefined if it cannot be read. */
  readonly id: ColumnPattern | undefined;
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
export function divideRows({ family, unitsPerJob }: SweepPlan, { rows, ids }: JobRows): JobRows[] {
  const size = families[family].answers === "units" ? unitsPerJob : 1;
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => ({
    rows: rows.slice(index * size, (index + 1) * size),
    ids: ids.slice(index * size, (index + 1) * size),
  }));
}

/** Where the parameters of the first unit are in the request of a job. */
export function pathOfUnit(family: FamilyId, { ids }: JobRows): JsonPath {
  const { answers } = families[family];
  return answers === "bare" ? [] : answers === "single" ? ["data"] : ["data", ids[0] ?? ""];
}

/** The request of a job, as it is sent. The job must have no errors. */
export function makeRequest(plan: SweepPlan, job: JobRows, unknownProperties: UnknownProperties): JsonObject {
  const { fillings, rows } = plan;
  const document = assemble(plan, job, (unit, row) => {
    if (row !== undefined) fillUnit(unit, fillings, rows, row, () => {});
  });
  const { value } = checkShape(document, shapeOf(plan.family), new Findings(), { unknownProperties });
  return isObject(value) ? value : document;
}

/**
 * Reports what is wrong with the cells of a job.
 * @param job a job without rows stands for the template alone
 * @returns what is wrong with its request, at paths of it
 */
export function checkJob(
  plan: CheckedPlan,
  job: JobRows,
  { unknownProperties, hintAbsoluteDates }: CheckJobOptions,
): readonly Finding[] {
  const findings = new Findings();
  const unfilledPaths = new Set<string>();
  const fillRow = (unit: JsonObject, row: number | undefined, path: JsonPath) => {
    const unfilled =
      row === undefined
        ? plan.fillings
        : fillUnit(unit, plan.fillings, plan.rows, row, (...at) => plan.rows.report(...at));
    fillProvisionally(unit, unfilled);
    for (const filling of unfilled) unfilledPaths.add(toPointer([...path, ...filling.path]).toLowerCase());
  };
  const document = assemble(plan, job, fillRow);
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
  if (unfilledPaths.size === 0) return findings.list;
  // A value that stands for one that a cell does not have was reported at the cell. What is wrong with its name is another mistake.
  const isProvisional = ({ path, at }: Finding) =>
    path.some((_, index) => {
      const isWhole = index === path.length - 1;
      return !(isWhole && at === "key") && unfilledPaths.has(toPointer(path.slice(0, index + 1)).toLowerCase());
    });
  return findings.list.filter((finding) => !isProvisional(finding));
}

/** Checks the texts of the cells that are sent: broken characters, secrets, blanks. The reader of JSON checks those that it reads. */
function inspectCells({ rows, fillings, id }: CheckedPlan, job: JobRows): void {
  const patterns = [id, ...fillings.filter(({ type }) => type !== "json").map(({ pattern }) => pattern)];
  /** The columns, and whether a column fills a part of a text. */
  const columns = new Map<number, boolean>();
  for (const pattern of patterns)
    for (const piece of pattern ?? [])
      if (typeof piece === "number") columns.set(piece, columns.get(piece) === true || (pattern ?? []).length > 1);
  for (const [column, isPart] of columns)
    for (const row of job.rows) {
      if (rows.isFaulty(row, column)) continue;
      const findings = new Findings();
      inspectValue(rows.cellOf(row, column), findings);
      for (const { code, message } of findings.list) rows.report(row, column, { code, message });
      reportWriting(rows, row, column, isPart);
    }
}

interface CheckJobOptions {
  readonly unknownProperties: UnknownProperties;
  readonly hintAbsoluteDates: boolean;
}

/** Fills the unit of a row. @param path where the unit is in the request */
type FillRow = (unit: JsonObject, row: number | undefined, path: JsonPath) => void;

function assemble({ family, template }: SweepPlan, job: JobRows, fillRow: FillRow): JsonObject {
  const { answers } = families[family];
  const units = job.ids.map((id, index) => {
    const unit = copyObject(template.unit);
    fillRow(unit, job.rows[index], pathOfUnit(family, { rows: [], ids: [id] }));
    return unit;
  });
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

/** A cell that a value comes from. */
interface CellOrigin {
  readonly row: number;
  readonly column: number;
  /** What the cell fills, and whether the value is the whole of it; undefined for the id of the unit. */
  readonly filling?: Substitution & { readonly isWhole: boolean };
}

/** A member of `fill` that a value or its name comes from, whatever the cells say. */
interface FillingOrigin {
  readonly filling: Substitution;
  readonly unit: string;
  readonly row: number | undefined;
}

/** Where a value of a request or its name comes from: a cell, a member of `fill` in the sweep, or else the template. */
type Origin = CellOrigin | FillingOrigin | { readonly path: JsonPath; readonly unit?: string };

/** Reports a finding about the request of a job where the value comes from. */
export function placeIssue(context: PlaceContext & CheckedPlan, job: JobRows, finding: Finding): void {
  const { code, severity, message } = finding;
  const plainFinding = { code, message, ...(severity !== undefined && { severity }) };
  const origin = findOrigin(context, job, finding.path, finding);
  if ("column" in origin) {
    const changes = changesAtCell(context, origin, finding);
    context.rows.report(origin.row, origin.column, { ...plainFinding, changes });
    return;
  }
  // The same for all rows, so it names none of their units.
  const general = origin.unit === undefined ? message : message.replace(` in ${quoted(origin.unit)}`, "");
  if ("path" in origin) {
    context.template.source.add({ ...finding, message: general, path: origin.path });
    return;
  }
  const at = finding.at === "key" ? "key" : "value";
  // Each row has the same finding.
  const makeFixes = () => fixesOfFilling(context, job, origin, finding);
  context.sweep.add({ ...plainFinding, message: general, path: origin.filling.fillPath, at }, makeFixes);
}

/** The fixes of each member of `fill` read the template a few times more. Of more characters in all, they would take seconds. */
const MAX_CHARACTERS_FOR_FIXES = 2_000_000;

/** What a member of `fill` may mean: another place, or cells that are read as another type. */
function fixesOfFilling(
  { family, template, fillings, rows }: CheckedPlan,
  job: JobRows,
  { filling, row }: FillingOrigin,
  finding: Finding,
): FixMaker[] {
  if (fillings.length * template.source.text.length > MAX_CHARACTERS_FOR_FIXES) return [];
  const others = fillings.filter((other) => other !== filling);
  const places = pointerFixes(template.unit, filling, others, finding, pathOfUnit(family, job).length);
  const [column, ...more] = filling.pattern ?? [];
  if (filling.type !== "text" || typeof column !== "number" || more.length > 0 || row === undefined) return places;
  return [...places, ...typeFixes(rows.columns[column] ?? "", finding, rows.cellOf(row, column))];
}

/** What the cell of a finding may mean. */
function changesAtCell(
  { id, rows }: CheckedPlan,
  { row, column, filling }: CellOrigin,
  finding: Finding,
): CellChange[] {
  if ((finding.fixes ?? []).length === 0) return [];
  if (filling === undefined) {
    if (id === undefined) return [];
    return changesOfCell(finding, fillText(id, rows, row), writeAsCell(id, column, rows, row));
  }
  // A fix of a value inside of the cell's JSON would need its place there.
  if (!filling.isWhole) return [];
  const text = fillText(filling.pattern ?? [], rows, row);
  const value = filling.type === "text" ? text : parseJsonValue(text);
  return changesOfCell(finding, value, writeAsFilling(filling, column, rows, row));
}

/** The range that a value of the request of a job comes from, or its name; undefined where none of the files has it. */
export function rangeOfValue(context: PlaceContext, job: JobRows, path: JsonPath, part?: "key"): FilePlace | undefined {
  const origin = findOrigin(context, job, path, { at: part });
  if ("column" in origin) return context.rows.rangeOf(origin.row, origin.column);
  if ("filling" in origin) return context.sweep.rangeOf(origin.filling.fillPath);
  const { source, unitPath } = context.template;
  const range = source.rangeOf(origin.path, part);
  if (range !== undefined) return range;
  // The template lacks what only the rows fill: the first cell that does.
  const inner = context.fillings.find((filling) => startsWith([...unitPath, ...filling.path], origin.path));
  const start = path.slice(0, path.length - origin.path.length + unitPath.length);
  return inner && rangeOfValue(context, job, [...start, ...inner.path]);
}

/**
 * Writes a text for a value of the request of a job where the value comes from: as a cell, or as JSON in the template.
 * @returns undefined where a cell is only a part of the value, and the text has not the other parts
 */
export function writeValue(context: PlaceContext, job: JobRows, path: JsonPath, text: string): string | undefined {
  const origin = findOrigin(context, job, path, {});
  const { rows, template } = context;
  if ("path" in origin) return template.source.rangeOf(origin.path) && JSON.stringify(text);
  if (!("column" in origin) || origin.filling === undefined) return undefined;
  if (!origin.filling.isWhole) return undefined;
  const cell = writeAsFilling(origin.filling, origin.column, rows, origin.row)(text);
  // The service names it, and a spreadsheet may open the file.
  return cell === undefined ? undefined : rows.table.write(inertText(cell));
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
  const column = filling?.pattern?.find((piece) => typeof piece === "number");
  const isWhole = inUnit.length === filling?.path.length;
  // What is wrong with a name, or with a type that all cells are read as, is no mistake of a cell.
  const isOfName = code !== undefined && at === "key";
  const isOfType = code === "wrong-type" && isWhole && (filling?.type === "text" || filling?.type === "boolean");
  if (filling !== undefined && column !== undefined && row !== undefined && !isOfName && !isOfType)
    return { row, column, filling: { ...filling, isWhole } };
  if (filling !== undefined) return { filling, unit, row };
  // What only a filling puts into the unit is not in the template.
  const maker =
    code === undefined || hasPath(template.unit, inUnit)
      ? undefined
      : fillings.find(({ path: at }) => startsWith(at, inUnit));
  return maker === undefined ? { path: [...template.unitPath, ...inUnit], unit } : { filling: maker, unit, row };
}

/** Whether the value of a filling is one of two that contradict each other. */
function isCause(code: Finding["code"] | undefined, path: JsonPath, { path: fillingPath }: Substitution): boolean {
  return code === "dates-reversed" && startsWith(fillingPath, path.slice(0, -1)) && fillingPath.length === path.length;
}
