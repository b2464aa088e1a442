import type { Table } from "../../table.ts";
import { assemble } from "./assemble.ts";
import { readPackages } from "./read.ts";

/**
 * The tables of a parsed STACH result, in any of its organisations; the same result gives the same tables in each. A column is stored
 * by its stated type alone; where a cell is not of that type the whole column is kept as JSON, cell by cell as it came. Throws
 * ResultDecodeError, which names the place, where the result is no such result, and where a whole number or key may have been rounded by
 * `JSON.parse`: `decodeResultBytes` keeps its digits, also those within structs.
 */
export function decodeResult(json: unknown): Table[] {
  return assemble(readPackages(json), "rounded");
}
