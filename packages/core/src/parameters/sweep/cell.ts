import { scanText } from "../../json/text.ts";
import { parseJsonValue } from "../../json/value.ts";
import { MAX_DEPTH } from "../read/parse.ts";
import { quoted } from "../text/words.ts";
import type { CellType } from "./sweep-shape.ts";

/** The value of a cell, or why it has none of the type. */
type CellValue = { readonly value: unknown } | { readonly reason: string };

/** Reads a cell as a value of a type. */
export function readCell(cell: string, type: CellType): CellValue {
  switch (type) {
    case "text":
      return { value: cell };
    case "number":
      if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(cell) && Number.isFinite(Number(cell)))
        return { value: Number(cell) };
      return {
        reason: `${quoted(cell)} is no number. Write it as in JSON: with a point, and without separators of thousands.`,
      };
    case "boolean":
      if (/^(true|false)$/i.test(cell)) return { value: cell.toLowerCase() === "true" };
      return { reason: `${quoted(cell)} is neither true nor false.` };
    case "json":
      return readJson(cell);
  }
}

function readJson(cell: string): CellValue {
  const value = scanText(cell, () => false).depth > MAX_DEPTH ? undefined : parseJsonValue(cell);
  return value === undefined ? { reason: `${quoted(cell)} is not JSON.` } : { value };
}
