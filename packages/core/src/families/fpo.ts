import type * as z from "zod";
import {
  accountShape,
  alpha,
  constraintMap,
  type Optimization,
  optimization,
  optimizationSnippet,
  optimizerEnvelope,
  outputTypes,
  overridesOf,
  strategyOf,
  tax,
  termMap,
  transactionCost,
} from "./optimizer.ts";
import { object, optional, slot, text, textOr, use } from "./schema.ts";

const document = object("PaDoc", "The portfolio-analysis document that the optimizer takes its data from.", {
  id: text("Path of the portfolio-analysis document.", "Client:/Optimizer/FULL_PORTFOLIO"),
});
export interface PaDoc extends z.output<typeof document> {}

const account = object("FPOAccount", "The account to optimize.", {
  paDocument: use<PaDoc>(document, "The portfolio-analysis document that the optimizer takes its data from."),
  ...accountShape,
});
export interface FPOAccount extends z.output<typeof account> {}

const objective = object(
  "FPOObjective",
  "Objective in place of the strategy's.",
  { active: optional(text("Name of the objective to take.", "Minimize risk")), terms: termMap },
  {
    label: "Objective",
    description: "An objective with a term switched off",
    body: { active: slot(1, "OBJECTIVE"), terms: { [slot(2, "TERM")]: "Disable" } },
  },
);
export interface FPOObjective extends z.output<typeof objective> {}

/** Newer deployments take only the name of the objective, older ones an object. Official documents have both. */
const nameOrObjective = textOr<FPOObjective>(
  objective,
  "Objective in place of the strategy's: its name, or its name and terms.",
  "Minimize risk",
);

const common = optimizationSnippet("Client:/Optimizer/BALANCED_TARGET");
const snippet = {
  ...common,
  body: {
    ...common.body,
    account: { ...common.body.account, paDocument: { id: slot(3, "Client:/Optimizer/FULL_PORTFOLIO") } },
  },
};

const overrides = overridesOf("FPOOptimizerStrategyOverrides", {
  objective: optional<string | FPOObjective>(nameOrObjective),
  constraints: constraintMap,
  alpha,
  tax,
  transactionCost,
});
export interface FPOOptimizerStrategyOverrides extends z.output<typeof overrides> {}

const strategy = strategyOf<FPOOptimizerStrategyOverrides>("FPOOptimizerStrategy", overrides);
export interface FPOOptimizerStrategy extends z.output<typeof strategy> {}

const parameters = object("FPOOptimizationParameters", "One optimization.", {
  account: optional<FPOAccount>(account),
  strategy: use<FPOOptimizerStrategy>(strategy, "The strategy to optimize by."),
  optimization: optional<Optimization>(optimization),
  outputTypes,
});
export interface FPOOptimizationParameters extends z.output<typeof parameters> {}

export const fpoRoot = optimizerEnvelope<FPOOptimizationParameters>(parameters, snippet);
export interface FPOOptimizationParametersRoot extends z.output<typeof fpoRoot> {}
