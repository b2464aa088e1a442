import type * as z from "zod";
import {
  equityOverrides,
  optimizationSnippet,
  optimizerEnvelope,
  overridesOf,
  parametersOf,
  strategyOf,
} from "./optimizer.ts";

const overrides = overridesOf("AFIOptimizerStrategyOverrides", equityOverrides);
export interface AFIOptimizerStrategyOverrides extends z.output<typeof overrides> {}

const strategy = strategyOf<AFIOptimizerStrategyOverrides>("AFIOptimizerStrategy", overrides);
export interface AFIOptimizerStrategy extends z.output<typeof strategy> {}

const parameters = parametersOf<AFIOptimizerStrategy>("AFIOptimizationParameters", strategy);
export interface AFIOptimizationParameters extends z.output<typeof parameters> {}

export const afiRoot = optimizerEnvelope<AFIOptimizationParameters>(
  parameters,
  optimizationSnippet("Client:/Optimizer/DURATION_MATCH"),
);
export interface AFIOptimizationParametersRoot extends z.output<typeof afiRoot> {}
