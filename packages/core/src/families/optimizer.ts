import type * as z from "zod";
import { anyMeta, singleEnvelope } from "./envelope.ts";
import { choice, flag, list, map, object, optional, type Snippet, slot, text, use } from "./schema.ts";

// The parts that the five optimizers share.

const accountOverrides = object("OptimizerAccountOverrides", "Settings that replace those of the account.", {
  portfolio: optional(text("Portfolio in place of the account's own.", "Client:/Balanced/MODERATE.ACCT")),
  benchmark: optional(text("Benchmark in place of the strategy's.", "BMK:WORLD")),
  riskModelId: optional(text("Id of the risk model in place of the strategy's.", "RM_GLOBAL")),
  currency: optional(text("Currency, an ISO 4217 code.", "USD")),
});
export interface OptimizerAccountOverrides extends z.output<typeof accountOverrides> {}

/** The properties of every account of an optimization. */
export const accountShape = {
  id: optional(text("Path of the account.", "Client:/Optimizer/CORE_EQUITY.ACCT")),
  overrides: optional<OptimizerAccountOverrides>(accountOverrides),
};

export const optimizerAccount = object("OptimizerAccount", "The account to optimize.", accountShape);
export interface OptimizerAccount extends z.output<typeof optimizerAccount> {}

/** The properties of every `optimization`. */
export const optimizationShape = {
  riskModelDate: optional(
    text("Day of the risk model: `YYYYMMDD`, `MM/DD/YYYY`, or relative such as `0M`.", "20240329", "0M"),
  ),
  backtestDate: optional(
    text("Day the optimization is done as of: `YYYYMMDD`, `MM/DD/YYYY`, or relative such as `0M`.", "20240329", "0M"),
  ),
  cashflow: optional(
    text("Cash that flows in (or out, negative), a number as text in the account's currency.", "0", "-250000"),
  ),
};

export const optimization = object("Optimization", "Dates and cash of the optimization.", optimizationShape);
export interface Optimization extends z.output<typeof optimization> {}

const identifierType = choice("The identifier that the result names securities by.", {
  Asset: "The optimizer's asset id.",
  Cusip: "CUSIP.",
  Isin: "ISIN.",
  RiskModel: "The risk model's id.",
  SedolChk: "SEDOL with its check digit.",
  Sedol: "SEDOL.",
  SymbologyCusip: "CUSIP of the symbology.",
  Ticker: "Ticker.",
  TickerRegion: "Ticker with region.",
  User: "The user's own id.",
});
const includeCash = flag("Whether cash is listed.");
const excludeZero = flag("Whether positions of zero are left out.");

const trades = object(
  "OptimizerTradesList",
  "The list of trades.",
  { identifierType: optional(identifierType), includeCash: optional(includeCash) },
  { label: "Trades", description: "The list of trades", body: { identifierType: "Asset", includeCash: false } },
);
export interface OptimizerTradesList extends z.output<typeof trades> {}

const optimal = object(
  "OptimizerOptimalHoldings",
  "The optimal holdings.",
  { identifierType: optional(identifierType), includeCash: optional(includeCash), excludeZero: optional(excludeZero) },
  {
    label: "Holdings",
    description: "The optimal holdings",
    body: { identifierType: "Asset", includeCash: false, excludeZero: true },
  },
);
export interface OptimizerOptimalHoldings extends z.output<typeof optimal> {}

const savedPortfolio = object("OptimalPortfolio", "The optimal portfolio, saved as an account.", {
  acctName: optional(text("Path of the account to write to.", "Client:/Optimizer/OPTIMAL.ACCT")),
  excludeZero: optional(excludeZero),
  archiveDate: optional(
    text("Day the portfolio is saved under: `YYYYMMDD`, `MM/DD/YYYY`, or relative such as `0`.", "20240329", "0"),
  ),
  ifAcctExists: optional(
    choice("What happens where the account exists.", {
      abort: "Nothing is written.",
      overwrite: "The account is replaced.",
      appendDate: "The day is added to it.",
    }),
  ),
  ifOfdbDateExists: optional(
    choice("What happens where the day exists.", {
      abort: "Nothing is written.",
      replaceDate: "The day is replaced.",
      appendSecurities: "The securities are added to it.",
    }),
  ),
});
export interface OptimalPortfolio extends z.output<typeof savedPortfolio> {}

const stats = object("OptimizerStats", "Statistics of the optimization. It has no options: `{}`.", {});
export interface OptimizerStats extends z.output<typeof stats> {}

