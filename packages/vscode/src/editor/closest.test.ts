import { resolveReferences } from "@analytics-engines/core/parameters";
import { knownGood } from "@analytics-engines/simulator";
import { describe, expect, it } from "vitest";
import { referenceSource } from "../common/reference-source.ts";
import { awaitNames, unknownReference } from "./closest.ts";
import { simulatedNames } from "./testing.ts";

async function judge(kind: "component" | "account", id: string) {
  const { clock, names } = simulatedNames();
  const reference = { kind, engine: "pa", id, pointer: "", range: undefined };
  return clock.run(async () => {
    const resolved = await resolveReferences([reference], referenceSource(names));
    await awaitNames(resolved, names);
    return resolved[0] && unknownReference(resolved[0], names);
  });
}

describe("unknownReference", () => {
  it("leads from a component's name to the components of that name", async () => {
    const found = await judge("component", "Wieghts");
    expect(found?.closest.map(({ id }) => id)).toContain(knownGood().components.pa.weights);
    expect(found?.message).toMatch(/^The service does not know this component\. Closest: "Weights/);
  });
  it("offers nothing for an id, since ids are random", async () => {
    expect(await judge("component", "0".repeat(64))).toEqual({
      message: "The service does not know this component.",
      closest: [],
    });
  });
  it("offers the accounts that come closest", async () => {
    const found = await judge("account", "Client:/Growth/GLOBAL_EQUTY.ACCT");
    expect(found?.closest[0]?.id).toBe(knownGood().accounts.equity);
  });
  it("says nothing of what is known, or cannot be told", async () => {
    expect(await judge("component", knownGood().components.pa.weights)).toBeUndefined();
    expect(await judge("account", "BMK:WORLD")).toBeUndefined();
  });
});
