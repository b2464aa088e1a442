import type * as z from "zod";
import {
  constraintList,
  type OptimizerAccount,
  optimizationShape,
  optimizationSnippet,
  optimizerAccount,
  optimizerEnvelope,
  outputTypes,
  overridesOf,
  strategyOf,
  tax,
  transactionCost,
} from "./optimizer.ts";
import { choice, flag, object, optional, text, use } from "./schema.ts";

const optimization = object("BPMOptimization", "Market, dates and cash of the optimization.", {
  market: optional(text("Market to optimize in.", "US")),
  investAllCash: optional(flag("Whether all cash is invested.")),
  ...optimizationShape,
});
export interface BPMOptimization extends z.output<typeof optimization> {}

const alpha = object("BPMOptimizerStrategyAlphaOverride", "Alpha in place of the strategy's.", {
  formula: optional(text("Formula of the alpha.", "EXPECTED_RETURN")),
  returnType: optional(
    choice("What return the formula yields.", {
      Excess: "Return above the risk-free rate.",
      Total: "Total return.",
      Active: "Return above the benchmark.",
      Residual: "Return that the benchmark does not explain.",
      Exceptional: "Return beyond what is expected.",
    }),
  ),
  returnMultiplier: optional(text("Factor on the formula's value, a number as text.", "1.5")),
});
export interface BPMOptimizerStrategyAlphaOverride extends z.output<typeof alpha> {}

const overrides = overridesOf("BPMOptimizerStrategyOverrides", {
  constraints: constraintList,
  alpha: optional<BPMOptimizerStrategyAlphaOverride>(alpha),
  tax,
  transactionCost,
});
export interface BPMOptimizerStrategyOverrides extends z.output<typeof overrides> {}

const strategy = strategyOf<BPMOptimizerStrategyOverrides>("BPMOptimizerStrategy", overrides);
export interface BPMOptimizerStrategy extends z.output<typeof strategy> {}

const parameters = object("BPMOptimizationParameters", "One optimization.", {
  strategy: use<BPMOptimizerStrategy>(strategy, "The strategy to optimize by."),
  optimization: optional<BPMOptimization>(optimization),
  account: optional<OptimizerAccount>(optimizerAccount),
  outputTypes,
});
export interface BPMOptimizationParameters extends z.output<typeof parameters> {}

export const bpmRoot = optimizerEnvelope<BPMOptimizationParameters>(
  parameters,
  optimizationSnippet("Client:/Optimizer/INDEX_TRACKER"),
);
export interface BPMOptimizationParametersRoot extends z.output<typeof bpmRoot> {}
