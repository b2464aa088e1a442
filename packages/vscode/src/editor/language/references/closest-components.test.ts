import { type ResolvedReference, resolveReferences } from "@analytics-engines/core/parameters";
import { referenceSource } from "@analytics-engines/runs/lookup";
import { knownGood } from "@analytics-engines/simulator";
import { describe, expect, it } from "vitest";
import { simulatedNames } from "../../../../test/support/simulated-names.ts";
import { suggestComponents } from "./service-answers.ts";

async function resolve(id: string): Promise<ResolvedReference | undefined> {
  const { clock, names } = simulatedNames();
  const reference = { kind: "component", engine: "pa", id, pointer: "", range: undefined } as const;
  return clock.run(async () => {
    const resolved = await resolveReferences([reference], referenceSource(names));
    return (await suggestComponents(resolved, names))[0];
  });
}

describe("suggestComponents", () => {
  it("suggests the components with a name, each with its document", async () => {
    const reference = await resolve("Wieghts");
    const closest = reference?.isKnown === false ? reference.suggestions : [];
    expect(closest).toContainEqual({
      id: knownGood().components.pa.weights,
      name: "Weights, Client:/Growth/WEEKLY_REVIEW",
    });
    expect(closest).toHaveLength(3);
  });
  it("suggests nothing for an id, since ids are random", async () => {
    expect(await resolve("0".repeat(64))).toMatchObject({ isKnown: false, suggestions: [] });
  });
  it("leaves known references unchanged", async () => {
    expect(await resolve(knownGood().components.pa.weights)).toMatchObject({ isKnown: true, name: "Weights" });
  });
});
