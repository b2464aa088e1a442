import type * as z from "zod";
import { anyMeta } from "./envelope.ts";
import { choice, flag, list, map, object, optional, slot, text, use } from "./schema.ts";

// The parts that the five optimizers share.

const accountOverrides = object(
  {
    portfolio: optional(text("Portfolio in place of the account's own.", { examples: ["Client:/Model/TARGET.ACCT"] })),
    benchmark: optional(text("Benchmark in place of the strategy's.", { examples: ["BENCH:WORLD"] })),
    riskModelId: optional(text("Id of the risk model in place of the strategy's.", { examples: ["RM_GLOBAL"] })),
    currency: optional(text("Currency, an ISO 4217 code.", { examples: ["USD"] })),
  },
  "What is taken in place of the account's own settings.",
  { title: "OptimizerAccountOverrides" },
);
export interface OptimizerAccountOverrides extends z.output<typeof accountOverrides> {}

/** The properties of every account of an optimization. */
export const accountShape = {
  id: optional(text("Path of the account.", { examples: ["Client:/Optimizer/EQUITY.ACCT"] })),
  overrides: optional<OptimizerAccountOverrides>(accountOverrides),
};

export const optimizerAccount = object(accountShape, "The account to optimize.", { title: "OptimizerAccount" });
export interface OptimizerAccount extends z.output<typeof optimizerAccount> {}

/** The properties of every `optimization`. */
export const optimizationShape = {
  riskModelDate: optional(
    text("Day of the risk model: `YYYYMMDD`, `MM/DD/YYYY`, or relative such as `0M`.", {
      examples: ["20240329", "0M"],
    }),
  ),
  backtestDate: optional(
    text("Day the optimization is done as of: `YYYYMMDD`, `MM/DD/YYYY`, or relative such as `0M`.", {
      examples: ["20240329", "0M"],
    }),
  ),
  cashflow: optional(
    text("Cash that flows in (or out, negative), a number as text in the account's currency.", {
      examples: ["0", "-250000"],
    }),
  ),
};

export const optimization = object(optimizationShape, "Dates and cash of the optimization.", { title: "Optimization" });
export interface Optimization extends z.output<typeof optimization> {}

const identifierType = choice(
  {
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
  },
  "The identifier that the result names securities by.",
);
const includeCash = flag("Whether cash is listed.");
const excludeZero = flag("Whether positions of zero are left out.");

const trades = object(
  { identifierType: optional(identifierType), includeCash: optional(includeCash) },
  "The list of trades.",
  {
    title: "OptimizerTradesList",
    defaultSnippets: [
      { label: "Trades", description: "The list of trades", body: { identifierType: "Asset", includeCash: false } },
    ],
  },
);
export interface OptimizerTradesList extends z.output<typeof trades> {}

const optimal = object(
  { identifierType: optional(identifierType), includeCash: optional(includeCash), excludeZero: optional(excludeZero) },
  "The optimal holdings.",
  {
    title: "OptimizerOptimalHoldings",
    defaultSnippets: [
      {
        label: "Holdings",
        description: "The optimal holdings",
        body: { identifierType: "Asset", includeCash: false, excludeZero: true },
      },
    ],
  },
);
export interface OptimizerOptimalHoldings extends z.output<typeof optimal> {}

const savedPortfolio = object(
  {
    acctName: optional(text("Path of the account to write to.", { examples: ["Client:/Optimizer/OPTIMAL.ACCT"] })),
    excludeZero: optional(excludeZero),
    archiveDate: optional(
      text("Day the portfolio is saved under: `YYYYMMDD`, `MM/DD/YYYY`, or relative such as `0`.", {
        examples: ["20240329", "0"],
      }),
    ),
    ifAcctExists: optional(
      choice(
        { abort: "Nothing is written.", overwrite: "The account is replaced.", appendDate: "The day is added to it." },
        "What happens where the account exists.",
      ),
    ),
    ifOfdbDateExists: optional(
      choice(
        {
          abort: "Nothing is written.",
          replaceDate: "The day is replaced.",
          appendSecurities: "The securities are added to it.",
        },
        "What happens where the day exists.",
      ),
    ),
  },
  "The optimal portfolio, saved as an account.",
  { title: "OptimalPortfolio" },
);
export interface OptimalPortfolio extends z.output<typeof savedPortfolio> {}

