import { describe, expect, it } from "vitest";
import { simulatedTree } from "../../../test/support/simulated-explorer.ts";
import type { ExplorerNode } from "./nodes.ts";
import { labelOf } from "./presentation.ts";
import { MAX_CONCURRENT_READS, MAX_WALK_READS, ServiceWalk } from "./walk.ts";

const never = new AbortController().signal;

function walkOf(tree: ReturnType<typeof simulatedTree>, start: readonly ExplorerNode[] = tree.branch.top()) {
  let most = 0;
  let running = 0;
  let progress = 0;
  const walk = new ServiceWalk({
    start,
    async entries(node) {
      running++;
      most = Math.max(most, running);
      try {
        return await tree.branch.entries(node);
      } finally {
        running--;
      }
    },
    forget: (node) => tree.branch.forget(node),
    onProgress: () => progress++,
  });
  return { walk, most: () => most, progress: () => progress };
}

describe("a search", () => {
  it("finds rows that are not loaded, with a few requests at a time, each once", async () => {
    const tree = simulatedTree();
    const { walk, most, progress } = walkOf(tree);
    await tree.clock.run(() => walk.go(never));
    expect(walk.isDone).toBe(true);
    expect(most()).toBe(MAX_CONCURRENT_READS);
    expect(progress()).toBeGreaterThan(50);
    const asked = tree.simulator.requests.map(({ path, query }) => `${path} ${JSON.stringify(query)}`);
    expect(new Set(asked).size).toBe(asked.length);
    expect(walk.looked).toBeLessThanOrEqual(MAX_WALK_READS);
    const found = (query: string) => walk.matching(query).map(({ item }) => `${item.kind} ${labelOf(item)}`);
    expect(found("plan a/scheme 2060")).toEqual(["account SCHEME_2060.ACCT"]);
    expect(found("LIABILITY")).toEqual(["strategy LIABILITY_HEDGE"]);
    expect(found("bond characteristics")).toEqual(expect.arrayContaining(["component Bond Characteristics"]));
    expect(found("usd_swap")).toEqual(["entry USD Swap Curve"]);
    expect(found("mandate")).toHaveLength(2001);
    expect(found("no such thing anywhere")).toEqual([]);
  });

  it("does not request loaded rows again", async () => {
    const tree = simulatedTree();
    const start = await tree.at("Accounts", "Client:", "Growth");
    await tree.shown(start);
    const before = tree.simulator.requests.length;
    const { walk } = walkOf(tree, [start]);
    await tree.clock.run(() => walk.go(never));
    expect(tree.simulator.requests.slice(before).map(({ parameters }) => parameters["path"])).toEqual([
      "Client:/Growth/Regions/",
      "Client:/Growth/Regions/Themes/",
    ]);
    expect(walk.matching("themes/family_firms")).toHaveLength(1);
  });

  it("reports hits at once, ends when it is canceled, and can continue", async () => {
    const tree = simulatedTree();
    const left = new AbortController();
    const walk = new ServiceWalk({
      start: tree.branch.top(),
      entries: (node) => tree.branch.entries(node),
      forget: (node) => tree.branch.forget(node),
      // At the first hit that needs a request.
      onProgress: () => walk.matching("growth").length > 0 && left.abort(),
    });
    await tree.clock.run(() => walk.go(left.signal));
    const asked = tree.simulator.requests.length;
    expect(walk.isDone).toBe(false);
    expect(asked).toBeLessThan(20);
    await tree.clock.run(() => walk.go(never));
    expect(walk.matching("LIABILITY")).toHaveLength(1);
    const paths = tree.simulator.requests.map(({ path, query }) => `${path} ${JSON.stringify(query)}`);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it("skips and counts rows that the user may not read", async () => {
    const tree = simulatedTree({ faults: ["pub.documents.list=404"] });
    const { walk } = walkOf(tree);
    await tree.clock.run(() => walk.go(never));
    expect(walk.refused).toBe(3);
    expect(walk.isDone).toBe(true);
    expect(walk.matching("EQUAL_RISK")).toHaveLength(1);
  });

  it("stops at an error of the service, and continues from there", async () => {
    const tree = simulatedTree({ faults: ["vault.documents.list=503"] });
    const { walk } = walkOf(tree);
    await tree.clock.run(() => walk.go(never));
    expect(walk.problem?.error).toMatchObject({ status: 503 });
    expect(walk.isDone).toBe(false);
    tree.simulator.faults.clear();
    await tree.clock.run(() => walk.go(never));
    expect(walk.problem).toBeUndefined();
    expect(walk.isDone).toBe(true);
    expect(walk.matching("OFFICIAL_RETURNS").map(({ item }) => item.kind)).toContain("document");
  });

  it("stops at its limit", async () => {
    const tree = simulatedTree();
    const start = await tree.at("Accounts", "Client:");
    const endless = (above: ExplorerNode): readonly ExplorerNode[] =>
      ["a", "b"].map((name) => {
        const path = `${above.id}${name}/`;
        return { ...above, id: path, parent: above.id, item: { kind: "directory", tree: "accounts", path } };
      });
    const walk = new ServiceWalk({
      start: [start],
      entries: async (node) => endless(node),
      forget: () => undefined,
      onProgress: () => undefined,
    });
    await walk.go(never);
    expect([walk.looked, walk.isDone]).toEqual([MAX_WALK_READS, false]);
    await walk.go(never);
    expect(walk.looked).toBe(2 * MAX_WALK_READS);
  });
});
