import type { Cursor, IncrementalRead } from "../../../json/cursor.ts";
import { listAt, objectAt, ResultDecodeError, UnreadVersionError } from "../../../json/errors.ts";
import { parseValueAt, skipValueAt } from "../../../json/json-scan.ts";
import { MORE, OPEN_BRACE, OPEN_BRACKET } from "../../../json/tokens.ts";
import { findUnreadForm, isReadVersion, sketchTable } from "../../../json/unread-form.ts";
import { asObject, inObjectOrder, type JsonObject, optionalMember } from "../../../json/value.ts";
import { FormatReader } from "../decode/cell-formats.ts";
import { CellStore } from "../decode/cell-store.ts";
import { typeOfArray, type WrittenColumn } from "../decode/columns.ts";
import { BARE_TABLE, isDefinition, type ReadPackage, ReadTable } from "../decode/read-table.ts";
import { RowsBody } from "../decode/rows.ts";
import { type ColumnRuns, readRanges, readRuns } from "../decode/runs.ts";
import { CellReader } from "./cell-reader.ts";
import { RowReader } from "./row-reader.ts";

/** An object that may be a package: the result itself, its `data`, an output. */
interface Holder {
  readonly keys: readonly string[];
  /** The members that are objects. */
  readonly members: Map<string, Holder>;
  tables?: ReadonlyMap<string, ReadTable>;
  primaryTableIds?: unknown;
  version?: unknown;
  definition?: unknown;
  /** The rows and columns, if the object is the `data` of a bare table. */
  body?: ReadTable;
  /** Its members with the names that a package or a table of another form has, without their rows. */
  readonly otherForm: Map<string, unknown>;
}

/**
 * A package is the result, its `data`, an output of either, or the `data` of an output. A bare table in such a place has one more level,
 * its own `data`.
 */
const MAX_HOLDER_DEPTH = 4;

/**
 * Reads the packages of a result, which may be wrapped in `{data}`: one package (or a bare table), or one for each output. Rows and values
 * go into columns at once.
 */
export function* readResult(cursor: Cursor): IncrementalRead<ReadPackage[]> {
  yield* cursor.skipMark();
  if ((yield* cursor.peek("")) !== OPEN_BRACE) {
    yield* cursor.value("");
    throw new ResultDecodeError("", "the result is not a JSON object");
  }
  const root = yield* readHolder(cursor, []);
  yield* cursor.rest("");
  return packagesOf(root);
}

function* readHolder(cursor: Cursor, keys: readonly string[]): IncrementalRead<Holder> {
  const path = pathOf(keys);
  const holder: Holder = { keys, members: new Map(), otherForm: new Map() };
  yield* cursor.members(path, function* (key) {
    const first = yield* cursor.peek(path);
    const opens = first === OPEN_BRACE;
    // The tables of another version are not read by the rules of this one.
    if (isSketched(key) && !isReadVersion(holder.version)) {
      holder.otherForm.set(key, yield* readSketch(cursor, `${path}${key}`, key));
    } else if (key === "tables" && opens) holder.tables = yield* readTables(cursor, keys);
    else if (key === "primaryTableIds") holder.primaryTableIds = yield* cursor.value(`${path}${key}`);
    else if (key === "version") holder.version = yield* cursor.value(`${path}${key}`);
    else if (key === "definition") holder.definition = yield* cursor.value(`${path}${key}`);
    else if (keys.at(-1) === "data" && isBody(key, first)) {
      holder.body ??= new ReadTable(`${pathOf(keys.slice(0, -1))}${BARE_TABLE}`, JSON.stringify(keys));
      holder.otherForm.set(key, opens ? {} : []);
      yield* readDataMember(cursor, holder.body, key);
    } else if (opens && keys.length < MAX_HOLDER_DEPTH) {
      holder.members.set(key, yield* readHolder(cursor, [...keys, key]));
    } else if (isSketched(key)) holder.otherForm.set(key, yield* readSketch(cursor, `${path}${key}`, key));
    else yield* cursor.value(`${path}${key}`);
  });
  return holder;
}

/** Whether a member is one by which `findUnreadForm` knows a package or a table of another form. */
function isSketched(key: string): boolean {
  return key === "tables" || key === "table" || key === "columns" || key === "rows";
}

