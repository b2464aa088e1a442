import { readParameterFile } from "@analytics-engines/core/parameters";
import { knownGood } from "@analytics-engines/simulator";
import { describe, expect, it } from "vitest";
import { newParameterText, variantsOf } from "./new-file.ts";
import { fileKinds, wordOf } from "./text/kinds.ts";

const given = {
  component: "0A".repeat(32),
  account: "Client:/A.ACCT",
  benchmark: "BMK:B",
  document: "Client:/D",
  strategy: "Client:/S",
  configuration: "C",
};

describe("newParameterText", () => {
  it.each(fileKinds.flatMap((kind) => variantsOf(kind).map((variant) => [kind, variant] as const)))(
    "%s, %s: is a file without errors, filled in or not",
    (kind, variant) => {
      const path = `new.${wordOf(kind)}.json`;
      for (const text of [newParameterText(kind, {}, variant), newParameterText(kind, given, variant)]) {
        const { issues, request } = readParameterFile(text, { path });
        expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
        expect(request).toBeDefined();
      }
    },
  );

  it("exists for every kind", () => {
    for (const kind of fileKinds) expect(variantsOf(kind).length, kind).toBeGreaterThan(0);
  });

  it("contains the given ids at their places", () => {
    const { equity } = knownGood().accounts;
    const { weights } = knownGood().components.pa;
    const text = newParameterText("pa", { account: equity, component: weights });
    expect(JSON.parse(text)).toMatchObject({ data: { unit: { componentid: weights, accounts: [{ id: equity }] } } });
  });
});
