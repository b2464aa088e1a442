import { isExactNumber } from "../../json/exact-number.ts";
import { cellValue, formatOfCell, plainText } from "../cells.ts";
import { headerKey } from "../reading/fold.ts";
import { type HeaderReading, type Meaning, readHeader, type Unit } from "../reading/header.ts";
import type { Column } from "../table.ts";
import { columnDays, dayLabel, isoDate, parseDay } from "./dates.ts";
import { type Decimals, decimalsOf, type NumberKind, numberKind, withMinus } from "./decimals.ts";
import { type NumberFormat, numberFormatOf, parseNumberFormat } from "./number-format.ts";

/** How a number differs from the column's usual text. */
export interface NumberTextOptions {
  /** A plus in front of a positive number: for moves and active values. */
  readonly hasSign?: boolean;
  /** The least number of decimals: enough to show a move. */
  readonly decimals?: number;
  /** The format of a single cell, which precedes that of the column. */
  readonly format?: string | undefined;
}

/** How people read the values of a column. */
export interface ColumnFormat {
  readonly meaning: Meaning;
  /** Whether all its cells are days or empty. */
  readonly isDate: boolean;
  /** The unit that the heading shows, so that cells need not repeat it: `%`, `bp`, `y`; empty if there is no unit. */
  readonly unit: string;
  /** The most decimals of its numbers if they have different counts, so that a page can align them; else undefined. */
  readonly decimals: number | undefined;
  /**
   * A value as a page shows it: null as –, NaN as n/a, a date as ISO, a number with a real minus (U+2212). Other values as in `plainText`.
   */
  readonly text: (value: unknown, options?: NumberTextOptions) => string;
}

const NULL_TEXT = "–";
const NAN_TEXT = "n/a";

const formats = new WeakMap<Column, ColumnFormat>();

/**
 * The format of a column. Its unit follows from the words of its header; its decimals from them and from the format that the service gives,
 * or, if the service gives none, from the size of its numbers. All cells of a column have the same number of decimals.
 * @example
 * ```ts
 * import { columnFormat, type Table } from "@analytics-engines/core/results";
 *
 * export function headings(table: Table): string[] {
 *   return table.columns.map((column) => `${column.name} ${columnFormat(column).unit}`); // "Ending Weight %"
 * }
 * ```
 */
export function columnFormat(column: Column): ColumnFormat {
  const cachedFormat = formats.get(column);
  if (cachedFormat !== undefined) return cachedFormat;
  const format = makeFormat(column);
  formats.set(column, format);
  return format;
}

/** A cell as a page shows it: by its own format if it has one, else as `ColumnFormat.text` has it. */
export function cellText(column: Column, row: number, options: NumberTextOptions = {}): string {
  const { text } = columnFormat(column);
  const value = cellValue(column, row);
  if (column.values.formats === undefined) return text(value, options);
  return text(value, { ...options, format: formatOfCell(column, row).format });
}

/** An amount for a key figure: `17.0 m`, `1.2 bn`; amounts under ten thousand as `1,234`. */
export function shortAmount(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return NAN_TEXT;
  if (size < 10_000) return numberText(value, 0);
  const [divisor, unit] = size < 999_500 ? [1e3, "k"] : size < 999_500_000 ? [1e6, "m"] : [1e9, "bn"];
  return `${numberText(value / divisor, 1)} ${unit}`;
}

/** A number with thousands separators, this many decimals and a real minus. */
export function numberText(value: number, decimals: number): string {
  return finish(Number.isFinite(value) ? (fixedFormat(decimals)(value) ?? String(value)) : String(value), false);
}

function makeFormat(column: Column): ColumnFormat {
  const { values } = column;
  const reading = readHeader(column.header);
  if (columnDays(column) !== undefined) return dateFormat(reading.meaning);
  // Percentages without a proof of their scale are shown as the service gives them.
  const isUnproven = column.scale === "unproven" && reading.unit === "%";
  const isNumber = values.kind === "number";
  const kind = isUnproven || !isNumber ? "plain" : numberKind(reading);
  const decimals = decimalsOf(kind, column);
  const serviceFormat = pageFormat(column.format);
  const tiny = serviceFormat === undefined && isTiny(decimals.smallest, decimals.count, kind);
  const writesPercent = serviceFormat?.(1)?.includes("%") === true;
  return {
    meaning: isNumber ? reading.meaning : meaningOfTexts(reading.meaning),
    isDate: false,
    unit: !isNumber || column.scale !== undefined || writesPercent ? "" : unitTexts[reading.unit],
    decimals:
      raggedDecimals(column, decimals.count) ?? (tiny ? fractionOf(decimals.smallest.toPrecision(2)) : undefined),
    text: (value, options) =>
      typeof value === "number"
        ? numberOf(value, pageFormat(options?.format) ?? serviceFormat, decimals, kind, options)
        : otherText(value),
  };
}

