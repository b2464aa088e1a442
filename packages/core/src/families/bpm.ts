import type * as z from "zod";
import { singleEnvelope } from "./envelope.ts";
import {
  constraintList,
  type OptimizerAccount,
  type OptimizerCalculationMeta,
  type OptimizerOutputTypes,
  optimizationShape,
  optimizationSnippet,
  optimizerAccount,
  optimizerMeta,
  outputTypes,
  strategyOf,
  tax,
  transactionCost,
} from "./optimizer.ts";
import { choice, flag, object, optional, text, use } from "./schema.ts";

const optimization = object(
  {
    market: optional(text("Market to optimize in.", { examples: ["US"] })),
    investAllCash: optional(flag("Whether all cash is invested.")),
    ...optimizationShape,
  },
  "Market, dates and cash of the optimization.",
  { title: "BPMOptimization" },
);
export interface BPMOptimization extends z.output<typeof optimization> {}

const alpha = object(
  {
    formula: optional(text("Formula of the alpha.", { examples: ["EXPECTED_RETURN"] })),
    returnType: optional(
      choice(
        {
          Excess: "Return above the risk-free rate.",
          Total: "Total return.",
          Active: "Return above the benchmark.",
          Residual: "Return that the benchmark does not explain.",
          Exceptional: "Return beyond what is expected.",
        },
        "What return the formula yields.",
      ),
    ),
    returnMultiplier: optional(text("Factor on the formula's value, a number as text.", { examples: ["1.5"] })),
  },
  "Alpha in place of the strategy's.",
  { title: "BPMOptimizerStrategyAlphaOverride" },
);
export interface BPMOptimizerStrategyAlphaOverride extends z.output<typeof alpha> {}

const overrides = object(
  { constraints: constraintList, alpha: optional<BPMOptimizerStrategyAlphaOverride>(alpha), tax, transactionCost },
  "What is taken in place of the strategy's own settings.",
  { title: "BPMOptimizerStrategyOverrides" },
);
export interface BPMOptimizerStrategyOverrides extends z.output<typeof overrides> {}

const strategy = strategyOf<BPMOptimizerStrategyOverrides>("BPMOptimizerStrategy", overrides);
export interface BPMOptimizerStrategy extends z.output<typeof strategy> {}

const parameters = object(
  {
    strategy: use<BPMOptimizerStrategy>(strategy, "The strategy to optimize by."),
    optimization: optional<BPMOptimization>(optimization),
    account: optional<OptimizerAccount>(optimizerAccount),
    outputTypes: use<OptimizerOutputTypes>(
      outputTypes,
      "The outputs of the optimization: the result has a table for each.",
    ),
  },
  "One optimization.",
  { title: "BPMOptimizationParameters", defaultSnippets: [optimizationSnippet] },
);
export interface BPMOptimizationParameters extends z.output<typeof parameters> {}

export const bpmRoot = singleEnvelope<BPMOptimizationParameters, OptimizerCalculationMeta>(
  "BPMOptimizationParametersRoot",
  parameters,
  optimizerMeta,
  optimizationSnippet,
);
export interface BPMOptimizationParametersRoot extends z.output<typeof bpmRoot> {}
