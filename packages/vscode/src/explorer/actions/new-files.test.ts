import { isFamilyId } from "@analytics-engines/core/basics";
import { readParameterFile } from "@analytics-engines/core/parameters";
import { knownGood } from "@analytics-engines/simulator";
import { describe, expect, it } from "vitest";
import { newParameterText } from "../../editor/language/new-file.ts";
import { wordOf } from "../../editor/language/text/kinds.ts";
import type { TreeItemData } from "../rows/nodes.ts";
import { fileChoices } from "./new-files.ts";

const { accounts, components, configuration, documents, strategies, benchmarks } = knownGood();
const account = accounts.equity;
const component = (engine: "pa" | "spar" | "vault", id: string): TreeItemData => ({
  kind: "component",
  engine,
  id,
  name: "Component",
  document: documents[engine],
});

const rows: readonly (readonly [string, TreeItemData, readonly string[]])[] = [
  [
    "account",
    { kind: "account", path: account },
    ["pa", "spar", "vault", "pub", "fiab", "afi", "axp", "bpm", "fpo", "npo"],
  ],
  [
    "account of configurations",
    { kind: "configurations", path: account },
    ["pa", "spar", "vault", "pub", "fiab", "afi", "axp", "bpm", "fpo", "npo"],
  ],
  ["configuration", { kind: "configuration", id: configuration, name: "Official", account }, ["vault"]],
  ["benchmark", { kind: "benchmark", id: benchmarks.world, name: "World" }, ["pa", "spar"]],
  ["component of pa", component("pa", components.pa.weights), ["pa", "linked-template"]],
  ["component of spar", component("spar", components.spar.returns), ["spar"]],
  ["component of vault", component("vault", components.vault.totalReturns), ["vault"]],
  ["document of pub", { kind: "document", engine: "pub", path: documents.pub }, ["pub"]],
  ["document of pa", { kind: "document", engine: "pa", path: documents.pa }, ["pa", "fpo"]],
  ["document of spar", { kind: "document", engine: "spar", path: documents.spar }, ["spar"]],
  ["document of vault", { kind: "document", engine: "vault", path: documents.vault }, ["vault"]],
  ...(["afi", "axp", "bpm", "fpo", "npo"] as const).map(
    (engine): readonly [string, TreeItemData, readonly string[]] => [
      `strategy of ${engine}`,
      { kind: "strategy", engine, path: strategies[engine] },
      [engine],
    ],
  ),
];

describe("a new parameter file", () => {
  it.each(rows)("from a row of an %s names it and has no error", (_, item, kinds) => {
    const choices = fileChoices(item, [{ id: components.pa.weights, name: "Weights" }]);
    expect([...new Set(choices.map(({ kind }) => wordOf(kind)))]).toEqual(kinds);
    for (const { kind, ids, variant } of choices) {
      const text = newParameterText(kind, ids, variant);
      for (const value of Object.values(ids)) expect(text).toContain(JSON.stringify(value));
      const file = readParameterFile(text, isFamilyId(kind) ? { family: kind } : { path: `new.${wordOf(kind)}.json` });
      expect(file.issues.filter(({ severity }) => severity === "error")).toEqual([]);
    }
  });

  it("offers each component of a document by its name", () => {
    const found = [
      { id: "A", name: "Returns" },
      { id: "B", name: "Risk" },
    ];
    const choices = fileChoices({ kind: "document", engine: "spar", path: documents.spar }, found);
    expect([...new Set(choices.map(({ name, ids }) => `${name} ${ids.component}`))]).toEqual(["Returns A", "Risk B"]);
  });

  it("is not offered for other rows", () => {
    expect(fileChoices({ kind: "directory", tree: "accounts", path: "Client:/" })).toEqual([]);
    expect(fileChoices({ kind: "entry", list: "columns", id: "P_1", name: "Weight" })).toEqual([]);
  });
});
