import * as z from "zod";
import { singleEnvelope } from "./envelope.ts";
import {
  alpha,
  constraintList,
  type Optimization,
  type OptimizerAccount,
  type OptimizerCalculationMeta,
  type OptimizerOutputTypes,
  optimization,
  optimizationSnippet,
  optimizerAccount,
  optimizerMeta,
  outputTypes,
  strategyId,
  tax,
  transactionCost,
} from "./optimizer.ts";
import { map, object, optional, use } from "./schema.ts";

const overrides = object(
  {
    objective: optional(
      map(
        z.record(z.string(), z.unknown()).meta({ description: "Settings of the parameter." }),
        "Parameters of the objective, an object each, by name.",
      ),
    ),
    constraints: constraintList,
    tax,
    transactionCost,
    alpha,
  },
  "What is taken in place of the strategy's own settings.",
  { title: "NPOOptimizerStrategyOverrides" },
);
export interface NPOOptimizerStrategyOverrides extends z.output<typeof overrides> {}

const strategy = object(
  { overrides: optional<NPOOptimizerStrategyOverrides>(overrides), id: strategyId },
  "The strategy to optimize by.",
  {
    title: "NPOOptimizerStrategy",
  },
);
export interface NPOOptimizerStrategy extends z.output<typeof strategy> {}

const parameters = object(
  {
    strategy: use<NPOOptimizerStrategy>(strategy, "The strategy to optimize by."),
    account: optional<OptimizerAccount>(optimizerAccount),
    optimization: optional<Optimization>(optimization),
    outputTypes: use<OptimizerOutputTypes>(outputTypes, "What the result holds: a table for each that is asked for."),
  },
  "One optimization.",
  { title: "NPOOptimizationParameters", defaultSnippets: [optimizationSnippet] },
);
export interface NPOOptimizationParameters extends z.output<typeof parameters> {}

export const npoRoot = singleEnvelope<NPOOptimizationParameters, OptimizerCalculationMeta>(
  "NPOOptimizationParametersRoot",
  parameters,
  optimizerMeta,
  optimizationSnippet,
);
export interface NPOOptimizationParametersRoot extends z.output<typeof npoRoot> {}
