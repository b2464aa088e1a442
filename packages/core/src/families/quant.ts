import * as z from "zod";
import { type QuantCalculationMeta, quantCalculationMeta, unitsEnvelope } from "./envelope.ts";
import { choice, flag, list, object, optional, slot, text } from "./schema.ts";

/**
 * One form of an object that has several forms; its property `source` says which one it is. `about` is the hover text of `source` and of
 * the snippet.
 */
function variant<Source extends string, Shape extends z.ZodRawShape>(
  source: Source,
  label: string,
  about: string,
  shape: Shape,
  body: object,
  description = `${about}.`,
) {
  return object(
    `Quant${source}`,
    description,
    { source: z.literal(source).meta({ description: `${about}.` }), ...shape },
    { label, description: about, body: { source, ...body } },
  );
}

const universeType = choice("The kind of securities in the universe.", { Equity: "Shares.", Debt: "Bonds." });

const identifierUniverse = variant(
  "IdentifierUniverse",
  "Identifiers",
  "A universe that lists its securities",
  {
    universeType,
    identifiers: list(text("Identifier of a security.", "AAAA-US"), "The securities, one identifier each."),
  },
  { universeType: "Equity", identifiers: [slot(1, "AAAA-US")] },
);
export interface QuantIdentifierUniverse extends z.output<typeof identifierUniverse> {}

const expressionUniverse = variant(
  "ScreeningExpressionUniverse",
  "Screening expression",
  "A universe that an expression selects",
  {
    universeExpr: text("Screening expression that is 1 for the securities of the universe.", "ISON_INDEX('WORLD')=1"),
    universeType,
    securityExpr: optional(text("Expression that yields the identifier to show for a security.", "SEDOL")),
  },
  { universeExpr: slot(1, "ISON_INDEX('WORLD')=1"), universeType: "Equity", securityExpr: slot(2, "SEDOL") },
  "A universe that a screening expression selects.",
);
export interface QuantScreeningExpressionUniverse extends z.output<typeof expressionUniverse> {}

const screenUniverse = variant(
  "UniversalScreenUniverse",
  "Universal screen",
  "A universe that a saved screen defines",
  { screen: text("Path of the saved screen.", "Client:/Screens/LOW_VOLATILITY") },
  { screen: slot(1, "Client:/SCREEN") },
  "A universe that a saved universal screen defines.",
);
export interface QuantUniversalScreenUniverse extends z.output<typeof screenUniverse> {}

const universe = z
  .discriminatedUnion("source", [screenUniverse, expressionUniverse, identifierUniverse])
  .meta({ title: "OneOfQuantUniverse", description: "The securities to compute for." });
type OneOfQuantUniverse = QuantUniversalScreenUniverse | QuantScreeningExpressionUniverse | QuantIdentifierUniverse;

const dateShape = {
  frequency: text("Id of the frequency between the dates.", "D", "M"),
  calendar: text("Id of the calendar by which days are counted.", "FIVEDAY", "SEVENDAY"),
  overrideUniversalScreenCalendar: optional(flag("Whether this calendar replaces the one of a universal screen.")),
};

const dateRange = variant(
  "FdsDate",
  "Range of dates",
  "Dates from a first to a last day",
  {
    ...dateShape,
    startDate: text("First day: `YYYYMMDD`, or relative such as `-5D`.", "20240101", "-5D"),
    endDate: text("Last day: `YYYYMMDD`, or relative such as `0`.", "20240131", "0"),
  },
  {
    startDate: slot(1, "20240101"),
    endDate: slot(2, "20240131"),
    frequency: slot(3, "D"),
    calendar: slot(4, "FIVEDAY"),
  },
  "The dates from a first to a last day, by frequency and calendar.",
);
export interface QuantFdsDate extends z.output<typeof dateRange> {}

