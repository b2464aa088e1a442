import { describe, expect, it } from "vitest";
import { serviceFieldsOf } from "../features.ts";

describe("a finder of fields", () => {
  it.each([
    ["pa", ["data", "any unit", "componentid"], { kind: "component", engine: "pa" }],
    ["pa", ["data", "u", "ComponentID"], { kind: "component", engine: "pa" }],
    ["pa", ["data", "u", "accounts", 3, "id"], { kind: "account", engine: "pa" }],
    ["pa", ["data", "u", "benchmarks", 0, "ID"], { kind: "benchmark", engine: "pa" }],
    ["pa", ["data", "u", "columns", 0, "statistics", 2], { kind: "statistic", engine: "pa" }],
    ["pa", ["data", "u", "dates", "frequency"], { kind: "frequency", engine: "pa" }],
    ["pa", ["data", "u", "groups", 1, "frequency"], { kind: "grouping frequency", engine: "pa" }],
    ["pa", ["data", "u", "dates", "calendar"], { kind: "calendar", engine: "pa" }],
    ["spar", ["data", "u", "universeid"], { kind: "peer universe", engine: "spar" }],
    ["quant", ["data", "u", "dates", "calendar"], undefined],
    ["pa", ["data", "u", "currencyIsoCode"], { kind: "currency", engine: "pa" }],
    ["pa", ["data", "u", "dates", "startdate"], undefined],
    ["pa", ["data", "u", "componentdetail"], undefined],
    ["spar", ["data", "u", "accounts", 0, "returntype"], { kind: "return type", engine: "spar" }],
    ["spar", ["data", "u", "dates", "frequency"], { kind: "frequency", engine: "spar" }],
    ["vault", ["data", "u", "configid"], { kind: "configuration", engine: "vault" }],
    ["pub", ["data", "u", "document"], { kind: "document", engine: "pub" }],
    ["quant", ["data", "u", "dates", "frequency"], undefined],
    ["fi", ["data", "securities", 7, "discountCurve"], { kind: "discount curve", engine: "fi" }],
    ["fiab", ["account", "id"], { kind: "account", engine: "fiab" }],
    ["axp", ["data", "strategy", "id"], { kind: "strategy", engine: "axp" }],
    ["fpo", ["data", "account", "paDocument", "id"], { kind: "document", engine: "pa" }],
    ["linkedTemplate", ["data", "parentComponentId"], { kind: "component", engine: "pa" }],
    ["templatedComponent", ["data", "componentData", "groups", 0, "id"], { kind: "group", engine: "pa" }],
    ["templatedComponent", ["data", "componentData", "dates", "frequency"], { kind: "frequency", engine: "pa" }],
  ] as const)("%s %j", async (kind, path, expected) => {
    expect((await serviceFieldsOf(kind))(path)).toEqual(expected);
  });

  it("accepts any unit id", async () => {
    const fields = await serviceFieldsOf("pa");
    for (const unit of ["componentid", "data", "__proto__", "currency", "0"]) {
      expect(fields(["data", unit, "componentid"])).toEqual({ kind: "component", engine: "pa" });
      expect(fields(["data", unit])).toBeUndefined();
    }
  });
});