const outputs = object("OptimizerOutputTypes", "The outputs of the optimization: the result has a table for each.", {
  trades: optional(use<OptimizerTradesList>(trades, "Asks for the list of trades.")),
  optimal: optional(use<OptimizerOptimalHoldings>(optimal, "Asks for the optimal holdings.")),
  account: optional(use<OptimalPortfolio>(savedPortfolio, "Saves the optimal portfolio as an account.")),
  stats: optional(use<OptimizerStats>(stats, "Asks for statistics. It has no options: `{}`.")),
});
export interface OptimizerOutputTypes extends z.output<typeof outputs> {}
export const outputTypes: z.core.$ZodType<OptimizerOutputTypes> = outputs;

const optimizerMeta = anyMeta;
export type OptimizerCalculationMeta = z.output<typeof optimizerMeta>;

const strategyId = text("Path of the strategy document.", "Client:/Optimizer/LOW_TURNOVER");

// The parts of a strategy's overrides.
const action = choice("Whether it counts.", { Disable: "It does not count.", Enable: "It counts." });
export const constraintMap = optional(
  map(action, "The strategy's constraints to switch, by name.", {
    defaultSnippets: [
      { label: "Constraint", description: "Switches a constraint off", body: { [slot(1, "CONSTRAINT")]: "Disable" } },
    ],
  }),
);
/** The terms of an objective, which are switched like constraints. */
export const termMap = optional(map(action, "The objective's terms to switch, by name."));

const constraintAction = object(
  "ConstraintAction",
  "A constraint and whether it counts.",
  {
    item1: optional(text("Name of the constraint.", "Turnover")),
    item2: optional(use(action, "Whether the constraint counts.")),
  },
  {
    label: "Constraint",
    description: "Switches a constraint off",
    body: { item1: slot(1, "CONSTRAINT"), item2: "Disable" },
  },
);
export interface ConstraintAction extends z.output<typeof constraintAction> {}
export const constraintList = optional(
  list<ConstraintAction>(constraintAction, "The strategy's constraints to switch."),
);

const objective = optional(text("Objective in place of the strategy's.", "MAX_RETURN"));
export const alpha = optional(text("Alpha in place of the strategy's, a formula.", "EXPECTED_RETURN"));
export const tax = optional(text("Tax settings in place of the strategy's; empty for local ones.", "TAX_2024"));
export const transactionCost = optional(
  text("Transaction costs in place of the strategy's; empty for local ones.", "COST_BASE"),
);

/** The overrides of a strategy of `afi` or `axp`. */
export const equityOverrides = { objective, tax, constraints: constraintMap, alpha, transactionCost };

/**
 * The snippet of a whole optimization.
 * @param strategy the path of a strategy of the optimizer
 * @internal
 */
export function optimizationSnippet(strategy: string) {
  return {
    label: "Optimization",
    description: "A strategy run for an account, with the list of trades",
    body: {
      strategy: { id: slot(1, strategy) },
      account: { id: slot(2, "Client:/Optimizer/CORE_EQUITY.ACCT") },
      outputTypes: { trades: { identifierType: "Asset", includeCash: false } },
    },
  };
}

/**
 * The settings that replace those of a strategy.
 *
 * @internal
 */
export function overridesOf<Shape extends z.ZodRawShape>(title: string, shape: Shape) {
  return object(title, "Settings that replace those of the strategy.", shape);
}

/**
 * A strategy, named by its document, with settings that replace its own.
 *
 * @internal
 */
export function strategyOf<Overrides>(title: string, overrides: z.core.$ZodType<Overrides>) {
  return object(title, "The strategy to optimize by.", { overrides: optional(overrides), id: strategyId });
}

/**
 * The parameters of an optimizer, with the schema of its strategy.
 *
 * @internal
 */
export function parametersOf<Strategy>(title: string, strategy: z.core.$ZodType<Strategy>) {
  return object(title, "One optimization.", {
    strategy,
    account: optional<OptimizerAccount>(optimizerAccount),
    optimization: optional<Optimization>(optimization),
    outputTypes,
  });
}

/**
 * The request of an optimizer.
 *
 * @internal
 */
export function optimizerEnvelope<Parameters>(parameters: z.core.$ZodType<Parameters>, snippet: Snippet) {
  return singleEnvelope<Parameters, OptimizerCalculationMeta>(parameters, optimizerMeta, snippet);
}
