import { type ResolvedReference, resolveReferences } from "@analytics-engines/core/parameters";
import { knownGood } from "@analytics-engines/simulator";
import { describe, expect, it } from "vitest";
import { referenceSource } from "../common/reference-source.ts";
import { suggestComponents } from "./closest.ts";
import { simulatedNames } from "./testing.ts";

async function resolve(id: string): Promise<ResolvedReference | undefined> {
  const { clock, names } = simulatedNames();
  const reference = { kind: "component", engine: "pa", id, pointer: "", range: undefined } as const;
  return clock.run(async () => {
    const resolved = await resolveReferences([reference], referenceSource(names));
    return (await suggestComponents(resolved, names))[0];
  });
}

describe("suggestComponents", () => {
  it("leads from a component's name to the components of that name, told apart by their documents", async () => {
    const reference = await resolve("Wieghts");
    const closest = reference?.found === false ? reference.closest : [];
    expect(closest).toContainEqual({
      id: knownGood().components.pa.weights,
      name: "Weights, Client:/Growth/WEEKLY_REVIEW",
    });
    expect(closest).toHaveLength(3);
  });
  it("offers nothing for an id, since ids are random", async () => {
    expect(await resolve("0".repeat(64))).toMatchObject({ found: false, closest: [] });
  });
  it("leaves alone what the service knows", async () => {
    expect(await resolve(knownGood().components.pa.weights)).toMatchObject({ found: true, name: "Weights" });
  });
});