const dateList = variant(
  "DateList",
  "List of dates",
  "Dates one by one",
  {
    ...dateShape,
    dates: optional(list(text("A day: `YYYYMMDD` or `YYYY-MM-DD`.", "20240131"), "The days to compute for.")),
  },
  { dates: [slot(1, "20240131")], frequency: slot(2, "D"), calendar: slot(3, "FIVEDAY") },
  "Dates that are listed one by one.",
);
export interface QuantDateList extends z.output<typeof dateList> {}

const dates = z
  .discriminatedUnion("source", [dateRange, dateList])
  .meta({ title: "OneOfQuantDates", description: "The days to compute for." });
type OneOfQuantDates = QuantFdsDate | QuantDateList;

const name = text("Name of the formula's column in the result. Two formulas of a unit should not share one.", "price");
const dateOffset = optional(text("Shift of the formula's date against the unit's dates.", "-1M"));

const screeningExpression = variant(
  "ScreeningExpression",
  "Screening expression",
  "A formula in the screening language",
  { expr: text("The expression.", "P_PRICE"), name, dateOffset },
  { expr: slot(1, "P_PRICE"), name: slot(2, "price") },
);
export interface QuantScreeningExpression extends z.output<typeof screeningExpression> {}

const queryExpression = variant(
  "FqlExpression",
  "Query expression",
  "A formula in the query language",
  {
    expr: text("The expression.", "P_PRICE(#DATE)"),
    name,
    dateOffset,
    isArrayReturnType: optional(flag("Whether the expression yields a list; `meta.allowArrayData` must allow it.")),
  },
  { expr: slot(1, "P_PRICE(#DATE)"), name: slot(2, "price"), isArrayReturnType: false },
);
export interface QuantFqlExpression extends z.output<typeof queryExpression> {}

const screenParameter = variant(
  "UniversalScreenParameter",
  "Screen parameter",
  "One parameter of the universe's screen",
  { referenceName: text("Reference name of the parameter in the screen.", "VOLATILITY_1Y"), name },
  { referenceName: slot(1, "VOLATILITY_1Y"), name: slot(2, "volatility") },
  "One parameter of the universal screen that is the universe.",
);
export interface QuantUniversalScreenParameter extends z.output<typeof screenParameter> {}

const allScreenParameters = variant(
  "AllUniversalScreenParameters",
  "All screen parameters",
  "All parameters of the universe's screen",
  {},
  {},
  "All parameters of the universal screen that is the universe.",
);
export interface QuantAllUniversalScreenParameters extends z.output<typeof allScreenParameters> {}

const formula = z
  .discriminatedUnion("source", [screeningExpression, queryExpression, screenParameter, allScreenParameters])
  .meta({ title: "OneOfQuantFormulas", description: "What to compute, of one of four kinds." });
type OneOfQuantFormulas =
  | QuantScreeningExpression
  | QuantFqlExpression
  | QuantUniversalScreenParameter
  | QuantAllUniversalScreenParameters;

const unit = object("QuantCalculationParameters", "Formulas computed for a universe of securities over dates.", {
  universe: optional<OneOfQuantUniverse>(universe),
  dates: optional<OneOfQuantDates>(dates),
  formulas: optional(list<OneOfQuantFormulas>(formula, "What to compute: a column of the result each.")),
  jobDescription: optional(text("Free text to recognise the job by.", "Month-end prices")),
});
export interface QuantCalculationParameters extends z.output<typeof unit> {}

export const quantRoot = unitsEnvelope<QuantCalculationParameters, QuantCalculationMeta>(unit, quantCalculationMeta, {
  label: "Unit",
  description: "A formula computed for listed securities over a range of dates",
  body: {
    universe: { source: "IdentifierUniverse", universeType: "Equity", identifiers: [slot(2, "AAAA-US")] },
    dates: {
      source: "FdsDate",
      startDate: slot(3, "20240101"),
      endDate: slot(4, "20240131"),
      frequency: slot(5, "D"),
      calendar: slot(6, "FIVEDAY"),
    },
    formulas: [{ source: "ScreeningExpression", expr: slot(7, "P_PRICE"), name: slot(8, "price") }],
  },
});
export interface QuantCalculationParametersRoot extends z.output<typeof quantRoot> {}