const unitTexts: Readonly<Record<Unit, string>> = {
  "%": "%",
  bp: "bp",
  years: "y",
  currency: "",
  number: "",
  none: "",
};

const textMeanings: ReadonlySet<Meaning> = new Set<Meaning>(["rating", "identifier", "name", "group", "other-text"]);

/** A header that names a number says nothing of the texts below it. */
function meaningOfTexts(meaning: Meaning): Meaning {
  return textMeanings.has(meaning) ? meaning : "other-text";
}

/** The most decimals of the formats of a column and its cells; undefined if all write the same number of decimals. */
function raggedDecimals({ format, values }: Column, usual: number): number | undefined {
  const formats = [format, ...(values.formats?.formats ?? []).map((cellFormat) => cellFormat.format ?? format)];
  const counts = formats.flatMap((pattern) => {
    const write = pageFormat(pattern);
    return write ? [fractionOf(write(1)), fractionOf(write(LONG_FRACTION))] : [usual];
  });
  return new Set(counts).size > 1 ? counts.reduce((most, count) => Math.max(most, count), 0) : undefined;
}

/** A format of the service as a page uses it: it writes zero as a number. */
function pageFormat(format: string | undefined): NumberFormat | undefined {
  return numberFormatOf(format, { showsZero: true });
}

/** A number with more decimals than any format shows. */
const LONG_FRACTION = 1.123456789012;

/** The digits after the point. */
function fractionOf(text = ""): number {
  return /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
}

function dateFormat(meaning: Meaning): ColumnFormat {
  const text = (value: unknown) => {
    if (typeof value === "number") {
      const day = parseDay(String(value));
      return day === undefined ? otherText(value) : dayLabel(day);
    }
    return typeof value === "string" ? (isoDate(value) ?? value) : otherText(value);
  };
  // Days without a word for them may be facts of the rows: only a header can say that they are the time of a row.
  return {
    meaning: meaning === "date-of-row" ? meaning : "date-attribute",
    isDate: true,
    unit: "",
    decimals: undefined,
    text,
  };
}

function numberOf(
  value: number,
  serviceFormat: NumberFormat | undefined,
  { count }: Decimals,
  kind: NumberKind,
  { decimals = 0, hasSign = false }: NumberTextOptions = {},
): string {
  if (Number.isNaN(value)) return NAN_TEXT;
  if (!Number.isFinite(value)) return finish(value > 0 ? "∞" : "-∞", hasSign);
  const usual =
    serviceFormat?.(value) ?? (isTiny(value, count, kind) ? value.toPrecision(2) : fixedFormat(count, kind)(value));
  if (usual === undefined) return finish(String(value), hasSign);
  const isLonger = decimals > fractionOf(usual);
  return finish(isLonger && !/[%‰]/.test(usual) ? (fixedFormat(decimals)(value) ?? usual) : usual, hasSign);
}

/** Whether a number needs more decimals, so that it does not look like zero: only if the kind of its column does not fix their count. */
function isTiny(value: number, count: number, kind: NumberKind): boolean {
  return (kind === "plain" || kind === "ratio") && value !== 0 && Math.abs(value) < 0.5 * 10 ** -count;
}

/** Writes a real minus, and none before a zero. */
function finish(text: string, hasSign: boolean): string {
  if (!/[1-9∞]/.test(text)) return text.replace(/^-/, "");
  if (text.startsWith("-")) return withMinus(text);
  return hasSign && /^[\d.∞]/.test(text) ? `+${text}` : text;
}

function otherText(value: unknown): string {
  if (value === null || value === undefined) return NULL_TEXT;
  return isExactNumber(value) ? finish(value.rawJSON, false) : plainText(value);
}

const fixedFormats: (NumberFormat | undefined)[] = [];

/** Whole numbers of an unknown meaning may be years or identifiers, so they have no separators. */
function fixedFormat(decimals: number, kind: NumberKind = "amount"): NumberFormat {
  if (decimals === 0 && kind === "plain") return (value) => String(Math.round(value));
  const format =
    fixedFormats[decimals] ?? parseNumberFormat(`{0:#,0${decimals > 0 ? `.${"0".repeat(decimals)}` : ""}}`);
  if (format === undefined) throw new Error(`a format of ${decimals} decimals is expected`);
  fixedFormats[decimals] = format;
  return format;
}

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
