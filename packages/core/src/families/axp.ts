import type * as z from "zod";
import { singleEnvelope } from "./envelope.ts";
import {
  alpha,
  constraintMap,
  type OptimizerCalculationMeta,
  objective,
  optimizationSnippet,
  optimizerMeta,
  parametersOf,
  strategyOf,
  tax,
  transactionCost,
} from "./optimizer.ts";
import { object } from "./schema.ts";

const overrides = object(
  { objective, tax, constraints: constraintMap, alpha, transactionCost },
  "What is taken in place of the strategy's own settings.",
  { title: "AxiomaEquityOptimizerStrategyOverrides" },
);
export interface AxiomaEquityOptimizerStrategyOverrides extends z.output<typeof overrides> {}

const strategy = strategyOf<AxiomaEquityOptimizerStrategyOverrides>("AxiomaEquityOptimizerStrategy", overrides);
export interface AxiomaEquityOptimizerStrategy extends z.output<typeof strategy> {}

const parameters = parametersOf<AxiomaEquityOptimizerStrategy>("AxiomaEquityOptimizationParameters", strategy);
export interface AxiomaEquityOptimizationParameters extends z.output<typeof parameters> {}

export const axpRoot = singleEnvelope<AxiomaEquityOptimizationParameters, OptimizerCalculationMeta>(
  "AxiomaEquityOptimizationParametersRoot",
  parameters,
  optimizerMeta,
  optimizationSnippet,
);
export interface AxiomaEquityOptimizationParametersRoot extends z.output<typeof axpRoot> {}
