import { calendarOf, type Day, periodEnds, periodUnitOf, resolveDate } from "@analytics-engines/core/parameters";
import { EXPORTED_SCREEN } from "../../catalogue/strategies.ts";
import type { Fields } from "../fields.ts";
import { FIRST_BOND, type SecurityId } from "../market/securities.ts";
import { hashText } from "../random.ts";
import { ParameterProblem, requireValue } from "../request.ts";
import { isExpression } from "./expressions.ts";

/** A security of the universe: how the request names it, and which of the market's it is. */
export interface Member {
  readonly identifier: string | undefined;
  readonly id: SecurityId;
}

const SCREENED = 40;

/** Whether the universe is the screen with a table as exported. */
export function isExportedScreen(universe: Fields): boolean {
  return (
    isSource(universe, "UniversalScreenUniverse") &&
    universe.text("screen")?.toLowerCase() === EXPORTED_SCREEN.toLowerCase()
  );
}

function isSource(fields: Fields, name: string): boolean {
  return fields.text("source")?.toLowerCase() === name.toLowerCase();
}

/** The securities: those listed, or those that an expression or a screen finds. */
export function membersOf(universe: Fields): Member[] {
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
  return Array.from({ length: SCREENED }, (_, place) => ({ identifier: undefined, id: first + start + place * 3 }));
}

const MAX_DAYS = 20_000;

/** The days: those listed, or the period ends from the start to the end. */
export function daysOf(dates: Fields, today: Date): Day[] {
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

export type Formula = Readonly<ReturnType<typeof formulasOf>[number]>;

/** The parameters of `AllUniversalScreenParameters`. */
const screenParameters = ["Price", "Market_Value", "Sector", "Dividend_Yield", "Price_to_Book"];
const exportedParameters = ["price", "tret", "sector"];

export function formulasOf(formulas: readonly Fields[], allowArrays: boolean, isExported = false) {
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
