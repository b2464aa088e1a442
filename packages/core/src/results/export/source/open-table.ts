import { ResultDecodeError } from "../../../json/errors.ts";
import type { ByteSource } from "../../byte-source.ts";
import { assembleLayout, type PrimaryTable, primaryTables } from "../../stach/decode/assemble.ts";
import type { Table } from "../../table.ts";
import { type SkimmedResult, skimResult } from "./skim-result.ts";

/** A table of a source, without its rows. */
export interface SourceTable extends Pick<SkimmedResult, "places"> {
  readonly table: Table;
  readonly primary: PrimaryTable;
}

/**
 * Finds a table of a source, by its id or as the only one. Undefined if the source is UTF-16, which cannot be read from an offset.
 * @throws ResultDecodeError if there is no such table
 */
export async function openTable(source: ByteSource, id: string | undefined): Promise<SourceTable | undefined> {
  const skimmed = await skimResult(source);
  if (skimmed === undefined) return undefined;
  const table = selectTable(assembleLayout(skimmed.packages), id);
  return { table, primary: selectTable(primaryTables(skimmed.packages), table.id), places: skimmed.places };
}

/** The table with an id, or the only one. @throws ResultDecodeError if there is none */
export function selectTable<T extends { readonly id: string }>(tables: readonly T[], id: string | undefined): T {
  const table = id === undefined && tables.length === 1 ? tables[0] : tables.find((table) => table.id === id);
  if (table) return table;
  const ids = tables.map((table) => table.id).join(", ");
  throw new ResultDecodeError(
    "",
    id === undefined
      ? `the result has several tables: choose one of ${ids}`
      : `the result has no table "${id}": choose one of ${ids}`,
  );
}
