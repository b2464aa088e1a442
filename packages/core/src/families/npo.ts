import * as z from "zod";
import { singleEnvelope } from "./envelope.ts";
import {
  alpha,
  constraintList,
  type OptimizerCalculationMeta,
  optimizationSnippet,
  optimizerMeta,
  parametersOf,
  strategyOf,
  tax,
  transactionCost,
} from "./optimizer.ts";
import { map, object, optional } from "./schema.ts";

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

const strategy = strategyOf<NPOOptimizerStrategyOverrides>("NPOOptimizerStrategy", overrides);
export interface NPOOptimizerStrategy extends z.output<typeof strategy> {}

const parameters = parametersOf<NPOOptimizerStrategy>("NPOOptimizationParameters", strategy);
export interface NPOOptimizationParameters extends z.output<typeof parameters> {}

export const npoRoot = singleEnvelope<NPOOptimizationParameters, OptimizerCalculationMeta>(
  "NPOOptimizationParametersRoot",
  parameters,
  optimizerMeta,
  optimizationSnippet,
);
export interface NPOOptimizationParametersRoot extends z.output<typeof npoRoot> {}
