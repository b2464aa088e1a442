import { readWholeBytes } from "../../../json/cursor.ts";
import type { Table } from "../../table.ts";
import { readResult } from "../stream/read-result.ts";
import { assemble } from "./assemble.ts";

/**
 * The tables of a parsed STACH result. Each organisation of the same result gives the same tables. The stated type of a column alone decides
 * how it is stored; where a cell has another type, the whole column is kept as JSON.
 * @throws ResultDecodeError where the value is not a result, and where `JSON.parse` may have rounded a whole number or a key: use
 * `decodeResultBytes`, which keeps all digits
 * @example
 * ```ts
 * import { decodeResult } from "@analytics-engines/core/results";
 *
 * const json: unknown = JSON.parse(
 *   '{"definition": {"columns": [{"id": "a", "name": "Weight"}]}, "data": {"rows": [{"values": {"a": 1}}]}}',
 * );
 * console.log(decodeResult(json)[0]?.rowCount); // 1
 * ```
 */
export function decodeResult(json: unknown): Table[] {
  const text = JSON.stringify(json) ?? "null";
  return assemble(
    readWholeBytes(new TextEncoder().encode(text), (cursor) => readResult(cursor)),
    "rounded",
  );
}
