import type * as z from "zod";
import { singleEnvelope } from "./envelope.ts";
import {
  alpha,
  constraintMap,
  type Optimization,
  type OptimizerAccount,
  type OptimizerCalculationMeta,
  type OptimizerOutputTypes,
  objective,
  optimization,
  optimizationSnippet,
  optimizerAccount,
  optimizerMeta,
  outputTypes,
  strategyId,
  tax,
  transactionCost,
} from "./optimizer.ts";
import { object, optional, use } from "./schema.ts";

const overrides = object(
  { objective, tax, constraints: constraintMap, alpha, transactionCost },
  "What is taken in place of the strategy's own settings.",
  { title: "AFIOptimizerStrategyOverrides" },
);
export interface AFIOptimizerStrategyOverrides extends z.output<typeof overrides> {}

const strategy = object(
  { overrides: optional<AFIOptimizerStrategyOverrides>(overrides), id: strategyId },
  "The strategy to optimize by.",
  {
    title: "AFIOptimizerStrategy",
  },
);
export interface AFIOptimizerStrategy extends z.output<typeof strategy> {}

const parameters = object(
  {
    strategy: use<AFIOptimizerStrategy>(strategy, "The strategy to optimize by."),
    account: optional<OptimizerAccount>(optimizerAccount),
    optimization: optional<Optimization>(optimization),
    outputTypes: use<OptimizerOutputTypes>(outputTypes, "What the result holds: a table for each that is asked for."),
  },
  "One optimization.",
  { title: "AFIOptimizationParameters", defaultSnippets: [optimizationSnippet] },
);
export interface AFIOptimizationParameters extends z.output<typeof parameters> {}

export const afiRoot = singleEnvelope<AFIOptimizationParameters, OptimizerCalculationMeta>(
  "AFIOptimizationParametersRoot",
  parameters,
  optimizerMeta,
  optimizationSnippet,
);
export interface AFIOptimizationParametersRoot extends z.output<typeof afiRoot> {}
