import {
  calendarOf,
  type Day,
  dashedDate,
  formatDay,
  periodEnds,
  periodUnitOf,
  resolveDate,
} from "@analytics-engines/core/parameters";
import * as arrow from "@uwdata/flechette";
import lz4 from "lz4js";
import { EXPORTED_SCREEN } from "../../catalogue/documents.ts";
import { exportedNumbers, exportedTexts } from "../exported.ts";
import { priceOf } from "../market/prices.ts";
import {
  countryOf,
  FIRST_BOND,
  groupOf,
  identifierWithRegion,
  type SecurityId,
  securityName,
} from "../market/securities.ts";
import { hashText, rounded, uniform } from "../random.ts";
import {
  type Fields,
  fieldsOf,
  ParameterProblem,
  type ResultRequest,
  refuseTooLarge,
  requireValue,
} from "../request.ts";
import { type Cell, dimensions, type ResultTable, type TableColumn, tableOfColumns } from "../stach/table.ts";

interface Row {
  readonly member: Member;
  readonly day: Day;
}

/** The table of a quant unit: a row for each security and day, a column for each formula. */
export function quantResult({ unit: parameters, meta, seed, today }: ResultRequest) {
  const unit = fieldsOf(parameters);
  const members = membersOf(unit.object("universe"));
  const days = daysOf(unit.object("dates"), today);
  const isExported = isExportedScreen(unit.object("universe"));
  const formulas = formulasOf(unit.objects("formulas"), fieldsOf(meta).flag("allowArrayData"), isExported);
  if (members.length === 0) throw new ParameterProblem("No identifiers");
  if (days.length === 0) throw new ParameterProblem("No dates");
  if (formulas.length === 0) throw new ParameterProblem("No formulas");
  refuseTooLarge(members.length * days.length * formulas.length);
  // An export goes from date to date, the other tables from security to security.
  const rows = isExported
    ? days.flatMap((day) => members.map((member) => ({ member, day })))
    : members.flatMap((member) => days.map((day) => ({ member, day })));
  const broken = formulas.filter((formula) => !isExpression(formula.expression));
  const warnings = broken.map(
    ({ expression }) =>
      `Failed to evaluate expression ${expression.toUpperCase()}, possible syntax error, data will be NA`,
  );
  const first = formatDay(Math.min(...days));
  const last = formatDay(Math.max(...days));
  const nameOf = ({ member: { identifier, id } }: Row) => identifier ?? identifierWithRegion(id);
  const names = isExported
    ? [
        exportedTexts(
          "DATE",
          rows.map(({ day }) => formatDay(day)),
        ),
        exportedTexts("UNIVERSE", rows.map(nameOf)),
        exportedTexts(
          "ison_univ",
          rows.map(() => "True"),
        ),
      ]
    : dimensions(rows, [
        ["symbol", "Symbol", nameOf],
        ["date", "Date", ({ day }) => dashedDate(day)],
      ]);
  const columns = [
    ...names,
    ...formulas.map((formula) =>
      isExported && formula.expression.toLowerCase() === "tret"
        ? exportedNumbers([formula.name], priceReturns(rows, days, seed))
        : formulaColumn(formula, rows, seed),
    ),
  ];
  const metadata = {
    "Absolute End Date": [last],
    "Absolute Start Date": [first],
    "Job Description": [unit.text("jobDescription") ?? ""],
  };
  return { table: tableOfColumns(columns, metadata), warnings, formulas, members: members.length, days: days.length };
}

/** What the price of each row gained since the date before; before the first date, since as long ago as to the second. */
function priceReturns(rows: readonly Row[], days: readonly Day[], seed: number): number[] {
  const [first = 0, second = first + 30] = days;
  const before = new Map(days.map((day, index) => [day, days[index - 1] ?? first - (second - first)]));
  return rows.map(
    ({ member: { id }, day }) => 100 * (priceOf(seed, id, day) / priceOf(seed, id, before.get(day) ?? day) - 1),
  );
}

