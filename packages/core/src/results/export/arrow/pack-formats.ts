import { asList, asObject } from "../../../json/value.ts";
import { readFormat } from "../../stach/decode/definition.ts";
import type { CellFormats } from "../../table.ts";
import { damaged } from "./errors.ts";

/** The metadata key for those properties of a table or a column for which Arrow has no place. */
export const METADATA_KEY = "analytics-engines";

/** The formats of cells as JSON. Of the codes it has only those that differ from the row above: `[row, code, row, code, ...]`. */
export function packFormats({ formats, codes }: CellFormats): {
  readonly formats: readonly unknown[];
  readonly codes: readonly number[];
} {
  const changes: number[] = [];
  for (const [row, code] of codes.entries()) if (row === 0 || code !== codes[row - 1]) changes.push(row, code);
  return { formats: formats.map(({ align, ...format }) => ({ ...format, halign: align })), codes: changes };
}

/** The formats from `packFormats`; undefined if the column has none. @throws ResultDecodeError if they do not fit the rows */
export function unpackFormats(packed: unknown, rowCount: number): CellFormats | undefined {
  const members = asObject(packed);
  if (members === undefined) return undefined;
  const formats = (asList(members["formats"]) ?? []).map(readFormat);
  const changes = asList(members["codes"]) ?? [];
  const codes = new Int32Array(rowCount).fill(-1);
  for (let at = 0; at < changes.length; at += 2) {
    codes.fill(requireWithin(changes[at + 1], -1, formats.length), requireWithin(changes[at], 0, rowCount));
  }
  return { formats, codes };
}

function requireWithin(value: unknown, least: number, end: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value < end) return value;
  throw damaged("the formats of its cells do not fit its rows");
}
