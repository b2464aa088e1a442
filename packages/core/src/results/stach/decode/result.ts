import { readWholeBytes } from "../../../json/cursor.ts";
import type { Table } from "../../table.ts";
import { readResult } from "../stream/read-result.ts";
import { assemble } from "./assemble.ts";

/**
 * The tables of a parsed STACH result. Each organisation of the same result gives the same tables. Only the stated type of a column decides
 * how it is stored; if a cell has another type, the whole column is kept as JSON.
 * @throws ResultDecodeError if the value is not a result, or if `JSON.parse` may have rounded a whole number or a key: use
 * `decodeResultBytes`, which keeps all digits
 */
export function decodeResult(json: unknown): Table[] {
  const text = JSON.stringify(json) ?? "null";
  return assemble(
    readWholeBytes(new TextEncoder().encode(text), (cursor) => readResult(cursor)),
    "rounded",
  );
}