const arrayDays = [0, 30, 60];

function formulaColumn(formula: Formula, rows: readonly Row[], seed: number): TableColumn {
  const name = formula.name.replaceAll(/[^A-Za-z0-9_]/g, "");
  const headers = [formula.name];
  if (!isExpression(formula.expression)) return { name, headers, type: "real", cells: rows.map(() => null) };
  const { type, value } = evaluationOf(formula.expression, seed);
  if (formula.isArray) {
    const cells = rows.map(({ member, day }) =>
      Object.fromEntries(arrayDays.map((back) => [dashedDate(day - back), Number(value(member.id, day - back)) || 0])),
    );
    return { name, headers, type: "object", cells };
  }
  return { name, headers, type, cells: rows.map(({ member, day }) => value(member.id, day)) };
}

/** A security of the universe: how the request names it, and which of the market's it is. */
interface Member {
  readonly identifier: string | undefined;
  readonly id: SecurityId;
}

const SCREENED = 40;

/** Whether the universe is the screen with a table as exported. */
function isExportedScreen(universe: Fields): boolean {
  return (
    isSource(universe, "UniversalScreenUniverse") &&
    universe.text("screen")?.toLowerCase() === EXPORTED_SCREEN.toLowerCase()
  );
}

function isSource(fields: Fields, name: string): boolean {
  return fields.text("source")?.toLowerCase() === name.toLowerCase();
}

/** The securities: those listed, or those that an expression or a screen finds. */
function membersOf(universe: Fields): Member[] {
  const first = universe.text("universeType")?.toLowerCase() === "debt" ? FIRST_BOND : 0;
  if (isSource(universe, "IdentifierUniverse")) {
    return universe.texts("identifiers").map((identifier) => ({
      identifier,
      id: first + (hashText(identifier.toUpperCase()) % 100_000),
    }));
  }
  const expression = isSource(universe, "ScreeningExpressionUniverse")
    ? universe.text("universeExpr")
    : universe.text("screen");
  if (expression === undefined || !isExpression(expression))
    throw new ParameterProblem(`Invalid universe:${expression ?? ""}`);
  const start = hashText(expression.toLowerCase()) % 50_000;
  return Array.from({ length: SCREENED }, (_, index) => ({ identifier: undefined, id: first + start + index * 3 }));
}

const MAX_DAYS = 20_000;

/** The days: those listed, or the period ends from the start to the end. */
function daysOf(dates: Fields, today: Date): Day[] {
  const calendar = calendarOf(dates.text("calendar"));
  const resolve = (text: string): Day =>
    requireValue(resolveDate(text, { today, calendar, also: "YYYY-MM-DD" }), `Invalid date:${text}`);
  if (isSource(dates, "DateList")) return dates.texts("dates").map(resolve);
  if (!dates.has("endDate")) return [resolve("0")];
  const start = resolve(dates.text("startDate") ?? "0");
  const end = resolve(dates.text("endDate") ?? "0");
  const frequency = dates.text("frequency") ?? "D";
  const unit = requireValue(periodUnitOf(frequency), `Invalid frequency:${frequency}`);
  if (start > end) throw new ParameterProblem("Start date is after end date");
  if (end - start > MAX_DAYS) throw new ParameterProblem("Too many dates");
  return start === end ? [end] : periodEnds(start - 1, end, unit, calendar);
}

type Formula = Readonly<ReturnType<typeof formulasOf>[number]>;

/** The parameters of `AllUniversalScreenParameters`. */
const screenParameters = ["Price", "Market_Value", "Sector", "Dividend_Yield", "Price_to_Book"];
const exportedParameters = ["price", "tret", "sector"];

function formulasOf(formulas: readonly Fields[], allowArrays: boolean, isExported = false) {
  return formulas.flatMap((formula) => {
    if (isSource(formula, "AllUniversalScreenParameters")) {
      const names = isExported ? exportedParameters : screenParameters;
      return names.map((name) => ({ name, expression: name, isArray: false }));
    }
    const expression = formula.text("expr") ?? formula.text("referenceName") ?? "";
    // Each cell of an array holds several values.
    const isArray = allowArrays && formula.flag("isArrayReturnType");
    return [{ name: formula.text("name") ?? expression, expression, isArray }];
  });
}

