import { ResultDecodeError } from "../errors.ts";
import { asList, asObject, isObject, type JsonObject, objectAt } from "./json.ts";

/** A table of a result before it is decoded. */
export interface RawTable {
  /** In a result of several outputs after the output's name: `trades/table_0`. */
  readonly id: string;
  readonly place: string;
  readonly table: JsonObject;
  /** The tables beside it, for its table of headers. */
  readonly siblings: JsonObject;
}

/** The tables that a result is about, whether it is wrapped in `{data}` or not, and whether it has one package or one an output. */
export function findTables(json: unknown): RawTable[] {
  const root = asObject(json);
  const data = asObject(root?.["data"]) ?? root;
  if (data === undefined) throw new ResultDecodeError("", "the result is no JSON object");
  if (isObject(data["tables"])) return tablesOf(data, "", "");
  const found = Object.entries(data).flatMap(([name, value]): RawTable[] => {
    const output = asObject(value);
    if (isObject(output?.["tables"])) return tablesOf(output, `${name}/`, `${name}.`);
    const inner = asObject(output?.["data"]);
    return isObject(inner?.["tables"]) ? tablesOf(inner, `${name}/`, `${name}.data.`) : [];
  });
  if (found.length === 0) throw new ResultDecodeError("", "the result has no tables");
  return found;
}

function tablesOf(held: JsonObject, prefix: string, path: string): RawTable[] {
  const siblings = objectAt(held["tables"], `${path}tables`);
  return primaryIds(held, siblings, path).map((id) => ({
    id: prefix + id,
    place: `${path}tables.${id}`,
    table: objectAt(Object.hasOwn(siblings, id) ? siblings[id] : undefined, `${path}tables.${id}`),
    siblings,
  }));
}

/** Those the package names, or all that are not the headers of another. */
function primaryIds(held: JsonObject, tables: JsonObject, path: string): string[] {
  const named = asList(held["primaryTableIds"]);
  if (named) {
    return named.map((id, index) => {
      if (typeof id === "string") return id;
      throw new ResultDecodeError(`${path}primaryTableIds[${index}]`, "the id of a table is a text");
    });
  }
  const headers = new Set(
    Object.values(tables).map((table) => asObject(asObject(table)?.["definition"])?.["headerTableId"]),
  );
  return Object.keys(tables).filter((id) => !headers.has(id));
}
