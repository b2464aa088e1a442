import { families, familyRecord, type OptimizerId, optimizerIds } from "@analytics-engines/core/basics";
import { lazy, records } from "./hash.ts";
import { createPathTree } from "./paths.ts";

/** Strategies beside the one of the family's example: a directory, then the strategies in it. */
const more: Readonly<Partial<Record<OptimizerId, string>>> = {
  afi: `
    Client:/Optimizer; CARRY_AND_ROLL
    Client:/Optimizer/Credit; SPREAD_BUDGET
    Personal:/Drafts; TEST_BOND_STRATEGY`,
  axp: `
    Client:/Optimizer; MIN_VARIANCE MAX_ALPHA
    Client:/Optimizer/Taxable; TAX_AWARE
    Personal:/Drafts; TEST_STRATEGY`,
  bpm: `
    Client:/Optimizer; RISK_BUDGET
    Client:/Optimizer/Regions; REGION_NEUTRAL
    Demo:/Samples; SIMPLE_TRACKER`,
  fpo: `
    Client:/Optimizer; ASSET_MIX
    Client:/Optimizer/Pension; LIABILITY_HEDGE
    Demo:/Samples; SIMPLE_MIX`,
  npo: `
    Client:/Optimizer; FACTOR_TILT
    Client:/Optimizer/Factors; QUALITY_TILT
    Personal:/Drafts; TEST_TILT`,
};

/** `low-turnover` is the example of the strategy `LOW_TURNOVER`. */
function exampleOf(id: OptimizerId): string {
  return `Client:/Optimizer; ${families[id].example.replaceAll("-", "_").toUpperCase()}`;
}

/** The strategy of each optimizer whose optimal portfolio has the headers and rows of an export. */
export const EXPORTED_STRATEGY = "Client:/As Exported/REBALANCE";

/** The screen of `quant` whose table is as exported. */
export const EXPORTED_SCREEN = "Client:/As Exported/PRICE_SERIES";

const trees = lazy(() =>
  familyRecord(optimizerIds, (id) =>
    createPathTree(
      records(`${exampleOf(id)}${more[id] ?? ""}\n${EXPORTED_STRATEGY.replace("/REBALANCE", "; REBALANCE")}`).flatMap(
        ([directory = "", names = ""]) => names.split(" ").map((name) => ({ path: `${directory}/${name}` })),
      ),
    ),
  ),
);

/** The directories of an optimizer's strategies. */
export const strategyTree = (id: OptimizerId) => trees()[id];