/** The type of a formula, and its value for a security on a day. */
interface Evaluation {
  readonly type: "string" | "real";
  readonly value: (id: SecurityId, day: Day) => Cell;
}

/** Whether an expression has a valid form: not empty, with brackets and quotes in pairs. */
export function isExpression(expression: string): boolean {
  let depth = 0;
  let quote = "";
  for (const sign of expression) {
    if (quote !== "") {
      if (sign === quote) quote = "";
    } else if (sign === "'" || sign === '"') {
      quote = sign;
    } else if (sign === "(") {
      depth++;
    } else if (sign === ")" && --depth < 0) {
      return false;
    }
  }
  return depth === 0 && quote === "" && expression.trim() !== "";
}

/** Evaluates an expression by the words in it. An unknown expression gives a number for each security and day. */
function evaluationOf(expression: string, seed: number): Evaluation {
  const text = expression.toLowerCase();
  const word = (value: (id: SecurityId) => string): Evaluation => ({ type: "string", value });
  if (/ticker|cusip|sedol|isin|symbol/.test(text)) return word(identifierWithRegion);
  if (/name/.test(text)) return word(securityName);
  if (/sector/.test(text)) return word((id) => groupOf(id, "sector"));
  if (/industry/.test(text)) return word((id) => groupOf(id, "industry"));
  if (/country/.test(text)) return word((id) => groupOf(id, "country"));
  if (/currency|iso/.test(text)) return word((id) => countryOf(id).currency);
  if (/mkt_val|market_value|mkt_cap/.test(text)) {
    const shares = (id: SecurityId) => 20 * 400 ** uniform(seed, 80, id);
    return { type: "real", value: (id, day) => rounded(priceOf(seed, id, day) * shares(id)) };
  }
  if (/price/.test(text)) return { type: "real", value: (id, day) => rounded(priceOf(seed, id, day)) };
  const key = hashText(text);
  return {
    type: "real",
    value: (id, day) => rounded(100 * uniform(seed, key, id) * (1 + 0.05 * Math.sin((day + (key % 97)) / 40))),
  };
}

/**
 * A table as Feather: an Arrow IPC file, packed by LZ4 as its usual writers do. Text columns are dictionaries, numbers are doubles, cells
 * with several values are JSON text.
 */
export function toFeather(table: ResultTable): Uint8Array<ArrayBuffer> {
  const codec = arrow.CompressionType.LZ4_FRAME;
  arrow.setCompressionCodec(codec, {
    encode: (bytes) => Uint8Array.from(lz4.compress(bytes)),
    decode: (bytes) => Uint8Array.from(lz4.decompress(bytes)),
  });
  const column = ({ type, cells }: TableColumn) => {
    if (type === "real" || type === "int32") return arrow.columnFromArray(cells.map(numberOf), arrow.float64());
    return arrow.columnFromArray(cells.map(textOf), arrow.dictionary(arrow.utf8()));
  };
  // Two formulas may have the same name, but Arrow readers identify columns by their names.
  const usedNames = new Set<string>();
  const columns = table.columns.map((tableColumn): [string, ReturnType<typeof column>] => {
    let name = tableColumn.headers.join(" | ");
    for (let number = 2; usedNames.has(name); number++) name = `${tableColumn.headers.join(" | ")} ${number}`;
    usedNames.add(name);
    return [name, column(tableColumn)];
  });
  return new Uint8Array(arrow.tableToIPC(arrow.tableFromColumns(columns), { format: "file", codec }) ?? []);
}

function numberOf(cell: Cell): number | null {
  return typeof cell === "number" ? cell : null;
}

function textOf(cell: Cell): string | null {
  return typeof cell === "string" || cell === null ? cell : JSON.stringify(cell);
}
