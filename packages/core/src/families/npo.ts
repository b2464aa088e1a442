import * as z from "zod";
import {
  alpha,
  constraintList,
  optimizationSnippet,
  optimizerEnvelope,
  overridesOf,
  parametersOf,
  strategyOf,
  tax,
  transactionCost,
} from "./optimizer.ts";
import { map, optional } from "./schema.ts";

const overrides = overridesOf("NPOOptimizerStrategyOverrides", {
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
});
export interface NPOOptimizerStrategyOverrides extends z.output<typeof overrides> {}

const strategy = strategyOf<NPOOptimizerStrategyOverrides>("NPOOptimizerStrategy", overrides);
export interface NPOOptimizerStrategy extends z.output<typeof strategy> {}

const parameters = parametersOf<NPOOptimizerStrategy>("NPOOptimizationParameters", strategy);
export interface NPOOptimizationParameters extends z.output<typeof parameters> {}

export const npoRoot = optimizerEnvelope<NPOOptimizationParameters>(
  parameters,
  optimizationSnippet("Client:/Optimizer/EQUAL_RISK"),
);
export interface NPOOptimizationParametersRoot extends z.output<typeof npoRoot> {}