/** Reads a member without its rows: what `findUnreadForm` needs of it. */
function* readSketch(cursor: Cursor, path: string, key: string): IncrementalRead<unknown> {
  const first = yield* cursor.peek(path);
  if (key === "columns") return yield* cursor.value(path);
  if (key !== "tables" || first !== OPEN_BRACKET) {
    yield* cursor.skip(path);
    return first === OPEN_BRACE ? {} : first === OPEN_BRACKET ? [] : null;
  }
  const tables: unknown[] = [];
  const at = () => `${path}[${tables.length}]`;
  yield* cursor.elements(path, (pos) => {
    const after = skipValueAt(cursor.bytes, pos, cursor.end, at);
    if (after !== MORE) tables.push(sketchTable(parseValueAt(cursor.bytes, pos, after, at)));
    return after;
  });
  return tables;
}

/** The same object as parsed JSON, without what may be large. */
function sketchOf({ members, tables, version, definition, otherForm }: Holder): JsonObject {
  const sketches = [...(tables ?? [])].map(([id, table]) => {
    return [id, Object.fromEntries([...table.otherForm, ["definition", table.definition]])] as const;
  });
  return Object.fromEntries<unknown>([
    ...[...members].map(([name, member]) => [name, sketchOf(member)] as const),
    ...otherForm,
    ...(tables ? [["tables", Object.fromEntries(sketches)] as const] : []),
    ["version", version],
    ["definition", definition],
  ]);
}

/** Whether a member of `data` is a part of a table. */
function isBody(key: string, first: number): boolean {
  if (key === "rows") return first === OPEN_BRACKET;
  return (key === "columns" || key === "tableMetadata" || key === "metadata") && first === OPEN_BRACE;
}

/** The place of an object's members, without the envelope. */
function pathOf(keys: readonly string[]): string {
  return (keys[0] === "data" ? keys.slice(1) : keys).map((key) => `${key}.`).join("");
}

function packagesOf(root: Holder): ReadPackage[] {
  const form = findUnreadForm(sketchOf(root));
  if (form !== undefined) throw new UnreadVersionError(form);
  const base = root.members.get("data") ?? root;
  const whole = packageOf(base, "") ?? bareOf(root, "");
  if (whole) return [whole];
  const packages = inObjectOrder([...base.members.keys()]).flatMap((name) => {
    const output = base.members.get(name);
    const inner = output?.members.get("data");
    return (output && packageOf(output, `${name}/`)) ?? (inner && packageOf(inner, `${name}/`)) ?? [];
  });
  if (packages.length === 0) throw new ResultDecodeError("", "the result has no tables");
  return packages;
}

function packageOf(holder: Holder, prefix: string): ReadPackage | undefined {
  const { keys, primaryTableIds, version, tables } = holder;
  return tables ? { prefix, path: pathOf(keys), primaryTableIds, version, tables } : bareOf(holder, prefix);
}

/** A table without the package around it. */
function bareOf({ keys, version, definition, members, tables }: Holder, prefix: string): ReadPackage | undefined {
  const data = members.get("data");
  if (tables || data === undefined || !isDefinition(definition)) return undefined;
  const path = pathOf(keys);
  const table = data.body ?? new ReadTable(`${path}${BARE_TABLE}`, JSON.stringify(data.keys));
  table.definition = definition;
  return { prefix, path, primaryTableIds: [BARE_TABLE], version, tables: new Map([[BARE_TABLE, table]]) };
}

function* readTables(cursor: Cursor, keys: readonly string[]): IncrementalRead<ReadonlyMap<string, ReadTable>> {
  const path = `${pathOf(keys)}tables`;
  const tables = new Map<string, ReadTable>();
  yield* cursor.members(path, function* (id) {
    const table = new ReadTable(`${path}.${id}`, JSON.stringify([...keys, "tables", id]));
    yield* readTable(cursor, table);
    tables.set(id, table);
  });
  return new Map(inObjectOrder([...tables.keys()]).map((id) => [id, tables.get(id) ?? new ReadTable("")]));
}

function* readTable(cursor: Cursor, table: ReadTable): IncrementalRead {
  const { path } = table;
  if ((yield* cursor.peek(path)) !== OPEN_BRACE) objectAt(yield* cursor.value(path), path);
  yield* cursor.members(path, function* (key) {
    const opens = (yield* cursor.peek(path)) === OPEN_BRACE;
    if (key === "definition") table.definition = yield* cursor.value(`${path}.definition`);
    else if (key === "data" && opens) {
      yield* cursor.members(`${path}.data`, (member) => readDataMember(cursor, table, member));
    } else if (isSketched(key)) table.otherForm.set(key, yield* readSketch(cursor, `${path}.${key}`, key));
    else yield* cursor.value(`${path}.${key}`);
  });
}

