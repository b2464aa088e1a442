import { knownGood } from "@analytics-engines/simulator";
import { describe, expect, it } from "vitest";
import { simulatedNames } from "../../../../test/support/simulated-names.ts";
import { resourceOf } from "./service-answers.ts";

const { accounts, columns, components, configuration, documents, strategies } = knownGood();

describe("resourceOf", () => {
  it.each([
    [
      { kind: "account", engine: "pa", id: accounts.equity },
      { kind: "account", path: accounts.equity },
    ],
    [
      { kind: "benchmark", engine: "pa", id: "BMK:WORLD" },
      { kind: "benchmark", id: "BMK:WORLD" },
    ],
    [
      { kind: "document", engine: "pub", id: documents.pub },
      { kind: "document", engine: "pub" },
    ],
    [
      { kind: "strategy", engine: "axp", id: strategies.axp },
      { kind: "strategy", engine: "axp" },
    ],
    [
      { kind: "component", engine: "pa", id: components.pa.weights },
      { name: "Weights", document: `${documents.pa};tile0` },
    ],
    [
      { kind: "column", engine: "pa", id: columns.totalReturn },
      { list: "columns", name: "Port. Total Return" },
    ],
    [
      { kind: "frequency", engine: "spar", id: "Monthly" },
      { list: "spar frequencies", id: "Monthly" },
    ],
    [
      { kind: "configuration", engine: "vault", id: configuration, account: accounts.equity },
      { kind: "configuration", account: accounts.equity },
    ],
  ] as const)("of %j is its row", async (reference, row) => {
    const { clock, names } = simulatedNames();
    expect(await clock.run(() => resourceOf(reference, names))).toMatchObject(row);
  });

  it("is nothing for what is in no list", async () => {
    const { clock, names } = simulatedNames();
    expect(await clock.run(() => resourceOf({ kind: "currency", engine: "pa", id: "XXQ" }, names))).toBeUndefined();
    expect(await resourceOf({ kind: "template", engine: "pa", id: "T" }, names)).toBeUndefined();
  });
});
