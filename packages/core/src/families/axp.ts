import type * as z from "zod";
import {
  equityOverrides,
  optimizationSnippet,
  optimizerEnvelope,
  overridesOf,
  parametersOf,
  strategyOf,
} from "./optimizer.ts";

const overrides = overridesOf("AxiomaEquityOptimizerStrategyOverrides", equityOverrides);
export interface AxiomaEquityOptimizerStrategyOverrides extends z.output<typeof overrides> {}

const strategy = strategyOf<AxiomaEquityOptimizerStrategyOverrides>("AxiomaEquityOptimizerStrategy", overrides);
export interface AxiomaEquityOptimizerStrategy extends z.output<typeof strategy> {}

const parameters = parametersOf<AxiomaEquityOptimizerStrategy>("AxiomaEquityOptimizationParameters", strategy);
export interface AxiomaEquityOptimizationParameters extends z.output<typeof parameters> {}

export const axpRoot = optimizerEnvelope<AxiomaEquityOptimizationParameters>(
  parameters,
  optimizationSnippet("Client:/Optimizer/LOW_TURNOVER"),
);
export interface AxiomaEquityOptimizationParametersRoot extends z.output<typeof axpRoot> {}
