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
  { title: "AFIOptimizerStrategyOverrides" },
);
export interface AFIOptimizerStrategyOverrides extends z.output<typeof overrides> {}

const strategy = strategyOf<AFIOptimizerStrategyOverrides>("AFIOptimizerStrategy", overrides);
export interface AFIOptimizerStrategy extends z.output<typeof strategy> {}

const parameters = parametersOf<AFIOptimizerStrategy>("AFIOptimizationParameters", strategy);
export interface AFIOptimizationParameters extends z.output<typeof parameters> {}

export const afiRoot = singleEnvelope<AFIOptimizationParameters, OptimizerCalculationMeta>(
  "AFIOptimizationParametersRoot",
  parameters,
  optimizerMeta,
  optimizationSnippet,
);
export interface AFIOptimizationParametersRoot extends z.output<typeof afiRoot> {}
