import type { SimulatorOptions } from "@analytics-engines/simulator";
import { Branch } from "../../src/explorer/rows/branch.ts";
import { askChildren } from "../../src/explorer/rows/children.ts";
import type { ExplorerState } from "../../src/explorer/rows/explorer-state.ts";
import type { ExplorerNode } from "../../src/explorer/rows/nodes.ts";
import { labelOf } from "../../src/explorer/rows/presentation.ts";
import { simulatedNames } from "./simulated-names.ts";

// What the tests of the Explorer share.

export const emptyState: ExplorerState = { benchmarks: [], templateDirectories: [] };

/** The tree of a simulated service, on virtual time. */
export function simulatedTree(options: SimulatorOptions = {}, state: ExplorerState = emptyState) {
  const { clock, simulator, client, names } = simulatedNames(options);
  const source = { names, client: async () => client };
  const branch = new Branch({
    connection: "one",
    prefix: "one",
    ask: (item, refresh) => askChildren(item, source, refresh),
    state: () => state,
    describe: (error) => ({ message: error instanceof Error ? error.message : String(error), details: "" }),
  });
  const shown = (node: ExplorerNode) => clock.run(() => branch.visibleRows(node));
  return {
    clock,
    simulator,
    client,
    branch,
    shown,
    labels: async (node: ExplorerNode) => (await shown(node)).map(({ item }) => labelOf(item)),
    /** The row at the end of a way of labels from the top. */
    async at(...way: readonly string[]): Promise<ExplorerNode> {
      let rows = branch.top();
      let found: ExplorerNode | undefined;
      for (const label of way) {
        found = rows.find(({ item }) => labelOf(item) === label);
        if (found === undefined)
          throw new Error(`no ${label} among ${rows.map(({ item }) => labelOf(item)).join(", ")}`);
        const row = found;
        rows = await clock.run(() => branch.entries(row));
      }
      if (found === undefined) throw new Error("a way has a first step");
      return found;
    },
  };
}
