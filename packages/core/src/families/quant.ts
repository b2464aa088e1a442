import * as z from "zod";
import { type QuantCalculationMeta, quantCalculationMeta } from "./calculation-meta.ts";
import { unitsEnvelope } from "./envelope.ts";
import { choice, flag, list, object, optional, slot, text, use } from "./schema.ts";

/** The property that says which variant an object is. */
function source<Name extends string>(name: Name, description: string): z.ZodLiteral<Name> {
  return z.literal(name).meta({ description });
}
const snippet = (label: string, description: string, body: unknown) => ({
  defaultSnippets: [{ label, description, body }],
});

const universeType = choice({ Equity: "Shares.", Debt: "Bonds." }, "The kind of securities in the universe.");

const identifierUniverse = object(
  {
    source: source("IdentifierUniverse", "A universe that lists its securities."),
    universeType,
    identifiers: list(
      text("Identifier of a security.", { examples: ["AAAA-US"] }),
      "The securities, one identifier each.",
    ),
  },
  "A universe that lists its securities.",
  {
    title: "QuantIdentifierUniverse",
    ...snippet("Identifiers", "A universe that lists its securities", {
      source: "IdentifierUniverse",
      universeType: "Equity",
      identifiers: [slot(1, "AAAA-US")],
    }),
  },
);
export interface QuantIdentifierUniverse extends z.output<typeof identifierUniverse> {}

const expressionUniverse = object(
  {
    source: source("ScreeningExpressionUniverse", "A universe that an expression selects."),
    universeExpr: text("Screening expression that is 1 for the securities of the universe.", {
      examples: ["ISON_INDEX('WORLD')=1"],
    }),
    universeType,
    securityExpr: optional(
      text("Expression that yields the identifier to show for a security.", { examples: ["SEDOL"] }),
    ),
  },
  "A universe that a screening expression selects.",
  {
    title: "QuantScreeningExpressionUniverse",
    ...snippet("Screening expression", "A universe that an expression selects", {
      source: "ScreeningExpressionUniverse",
      universeExpr: slot(1, "ISON_INDEX('WORLD')=1"),
      universeType: "Equity",
      securityExpr: slot(2, "SEDOL"),
    }),
  },
);
export interface QuantScreeningExpressionUniverse extends z.output<typeof expressionUniverse> {}

const screenUniverse = object(
  {
    source: source("UniversalScreenUniverse", "A universe that a saved screen defines."),
    screen: text("Path of the saved screen.", { examples: ["Client:/Screens/LOW_VOLATILITY"] }),
  },
  "A universe that a saved universal screen defines.",
  {
    title: "QuantUniversalScreenUniverse",
    ...snippet("Universal screen", "A universe that a saved screen defines", {
      source: "UniversalScreenUniverse",
      screen: slot(1, "Client:/SCREEN"),
    }),
  },
);
export interface QuantUniversalScreenUniverse extends z.output<typeof screenUniverse> {}

const universe = z
  .discriminatedUnion("source", [screenUniverse, expressionUniverse, identifierUniverse])
  .meta({ title: "OneOfQuantUniverse", description: "The securities to compute for." });
export type OneOfQuantUniverse =
  | QuantUniversalScreenUniverse
  | QuantScreeningExpressionUniverse
  | QuantIdentifierUniverse;

const dateShape = {
  frequency: text("Id of the frequency between the dates.", { examples: ["D", "M"] }),
  calendar: text("Id of the calendar by which days are counted.", { examples: ["FIVEDAY", "SEVENDAY"] }),
  overrideUniversalScreenCalendar: optional(flag("Whether this calendar replaces the one of a universal screen.")),
};

const dateRange = object(
  {
    source: source("FdsDate", "Dates from a first to a last day."),
    ...dateShape,
    startDate: text("First day: `YYYYMMDD`, or relative such as `-5D`.", { examples: ["20240101", "-5D"] }),
    endDate: text("Last day: `YYYYMMDD`, or relative such as `0`.", { examples: ["20240131", "0"] }),
  },
  "The dates from a first to a last day, by frequency and calendar.",
  {
    title: "QuantFdsDate",
    ...snippet("Range of dates", "Dates from a first to a last day", {
      source: "FdsDate",
      startDate: slot(1, "20240101"),
      endDate: slot(2, "20240131"),
      frequency: slot(3, "D"),
      calendar: slot(4, "FIVEDAY"),
    }),
  },
);
export interface QuantFdsDate extends z.output<typeof dateRange> {}

