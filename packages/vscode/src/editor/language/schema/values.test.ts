import type { DocumentKind } from "@analytics-engines/core/basics";
import { describe, expect, it } from "vitest";
import { loadSchema } from "./schema.ts";
import { suggestValues } from "./values.ts";

async function offered(
  kind: DocumentKind,
  path: readonly (string | number)[],
  service: { isConnected?: boolean; isListed?: boolean } = {},
): Promise<string[]> {
  const options = { isConnected: false, isListed: false, ...service };
  return suggestValues(kind, await loadSchema(kind), path, options).map(({ value, is }) => `${value} ${is}`);
}

const connected = { isConnected: true };
const listed = { isConnected: true, isListed: true };

describe("the values that need no service", () => {
  it("are the documented ones, with or without a connection", async () => {
    const modes = ["B&H default", "TBR documented", "OMS documented", "EXT documented", "VLT documented"];
    const path = ["data", "u", "accounts", 0, "HoldingsMode"];
    expect(await offered("pa", path)).toEqual(modes);
    expect(await offered("pa", path, connected)).toEqual(modes);
    const details = ["securities default", "groups documented", "groupsall documented", "totals documented"];
    expect(await offered("pa", ["data", "u", "componentdetail"], connected)).toEqual(details);
    expect(await offered("fi", ["data", "securities", 0, "calcFromMethod"], connected)).toContain("OAS documented");
  });

  it("are examples, marked as such, only without a connection", async () => {
    const path = ["data", "u", "benchmarks", 0, "id"];
    expect(await offered("pa", path)).toEqual(["Client:/Growth/GLOBAL_EQUITY.ACCT example", "BMK:WORLD example"]);
    expect(await offered("pa", path, connected)).toEqual([]);
    expect(await offered("pa", ["data", "u", "dates", "startdate"], connected)).toEqual(["-1M documented"]);
  });

  it("do not compete with a list of the service", async () => {
    const path = ["data", "u", "dates", "frequency"];
    expect(await offered("pa", path, listed)).toEqual([]);
    expect(await offered("pa", path)).toContain("Monthly documented");
    expect(await offered("pa", ["data", "u", "currencyisocode"], listed)).toEqual([]);
  });

  it.each(["pa", "spar", "pub", "quant", "fi", "fpo"] as const)("never come twice in %s", async (kind) => {
    const schema = await loadSchema(kind);
    const paths: (string | number)[][] = [];
    const visit = (place: unknown, path: (string | number)[]): void => {
      if (typeof place !== "object" || place === null) return;
      paths.push(path);
      const { properties = {}, items, additionalProperties, oneOf = [] } = place as typeof schema;
      for (const [name, inner] of Object.entries(properties)) visit(inner, [...path, name]);
      visit(items, [...path, 0]);
      visit(additionalProperties, [...path, "any"]);
      for (const variant of oneOf) visit(variant, path);
    };
    visit(schema, []);
    for (const path of paths) {
      const values = suggestValues(kind, schema, path, { isConnected: false, isListed: false });
      expect(new Set(values.map(({ value }) => JSON.stringify(value))).size).toBe(values.length);
    }
  });
});
