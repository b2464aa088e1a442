import { headerKey } from "../reading/fold.ts";
import { type HeaderReading, readHeader } from "../reading/header.ts";
import type { Column } from "../table.ts";

/** Floats of 32 bits have seven digits. */
const PRECISION = 1e-7;

/**
 * The columns of a table, those of percentages with what its weights prove of their scale. The service gives 12.5 for 12.5 %, but formulas
 * of users may give 0.125. Small numbers fit both, so that only weights that add up to 1 are a proof: then the weights are fractions, and
 * other percentages may be, unless their header ends in a percent sign.
 */
export function withScales(columns: readonly Column[]): Column[] {
  const weights = columns.map((column) => (isWeight(readHeader(column.header)) ? scaleOfWeights(column) : undefined));
  if (!weights.includes("fraction")) return [...columns];
  // Weights in percent beside them show that each column has a scale of its own.
  const isMixed = weights.includes("percent");
  return columns.map((column, index) => {
    const scale = weights[index] ?? (isMixed ? "percent" : scaleBeside(column));
    return scale === "percent" ? column : { ...column, scale };
  });
}

function scaleBeside({ header, values }: Column): "percent" | "fraction" | "unproven" {
  const reading = readHeader(header);
  if (values.kind !== "number" || reading.unit !== "%" || endsInPercent(header)) return "percent";
  return isWeight(reading) ? "fraction" : "unproven";
}

function isWeight({ meaning }: HeaderReading): boolean {
  return meaning === "weight" || meaning === "weight-benchmark" || meaning === "weight-active";
}

/** `Return (%)`, `CAGR %`. */
function endsInPercent(header: readonly string[]): boolean {
  return header.some((level) => /%\s?\)?$/.test(headerKey(level)));
}

/**
 * Fractions add up to 1, or have fewer totals of 1 than parts. In a hundred equal weights of 1 %, all numbers are 1, so there are no parts.
 * Undefined if the numbers fit both.
 */
function scaleOfWeights({ header, values }: Column): "percent" | "fraction" | undefined {
  if (values.kind !== "number") return undefined;
  if (endsInPercent(header)) return "percent";
  let sum = 0;
  let whole = 0;
  let parts = 0;
  for (const value of values.values) {
    if (!Number.isFinite(value) || value === 0) continue;
    if (Math.abs(value) > 1 + PRECISION) return "percent";
    if (Math.abs(value - 1) < PRECISION) whole++;
    else parts++;
    sum += value;
  }
  const isWhole = parts > 0 && Math.abs(sum - 1) < 0.02;
  return isWhole || (whole > 0 && whole < parts) ? "fraction" : undefined;
}
