import { familyRecord, type OptimizerId, optimizerIds } from "@analytics-engines/core/families/facts";
import { lazy, records } from "./hash.ts";
import { createPathTree } from "./paths.ts";

// Directory, then the strategies in it.
const STRATEGIES: Readonly<Record<OptimizerId, string>> = {
  afi: `
    Client:/Optimizer; DURATION_MATCH CARRY_AND_ROLL
    Client:/Optimizer/Credit; SPREAD_BUDGET
    Personal:/Drafts; TEST_BOND_STRATEGY`,
  axp: `
    Client:/Optimizer; LOW_TURNOVER MIN_VARIANCE MAX_ALPHA
    Client:/Optimizer/Taxable; TAX_AWARE
    Personal:/Drafts; TEST_STRATEGY`,
  bpm: `
    Client:/Optimizer; INDEX_TRACKER RISK_BUDGET
    Client:/Optimizer/Regions; REGION_NEUTRAL
    Demo:/Samples; SIMPLE_TRACKER`,
  fpo: `
    Client:/Optimizer; BALANCED_TARGET ASSET_MIX
    Client:/Optimizer/Pension; LIABILITY_HEDGE
    Demo:/Samples; SIMPLE_MIX`,
  npo: `
    Client:/Optimizer; EQUAL_RISK FACTOR_TILT
    Client:/Optimizer/Factors; QUALITY_TILT
    Personal:/Drafts; TEST_TILT`,
};

const trees = lazy(() =>
  familyRecord(optimizerIds, (id) =>
    createPathTree(
      records(STRATEGIES[id]).flatMap(([directory = "", names = ""]) =>
        names.split(" ").map((name) => ({ path: `${directory}/${name}` })),
      ),
    ),
  ),
);

/** The directories of an optimizer's strategies. */
export const strategyTree = (id: OptimizerId) => trees()[id];