const stats = object({}, "Statistics of the optimization. It has no options: `{}`.", { title: "OptimizerStats" });
export interface OptimizerStats extends z.output<typeof stats> {}

export const outputTypes = object(
  {
    trades: optional(use<OptimizerTradesList>(trades, "Asks for the list of trades.")),
    optimal: optional(use<OptimizerOptimalHoldings>(optimal, "Asks for the optimal holdings.")),
    account: optional(use<OptimalPortfolio>(savedPortfolio, "Saves the optimal portfolio as an account.")),
    stats: optional(use<OptimizerStats>(stats, "Asks for statistics. It has no options: `{}`.")),
  },
  "The outputs of the optimization: the result has a table for each.",
  { title: "OptimizerOutputTypes" },
);
export interface OptimizerOutputTypes extends z.output<typeof outputTypes> {}

export const optimizerMeta = anyMeta;
export type OptimizerCalculationMeta = z.output<typeof optimizerMeta>;

/** Path of a strategy document. */
const strategyId = text("Path of the strategy document.", { examples: ["Client:/Optimizer/LOW_RISK"] });

// The parts of a strategy's overrides.
const action = choice({ Disable: "It is left out.", Enable: "It is taken." }, "Whether it counts.");
export const constraintMap = optional(
  map(action, "The strategy's constraints to switch, by name.", {
    defaultSnippets: [
      { label: "Constraint", description: "Switches a constraint off", body: { [slot(1, "CONSTRAINT")]: "Disable" } },
    ],
  }),
);
/** Terms of an objective, switched like constraints. */
export const termMap = optional(map(action, "The objective's terms to switch, by name."));

const constraintAction = object(
  {
    item1: optional(text("Name of the constraint.", { examples: ["Turnover"] })),
    item2: optional(use(action, "Whether the constraint counts.")),
  },
  "A constraint and whether it counts.",
  {
    title: "ConstraintAction",
    defaultSnippets: [
      {
        label: "Constraint",
        description: "Switches a constraint off",
        body: { item1: slot(1, "CONSTRAINT"), item2: "Disable" },
      },
    ],
  },
);
export interface ConstraintAction extends z.output<typeof constraintAction> {}
export const constraintList = optional(
  list<ConstraintAction>(constraintAction, "The strategy's constraints to switch."),
);

export const objective = optional(text("Objective in place of the strategy's.", { examples: ["MAX_RETURN"] }));
export const alpha = optional(text("Alpha in place of the strategy's, a formula.", { examples: ["EXPECTED_RETURN"] }));
export const tax = optional(
  text("Tax settings in place of the strategy's; empty for local ones.", { examples: ["TAX_2024"] }),
);
export const transactionCost = optional(
  text("Transaction costs in place of the strategy's; empty for local ones.", { examples: ["COST_BASE"] }),
);

/** The snippet of a whole optimization. */
export const optimizationSnippet = {
  label: "Optimization",
  description: "A strategy run for an account, with the list of trades",
  body: {
    strategy: { id: slot(1, "Client:/STRATEGY") },
    account: { id: slot(2, "Client:/ACCOUNT.ACCT") },
    outputTypes: { trades: { identifierType: "Asset", includeCash: false } },
  },
};

/**
 * A strategy by its document, with overrides of its settings.
 *
 * @internal
 */
export function strategyOf<Overrides>(title: string, overrides: z.core.$ZodType<Overrides>) {
  return object({ overrides: optional(overrides), id: strategyId }, "The strategy to optimize by.", { title });
}

/**
 * The parameters of an optimizer, with the schema of its strategy.
 *
 * @internal
 */
export function parametersOf<Strategy>(title: string, strategy: z.core.$ZodType<Strategy>) {
  return object(
    {
      strategy: use(strategy, "The strategy to optimize by."),
      account: optional<OptimizerAccount>(optimizerAccount),
      optimization: optional<Optimization>(optimization),
      outputTypes: use<OptimizerOutputTypes>(
        outputTypes,
        "The outputs of the optimization: the result has a table for each.",
      ),
    },
    "One optimization.",
    { title, defaultSnippets: [optimizationSnippet] },
  );
}
