import { describe, expect, it } from "vitest";
import { documentedValues } from "./values.ts";

describe("documentedValues", () => {
  it.each([
    ["pa", ["data", "u", "accounts", 1, "holdingsmode"], ["B&H", "TBR", "OMS", "EXT", "VLT"]],
    ["pub", ["data", "u", "account", "holdingsmode"], ["B&H", "TBR", "OMS", "EXT"]],
    ["pa", ["data", "u", "componentdetail"], ["securities", "groups", "groupsall", "totals"]],
    ["quant", ["data", "u", "dates", "calendar"], ["FIVEDAY", "SEVENDAY"]],
    ["templatedComponent", ["data", "componentData", "dates", "calendar"], ["FIVEDAY", "SEVENDAY"]],
    ["pa", ["data", "u", "componentid"], []],
    ["pa", ["data", "holdingsmode"], []],
    ["pa", [], []],
  ] as const)("lists what is documented for %s %j", (kind, path, values) => {
    expect(documentedValues(kind, path)).toEqual(values);
  });

  it("lists the currencies for the currency of an optimization", () => {
    expect(documentedValues("axp", ["data", "account", "overrides", "currency"])).toContain("EUR");
  });
});