const dateList = object(
  {
    source: source("DateList", "Dates one by one."),
    ...dateShape,
    dates: optional(
      list(text("A day: `YYYYMMDD` or `YYYY-MM-DD`.", { examples: ["20240131"] }), "The days to compute for."),
    ),
  },
  "Dates that are listed one by one.",
  {
    title: "QuantDateList",
    ...snippet("List of dates", "Dates one by one", {
      source: "DateList",
      dates: [slot(1, "20240131")],
      frequency: slot(2, "D"),
      calendar: slot(3, "FIVEDAY"),
    }),
  },
);
export interface QuantDateList extends z.output<typeof dateList> {}

const dates = z
  .discriminatedUnion("source", [dateRange, dateList])
  .meta({ title: "OneOfQuantDates", description: "The days to compute for." });
export type OneOfQuantDates = QuantFdsDate | QuantDateList;

const name = text("Name of the formula's column in the result. Two formulas of a unit should not share one.", {
  examples: ["price"],
});
const dateOffset = optional(text("Shift of the formula's date against the unit's dates.", { examples: ["-1M"] }));

const screeningExpression = object(
  {
    source: source("ScreeningExpression", "A formula in the screening language."),
    expr: text("The expression.", { examples: ["P_PRICE"] }),
    name,
    dateOffset,
  },
  "A formula in the screening language.",
  {
    title: "QuantScreeningExpression",
    ...snippet("Screening expression", "A formula in the screening language", {
      source: "ScreeningExpression",
      expr: slot(1, "P_PRICE"),
      name: slot(2, "price"),
    }),
  },
);
export interface QuantScreeningExpression extends z.output<typeof screeningExpression> {}

const queryExpression = object(
  {
    source: source("FqlExpression", "A formula in the query language."),
    expr: text("The expression.", { examples: ["P_PRICE(#DATE)"] }),
    name,
    dateOffset,
    isArrayReturnType: optional(flag("Whether the expression yields a list; `meta.allowArrayData` must allow it.")),
  },
  "A formula in the query language.",
  {
    title: "QuantFqlExpression",
    ...snippet("Query expression", "A formula in the query language", {
      source: "FqlExpression",
      expr: slot(1, "P_PRICE(#DATE)"),
      name: slot(2, "price"),
      isArrayReturnType: false,
    }),
  },
);
export interface QuantFqlExpression extends z.output<typeof queryExpression> {}

const screenParameter = object(
  {
    source: source("UniversalScreenParameter", "One parameter of the universe's screen."),
    referenceName: text("Reference name of the parameter in the screen.", { examples: ["VOLATILITY_1Y"] }),
    name,
  },
  "One parameter of the universal screen that is the universe.",
  {
    title: "QuantUniversalScreenParameter",
    ...snippet("Screen parameter", "One parameter of the universe's screen", {
      source: "UniversalScreenParameter",
      referenceName: slot(1, "VOLATILITY_1Y"),
      name: slot(2, "volatility"),
    }),
  },
);
export interface QuantUniversalScreenParameter extends z.output<typeof screenParameter> {}

const allScreenParameters = object(
  { source: source("AllUniversalScreenParameters", "All parameters of the universe's screen.") },
  "All parameters of the universal screen that is the universe.",
  {
    title: "QuantAllUniversalScreenParameters",
    ...snippet("All screen parameters", "All parameters of the universe's screen", {
      source: "AllUniversalScreenParameters",
    }),
  },
);
export interface QuantAllUniversalScreenParameters extends z.output<typeof allScreenParameters> {}

const formula = z
  .discriminatedUnion("source", [screeningExpression, queryExpression, screenParameter, allScreenParameters])
  .meta({ title: "OneOfQuantFormulas", description: "What to compute, of one of four kinds." });
export type OneOfQuantFormulas =
  | QuantScreeningExpression
  | QuantFqlExpression
  | QuantUniversalScreenParameter
  | QuantAllUniversalScreenParameters;

const unitSnippet = {
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
};

const unit = object(
  {
    universe: optional<OneOfQuantUniverse>(universe),
    dates: optional<OneOfQuantDates>(dates),
    formulas: optional(list<OneOfQuantFormulas>(formula, "What to compute: a column of the result each.")),
    jobDescription: optional(text("Free text to recognise the job by.", { examples: ["Month-end prices"] })),
  },
  "Formulas computed for a universe of securities over dates.",
  { title: "QuantCalculationParameters", defaultSnippets: [unitSnippet] },
);
export interface QuantCalculationParameters extends z.output<typeof unit> {}

export const quantRoot = unitsEnvelope<QuantCalculationParameters, QuantCalculationMeta>(
  "QuantCalculationParametersRoot",
  use<QuantCalculationParameters>(unit, "Formulas computed for a universe of securities over dates."),
  quantCalculationMeta,
  unitSnippet,
);
export interface QuantCalculationParametersRoot extends z.output<typeof quantRoot> {}