/** Reads a member of the `data` of a table. */
function* readDataMember(cursor: Cursor, table: ReadTable, key: string): IncrementalRead {
  const path = `${table.path}.data`;
  const first = yield* cursor.peek(path);
  if (key === "rows" && first === OPEN_BRACKET) yield* readRows(cursor, table);
  else if (key === "columns" && first === OPEN_BRACE) table.columns = yield* readColumns(cursor, `${path}.columns`);
  else {
    const value = yield* cursor.value(`${path}.${key}`);
    if (key === "tableMetadata") table.tableMetadata = value;
    if (key === "metadata") table.metadata = value;
  }
}

/** Reads rows into the columns of the table. */
function* readRows(cursor: Cursor, table: ReadTable): IncrementalRead {
  const path = `${table.path}.data.rows`;
  table.rows = new RowsBody(path);
  const reader = new RowReader(table.rows, path);
  yield* cursor.elements(path, (pos) => reader.read(cursor.bytes, pos, cursor.end));
  table.valueKeys = table.rows.valueKeys;
}

function* readColumns(cursor: Cursor, path: string): IncrementalRead<Map<string, WrittenColumn>> {
  const columns = new Map<string, WrittenColumn>();
  let before: WrittenColumn | undefined;
  yield* cursor.members(path, function* (id) {
    before = yield* readColumn(cursor, `${path}.${id}`, before?.values.length);
    columns.set(id, before);
  });
  return columns;
}

function* readColumn(cursor: Cursor, path: string, expected: number | undefined): IncrementalRead<WrittenColumn> {
  if ((yield* cursor.peek(path)) !== OPEN_BRACE) objectAt(yield* cursor.value(path), path);
  let values: CellStore | undefined;
  let typed: CellStore | undefined;
  let arrayType: string | undefined;
  let ranges: ColumnRuns = readRanges({}, path);
  let formats: FormatReader | undefined;
  yield* cursor.members(path, function* (key) {
    const first = yield* cursor.peek(path);
    if (key === "values") {
      if (first === OPEN_BRACKET) values = yield* readValues(cursor, path, expected);
      else {
        const value = yield* cursor.value(`${path}.values`);
        if (value !== null) listAt(value, `${path}.values`);
      }
    } else if (key === "definitions" && first === OPEN_BRACKET)
      formats = yield* readFormats(cursor, `${path}.definitions`);
    else if (key === "ranges") ranges = yield* readRuns(cursor, `${path}.ranges`);
    else if (typeOfArray(key) !== undefined && first === OPEN_BRACE) {
      const array = yield* readTypedArray(cursor, `${path}.${key}`, () => readValues(cursor, path, expected));
      if (array !== undefined) arrayType ??= typeOfArray(key);
      typed ??= array;
    } else yield* cursor.value(`${path}.${key}`);
  });
  return {
    path,
    ...optionalMember("arrayType", arrayType),
    ...optionalMember("formats", formats),
    values: values ?? typed ?? new CellStore(),
    ranges,
  };
}

function* readTypedArray(
  cursor: Cursor,
  path: string,
  read: () => IncrementalRead<CellStore>,
): IncrementalRead<CellStore | undefined> {
  let values: CellStore | undefined;
  yield* cursor.members(path, function* (key) {
    const first = yield* cursor.peek(path);
    if (key === "values" && first === OPEN_BRACKET) values = yield* read();
    else yield* cursor.value(`${path}.${key}`);
  });
  return values;
}

/** The list of values of a column. */
function* readValues(cursor: Cursor, path: string, expected?: number): IncrementalRead<CellStore> {
  const store = new CellStore(expected);
  const cells = new CellReader(store);
  const at = () => `${path}.values[${store.length}]`;
  yield* cursor.elements(path, (pos) => cells.readList(cursor.bytes, pos, cursor.end, at));
  return store;
}

/** The formats in a list of `definitions`. */
function* readFormats(cursor: Cursor, path: string): IncrementalRead<FormatReader> {
  const formats = new FormatReader();
  let index = 0;
  yield* cursor.elements(path, (pos) => {
    const at = () => `${path}[${index}]`;
    const after = skipValueAt(cursor.bytes, pos, cursor.end, at);
    if (after === MORE) return MORE;
    formats.add(index, asObject(parseValueAt(cursor.bytes, pos, after, at))?.["format"]);
    index++;
    return after;
  });
  return formats;
}
