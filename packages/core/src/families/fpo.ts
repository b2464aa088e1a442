import type * as z from "zod";
import { singleEnvelope } from "./envelope.ts";
import {
  accountShape,
  alpha,
  constraintMap,
  type Optimization,
  type OptimizerCalculationMeta,
  type OptimizerOutputTypes,
  optimization,
  optimizationSnippet,
  optimizerMeta,
  outputTypes,
  strategyOf,
  tax,
  termMap,
  transactionCost,
} from "./optimizer.ts";
import { object, optional, slot, text, textOr, use } from "./schema.ts";

const document = object(
  { id: text("Path of the portfolio-analysis document.", { examples: ["Client:/Optimizer/MASTER"] }) },
  "The portfolio-analysis document that the optimizer takes its data from.",
  { title: "PaDoc" },
);
export interface PaDoc extends z.output<typeof document> {}

const account = object(
  {
    paDocument: use<PaDoc>(document, "The portfolio-analysis document that the optimizer takes its data from."),
    ...accountShape,
  },
  "The account to optimize.",
  { title: "FPOAccount" },
);
export interface FPOAccount extends z.output<typeof account> {}

const objective = object(
  { active: optional(text("Name of the objective to take.", { examples: ["Minimize risk"] })), terms: termMap },
  "Objective in place of the strategy's.",
  {
    title: "FPOObjective",
    defaultSnippets: [
      {
        label: "Objective",
        description: "An objective with a term switched off",
        body: { active: slot(1, "OBJECTIVE"), terms: { [slot(2, "TERM")]: "Disable" } },
      },
    ],
  },
);
export interface FPOObjective extends z.output<typeof objective> {}

/** Newer deployments take the name of the objective alone, older ones an object. Official documents have both. */
const nameOrObjective = textOr<FPOObjective>(
  objective,
  "Objective in place of the strategy's: its name, or its name and terms.",
  { examples: ["Minimize risk"] },
);

const snippet = {
  ...optimizationSnippet,
  body: {
    ...optimizationSnippet.body,
    account: { id: slot(2, "Client:/ACCOUNT.ACCT"), paDocument: { id: slot(3, "Client:/DOCUMENT") } },
  },
};

const overrides = object(
  {
    objective: optional<string | FPOObjective>(nameOrObjective),
    constraints: constraintMap,
    alpha,
    tax,
    transactionCost,
  },
  "What is taken in place of the strategy's own settings.",
  { title: "FPOOptimizerStrategyOverrides" },
);
export interface FPOOptimizerStrategyOverrides extends z.output<typeof overrides> {}

const strategy = strategyOf<FPOOptimizerStrategyOverrides>("FPOOptimizerStrategy", overrides);
export interface FPOOptimizerStrategy extends z.output<typeof strategy> {}

const parameters = object(
  {
    account: optional<FPOAccount>(account),
    strategy: use<FPOOptimizerStrategy>(strategy, "The strategy to optimize by."),
    optimization: optional<Optimization>(optimization),
    outputTypes: use<OptimizerOutputTypes>(
      outputTypes,
      "The outputs of the optimization: the result has a table for each.",
    ),
  },
  "One optimization.",
  { title: "FPOOptimizationParameters", defaultSnippets: [snippet] },
);
export interface FPOOptimizationParameters extends z.output<typeof parameters> {}

export const fpoRoot = singleEnvelope<FPOOptimizationParameters, OptimizerCalculationMeta>(
  "FPOOptimizationParametersRoot",
  parameters,
  optimizerMeta,
  snippet,
);
export interface FPOOptimizationParametersRoot extends z.output<typeof fpoRoot> {}
