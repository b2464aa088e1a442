import {
  type Column,
  cellText,
  formatCell,
  grandTotalRow,
  leafRows,
  type Measure,
  numberAt,
  numberText,
  readHeader,
  rowLabels,
  type TableReading,
  totalRows,
} from "@analytics-engines/core/results";
import { t } from "../../../l10n.ts";
import { measureText, rowText, unitOfMeasure } from "../../../result-words.ts";
import { columnText } from "../../../text.ts";
import { cellFigure, countFigure, figure, type KeyFigure } from "../key-figure.ts";
import { countFigures, extremeRows, lastDayFigures, measureFigures, partsOf, titleOf } from "./total.ts";

const MAX_ROWS = 3;
const MAX_ACCOUNTS = 2;

/** Rows that are measures of different units: what people look for first among them, for each account. */
export function characteristicFigures(reading: TableReading): KeyFigure[] {
  const accounts = reading.current.slice(0, MAX_ACCOUNTS);
  const isFirst = /^annuali[sz]ed return$|^(annuali[sz]ed )?(standard deviation|volatility)$|^tracking error$/i;
  const rows = leafRows(reading).toSorted(
    (a, b) => Number(isFirst.test(rowText(reading, b))) - Number(isFirst.test(rowText(reading, a))),
  );
  return rows.slice(0, MAX_ROWS).flatMap((row) => {
    const { meaning, unit } = readHeader([rowText(reading, row)]);
    return accounts.flatMap((account) => {
      if (Number.isNaN(numberAt(account.column, row))) return [];
      const label =
        accounts.length > 1
          ? `${rowText(reading, row)}, ${account.owner ?? columnText(account.column)}`
          : rowText(reading, row);
      const source = t("{0} of {1}", columnText(account.column), rowText(reading, row));
      const value = meaning === "count" ? numberText(numberAt(account.column, row), 0) : cellText(account.column, row);
      return [figure(label, value, unit === "%" || unit === "bp" ? unit : "", source)];
    });
  });
}

/** Yield, spread and duration: those of the total, else their range over the securities of the first scenario. */
export function bondFigures(reading: TableReading): KeyFigure[] {
  const row = grandTotalRow(reading);
  const measures = reading.current.filter(
    ({ meaning }) => meaning === "yield" || meaning === "duration" || meaning === "spread",
  );
  const isPart = ({ name }: Measure) => /\bcontr/i.test(name);
  const own = measures
    .filter(({ side }) => side !== "benchmark" && side !== "difference")
    .toSorted((a, b) => Number(isPart(a)) - Number(isPart(b)))
    .slice(0, 4);
  if (row === undefined) return calculationFigures(reading, own.slice(0, 3));
  const benchmark = measures.filter(({ side, meaning }) => side === "benchmark" && meaning !== "spread");
  return [
    ...own.flatMap((measure) => cellFigure(reading, measure.name, measure, row, { isPart: isPart(measure) })),
    ...benchmark.flatMap((measure) => cellFigure(reading, measureText(measure), measure, row, { isPart: true })),
    ...countFigures(reading, { isPart: true }),
  ];
}

/** Securities that were calculated and that failed, and the range of each measure; rows may repeat a security for each scenario. */
function calculationFigures(reading: TableReading, measures: readonly Measure[]): KeyFigure[] {
  const { table, names } = reading;
  const rows = partsOf(reading);
  const nameColumns = names.flatMap((index) => table.columns[index] ?? []);
  const identifier = nameColumns.find(isIdentifier) ?? nameColumns[0];
  const scenarios = nameColumns.filter((column) => column !== identifier);
  const failed = rows.filter((row) => isFailed(reading, row));
  const calculated = rows.filter((row) => !failed.includes(row));
  const securities = new Set(calculated.map((row) => (identifier === undefined ? row : formatCell(identifier, row))));
  const isRepeated = securities.size < calculated.length;
  const scenario = isRepeated ? scenarios.find((column) => !isIdentifier(column)) : undefined;
  // Rows that repeat a security are read in the base scenario; without a name for it, in the first.
  const isBase = (row: number) => scenario !== undefined && /^base\b/i.test(formatCell(scenario, row));
  const first = calculated.find(isBase) ?? calculated[0];
  if (isRepeated && scenario === undefined) return countFigures(reading);
  const base = scenario === undefined || first === undefined ? "" : formatCell(scenario, first);
  const shown = scenario === undefined ? calculated : calculated.filter((row) => formatCell(scenario, row) === base);
  const source = t("different {0} with numbers", identifier === undefined ? t("rows") : columnText(identifier));
  const counts = [
    countFigure(t("Securities"), securities.size, source),
    ...(failed.length > 0 ? [countFigure(t("Failed"), failed.length, t("rows whose status is no success"))] : []),
  ];
  const ranges = measures.flatMap((measure) =>
    rangeFigure(reading, base === "" ? measure.name : `${measure.name}, ${base}`, measure, shown),
  );
  // What was not calculated comes before what was.
  return failed.length > 0 || isRepeated ? [...counts, ...ranges] : [...ranges, ...counts];
}

