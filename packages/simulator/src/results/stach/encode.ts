import { uuidOf } from "../../catalogue/hash.ts";
import { toBytes } from "./bytes.ts";
import { columnTable } from "./column.ts";
import { rowTable } from "./row.ts";
import { simplifiedRowTable } from "./simplified-row.ts";
import type { ResultTable } from "./table.ts";

export type Organisation = keyof typeof organisations;

/** How each organisation names a table and writes it. Ids within a result are made from `salt`. */
const organisations = {
  SimplifiedRow: { idOf: (_: string, index: number) => `table_${index}`, write: simplifiedRowTable },
  Row: { idOf: (salt: string, index: number) => uuidOf(salt, "row", `${index}`), write: rowTable },
  Column: { idOf: (salt: string, index: number) => uuidOf(salt, "column", `${index}`), write: columnTable },
};

function* organised(tables: readonly ResultTable[], organisation: Organisation, salt: string): Generator<string> {
  const { idOf, write } = organisations[organisation];
  const ids = tables.map((_, index) => idOf(salt, index));
  yield organisation === "Column" ? `{"primaryTableIds":${JSON.stringify(ids)},"tables":{` : '{"tables":{';
  for (const [index, table] of tables.entries()) {
    yield `${index === 0 ? "" : ","}"${ids[index]}":`;
    yield* write(table, `${salt}|${index}`);
  }
  yield "}}";
}

function* wrapped(pieces: Iterable<string>): Generator<string> {
  yield '{"data":';
  yield* pieces;
  yield "}";
}

/** A result of one or more tables. */
export function encodeTables(tables: readonly ResultTable[], organisation: Organisation, salt: string) {
  return toBytes(wrapped(organised(tables, organisation, salt)));
}

function* outputs(
  tables: ReadonlyMap<string, ResultTable>,
  organisation: Organisation,
  salt: string,
): Generator<string> {
  let first = true;
  yield "{";
  for (const [name, table] of tables) {
    yield `${first ? "" : ","}${JSON.stringify(name)}:`;
    yield* organised([table], organisation, `${salt}|${name}`);
    first = false;
  }
  yield "}";
}

/** A result with one table for each output, under the name of the output. */
export function encodeOutputs(tables: ReadonlyMap<string, ResultTable>, organisation: Organisation, salt: string) {
  return toBytes(wrapped(outputs(tables, organisation, salt)));
}
