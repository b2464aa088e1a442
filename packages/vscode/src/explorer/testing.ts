import { basicAuth, createClient } from "@analytics-engines/core";
import { createVirtualClock } from "@analytics-engines/core/testing";
import { createSimulator, defaultUser, type SimulatorOptions } from "@analytics-engines/simulator";
import { createServiceNames } from "../common/service-names.ts";
import { Branch } from "./branch.ts";
import { askChildren } from "./children.ts";
import type { ExplorerState } from "./explorer-state.ts";
import type { ExplorerNode } from "./nodes.ts";
import { labelOf } from "./presentation.ts";

// What the tests of this room share.

export const nothingKept: ExplorerState = { favorites: [], benchmarks: [], templateDirectories: [] };

/** The tree of a simulated service, on virtual time. */
export function simulatedTree(options: SimulatorOptions = {}, kept: ExplorerState = nothingKept) {
  const clock = createVirtualClock();
  const simulator = createSimulator({ ...options, clock });
  const client = createClient({
    baseUrl: "https://api.example.test",
    auth: basicAuth(defaultUser.username, defaultUser.password ?? ""),
    fetch: simulator.fetch,
    clock,
  });
  const names = createServiceNames(async () => client, { clock, onAnswer: () => undefined });
  const source = { names, client: async () => client };
  const branch = new Branch({
    connection: "one",
    prefix: "one",
    ask: (what, anew) => askChildren(what, source, anew),
    kept: () => kept,
    describe: (error) => ({ message: error instanceof Error ? error.message : String(error), details: "" }),
  });
  const shown = (node: ExplorerNode) => clock.run(() => branch.shown(node));
  return {
    clock,
    simulator,
    client,
    branch,
    shown,
    labels: async (node: ExplorerNode) => (await shown(node)).map(({ what }) => labelOf(what)),
    /** The row at the end of a way of labels from the top. */
    async at(...way: readonly string[]): Promise<ExplorerNode> {
      let rows = branch.top();
      let found: ExplorerNode | undefined;
      for (const label of way) {
        found = rows.find(({ what }) => labelOf(what) === label);
        if (found === undefined)
          throw new Error(`no ${label} among ${rows.map(({ what }) => labelOf(what)).join(", ")}`);
        const row = found;
        rows = await clock.run(() => branch.entries(row));
      }
      if (found === undefined) throw new Error("a way has a first step");
      return found;
    },
  };
}