function isIdentifier({ header }: Column): boolean {
  const { meaning } = readHeader(header);
  return meaning === "identifier" || meaning === "name";
}

/** Whether a column of states says that a row has no result. */
function isFailed({ table }: TableReading, row: number): boolean {
  return table.columns.some((column) => {
    if (column.values.kind !== "text" || !/\bstatus$/i.test(column.header.at(-1) ?? "")) return false;
    const text = formatCell(column, row);
    return text !== "" && !/^(success(ful)?|succeeded|ok|done|complete[d]?)$/i.test(text);
  });
}

/** The cell if all rows have the same number, else the smallest and the largest: `4.09 to 5.94`. */
function rangeFigure(reading: TableReading, label: string, measure: Measure, rows: readonly number[]): KeyFigure[] {
  const { column } = measure;
  const numbered = rows.filter((row) => !Number.isNaN(numberAt(column, row)));
  const sorted = numbered.toSorted((a, b) => numberAt(column, a) - numberAt(column, b));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [low, high] = [cellText(column, first), cellText(column, last)];
  const source = t("the smallest and the largest of {0}", columnText(column));
  return [
    figure(label, low === high ? low : t("{0} to {1}", low, high), unitOfMeasure(reading.table, measure), source),
  ];
}

/** Durations at points of the curve: the total, and the point with the largest part of it. */
export function keyRateFigures(reading: TableReading): KeyFigure[] {
  const row = grandTotalRow(reading);
  const rates = reading.current.filter(({ tenor, side }) => tenor !== undefined && side !== "benchmark");
  if (row === undefined) return countFigures(reading);
  const whole = reading.current.filter(({ tenor, meaning }) => tenor === undefined && meaning === "duration");
  const most = rates.reduce<Measure | undefined>(
    (best, rate) =>
      best !== undefined && numberAt(best.column, row) >= (numberAt(rate.column, row) || 0) ? best : rate,
    undefined,
  );
  return [
    ...measureFigures(reading, whole, row),
    ...(most === undefined ? [] : cellFigure(reading, t("Most: {0}", most.name), most, row, { isPart: true })),
  ];
}

const MAX_MOVES = 3;

/** How far prices moved from the first date to the last: of each security if there are few, else the largest rise and fall. */
export function levelFigures(reading: TableReading): KeyFigure[] {
  const { current, time } = reading;
  const price = current.find(({ meaning }) => meaning === "price");
  if (time === undefined || price === undefined || !time.hasSeveralRows) return lastDayFigures(reading);
  const rows = leafRows(reading);
  const last = rows.filter((row) => time.dayOfRow[row] === time.days.at(-1));
  const labels = rowLabels(reading.table, reading, reading, last);
  const first = new Map(
    rows.filter((row) => time.dayOfRow[row] === time.days[0]).map((row) => [rowText(reading, row), row]),
  );
  if (first.size < last.length && new Set(labels).size < last.length) return lastDayFigures(reading);
  const [start, end] = [time.labels[0] ?? "", time.labels.at(-1) ?? ""];
  const moves = last
    .map((row, index) => {
      const before = numberAt(price.column, first.get(rowText(reading, row)) ?? -1);
      return { name: labels[index] ?? "", move: 100 * (numberAt(price.column, row) / before - 1) };
    })
    .filter(({ move }) => Number.isFinite(move))
    .sort((a, b) => b.move - a.move);
  const listed = moves.length <= MAX_MOVES ? moves : [moves[0], moves.at(-1)].filter((move) => move !== undefined);
  return [
    figure(t("Prices from"), start, "", t("the first date"), true),
    figure(t("to"), end, "", t("the last date"), true),
    ...listed.map(({ name, move }) =>
      figure(
        name,
        percentText(move),
        "%",
        t("the change of {0} from {1} to {2}", columnText(price.column), start, end),
      ),
    ),
    ...(listed.length < moves.length
      ? [countFigure(t("Securities"), moves.length, t("rows of the last date"), true)]
      : []),
  ];
}

function percentText(move: number): string {
  const text = Math.abs(move).toFixed(2);
  if (!/[1-9]/.test(text)) return text;
  return `${move < 0 ? "\u2212" : "+"}${text}`;
}

/** A table with several rows a day: how many names the last day has, and the largest company among them. */
export function screenFigures(reading: TableReading): KeyFigure[] {
  const value = reading.current.find(({ meaning }) => meaning === "market-value");
  const rows = partsOf(reading);
  const { most } = extremeRows((row) => (value === undefined ? Number.NaN : numberAt(value.column, row)), rows);
  const total = lastDayFigures(reading);
  if (value === undefined || most === undefined || totalRows(reading, reading.time?.days.at(-1)).length > 0)
    return total;
  const [count, ...dates] = total;
  return [
    ...(count ? [count] : []),
    ...cellFigure(reading, titleOf(reading, t("Largest: {0}"), most), value, most),
    ...dates,
  ];
}
