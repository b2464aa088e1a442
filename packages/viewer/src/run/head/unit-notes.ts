import type { Table } from "@analytics-engines/core/results";
import { emptyColumnsNote } from "./empty-columns.ts";
import { turnoverNote } from "./figures/trades.ts";

/** Sentences about what the tables of a unit do not have. */
export function unitNotes(tables: readonly Table[]): string[] {
  return [emptyColumnsNote(tables), turnoverNote(tables)].filter((note) => note !== undefined);
}
