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
  { title: "AxiomaEquityOptimizerStrategyOverrides" },
);
export interface AxiomaEquityOptimizerStrategyOverrides extends z.output<typeof overrides> {}

const strategy = object(
  { overrides: optional<AxiomaEquityOptimizerStrategyOverrides>(overrides), id: strategyId },
  "The strategy to optimize by.",
  {
    title: "AxiomaEquityOptimizerStrategy",
  },
);
export interface AxiomaEquityOptimizerStrategy extends z.output<typeof strategy> {}

const parameters = object(
  {
    strategy: use<AxiomaEquityOptimizerStrategy>(strategy, "The strategy to optimize by."),
    account: optional<OptimizerAccount>(optimizerAccount),
    optimization: optional<Optimization>(optimization),
    outputTypes: use<OptimizerOutputTypes>(outputTypes, "What the result holds: a table for each that is asked for."),
  },
  "One optimization.",
  { title: "AxiomaEquityOptimizationParameters", defaultSnippets: [optimizationSnippet] },
);
export interface AxiomaEquityOptimizationParameters extends z.output<typeof parameters> {}

export const axpRoot = singleEnvelope<AxiomaEquityOptimizationParameters, OptimizerCalculationMeta>(
  "AxiomaEquityOptimizationParametersRoot",
  parameters,
  optimizerMeta,
  optimizationSnippet,
);
export interface AxiomaEquityOptimizationParametersRoot extends z.output<typeof axpRoot> {}
