import { toBytes } from "./bytes.ts";
import { columnOrganised } from "./column.ts";
import { rowOrganised } from "./row.ts";
import { simplifiedRow } from "./simplified-row.ts";
import type { ResultTable } from "./table.ts";

export type Organisation = "SimplifiedRow" | "Row" | "Column";

/** Ids within a result are made from `salt`. */
function organised(tables: readonly ResultTable[], organisation: Organisation, salt: string): Generator<string> {
  if (organisation === "Row") return rowOrganised(tables, salt);
  return organisation === "Column" ? columnOrganised(tables, salt) : simplifiedRow(tables);
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
