import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryOf } from "../../../test/support/parameters/arbitrary.ts";
import { type ParameterFile, readParameterFile } from "../read/read.ts";
import { documentKinds, shapeOf } from "../shapes/shape.ts";
import { compareParameters } from "./compare.ts";
import { changesToMarkdown } from "./describe.ts";

const id = (letter: string) => letter.repeat(64);
const account = (name: string, more = {}) => ({ id: name, holdingsmode: "B&H", ...more });

function pa(data: Record<string, object>, meta?: object): ParameterFile {
  const units = Object.fromEntries(
    Object.entries(data).map(([name, unit]) => [name, { componentid: id("a"), ...unit }]),
  );
  const file = readParameterFile(JSON.stringify({ data: units, ...(meta && { meta }) }), { family: "pa" });
  expect(file.issues.filter(({ severity }) => severity === "error")).toEqual([]);
  return file;
}

function said(before: ParameterFile, after: ParameterFile): string[] {
  return changesToMarkdown(compareParameters(before, after)).trimEnd().split("\n");
}

test("units are added, removed, renamed or changed", () => {
  const before = pa({ a: {}, b: { currencyisocode: "USD" }, c: { currencyisocode: "EUR" } });
  const after = pa({ a: { currencyisocode: "GBP" }, d: { currencyisocode: "EUR" }, e: { currencyisocode: "JPY" } });
  expect(compareParameters(before, after)).toEqual({
    units: [
      {
        kind: "changed",
        unit: "a",
        changes: [{ kind: "added", pointer: "/data/a/currencyisocode", label: ["currencyisocode"], after: "GBP" }],
      },
      { kind: "renamed", before: "c", after: "d" },
      { kind: "added", unit: "e" },
      { kind: "removed", unit: "b" },
    ],
    changes: [],
  });
  expect(said(before, after)).toEqual([
    "- Unit `a` changed:",
    "  - `currencyisocode`: `GBP` added",
    "- Unit `c` renamed to `d`.",
    "- Unit `e` added.",
    "- Unit `b` removed.",
  ]);
});

test("items of lists are matched by what identifies them", () => {
  const before = pa({ u: { accounts: [account("A"), account("B")], benchmarks: [account("LION:OEF-US")] } });
  const after = pa({
    u: {
      accounts: [account("NEW"), account("A"), account("B", { holdingsmode: "TBR" })],
      benchmarks: [account("LION:SPY-US")],
    },
  });
  expect(said(before, after)).toEqual([
    "- Unit `u` changed:",
    "  - `accounts` › `B` › `holdingsmode`: `B&H` replaced by `TBR`",
    "  - `accounts`: `NEW` added",
    "  - `benchmarks`: `LION:OEF-US` replaced by `LION:SPY-US`",
  ]);
  const [unit] = compareParameters(before, after).units;
  expect(unit?.kind === "changed" && unit.changes[0]).toEqual({
    kind: "replaced",
    pointer: "/data/u/accounts/2/holdingsmode",
    label: ["accounts", "B", "holdingsmode"],
    before: "B&H",
    after: "TBR",
  });
});

test("another order of a list is reported as a change of order", () => {
  const columns = (...letters: string[]) => ({ columns: letters.map((letter) => ({ id: id(letter) })) });
  expect(said(pa({ u: columns("a", "b", "c") }), pa({ u: columns("c", "a", "b") }))).toEqual([
    "- Unit `u` changed:",
    "  - `columns`: in another order",
  ]);
});

test("items that occur twice are distinguished", () => {
  const before = pa({ u: { accounts: [account("A"), account("A", { holdingsmode: "TBR" })] } });
  const after = pa({ u: { accounts: [account("A"), account("A", { holdingsmode: "OMS" })] } });
  expect(said(before, after)).toEqual([
    "- Unit `u` changed:",
    "  - `accounts` › `A` › `holdingsmode`: `TBR` replaced by `OMS`",
  ]);
});

test("meta is compared beside the units, and the whole file where there are none", () => {
  expect(said(pa({ u: {} }, { format: "JsonStach" }), pa({ u: {} }, { format: "Table" }))).toEqual([
    "- `meta` › `format`: `JsonStach` replaced by `Table`",
  ]);
  const afi = (id: string) =>
    readParameterFile(
      JSON.stringify({
        data: { strategy: { id, overrides: { constraints: { Turnover: "Enable" } } }, outputTypes: {} },
      }),
      { family: "afi" },
    );
  expect(said(afi("Client:/A"), afi("Client:/B"))).toEqual([
    "- `data` › `strategy` › `id`: `Client:/A` replaced by `Client:/B`",
  ]);
});

test("letter case, spacing and key order are not changes", () => {
  const one = readParameterFile(
    `{"data":{"u":{"componentid":"x","currencyisocode":"USD"}},"meta":{"format":"jsonstach"}}`,
    { family: "pa" },
  );
  const other = readParameterFile(
    `{ "Meta":{"format":"JsonStach"}, "data":{"u":{"CURRENCYISOCODE":"USD","componentid":"x"}}}`,
    { family: "pa" },
  );
  expect(compareParameters(one, other)).toEqual({ units: [], changes: [] });
  expect(changesToMarkdown(compareParameters(one, other))).toBe("");
});

test("the texts are safe to show", () => {
  const secret = "ghp_0123456789012345678901234567890123456789";
  const text = said(
    pa({ u: { currencyisocode: "`<b>@all\n|\u202e" } }),
    pa({ "`u`": { currencyisocode: secret } }),
  ).concat(said(pa({ u: { currencyisocode: "`<b>@all\n|\u202e" } }), pa({ u: { currencyisocode: secret } })));
  expect(text).toEqual([
    "- Unit `\\u{60}u\\u{60}` added.",
    "- Unit `u` removed.",
    "- Unit `u` changed:",
    "  - `currencyisocode`: `\\u{60}<b>@all\\n|\\u{202e}` replaced by `(looks like a secret)`",
  ]);
});

test("ids are shown in full", () => {
  const [before, after] = [`${"0A".repeat(31)}0B`, `${"0A".repeat(31)}0C`];
  expect(said(pa({ u: { componentid: before } }), pa({ u: { componentid: after } }))).toEqual([
    "- Unit `u` changed:",
    `  - \`componentid\`: \`${before}\` replaced by \`${after}\``,
  ]);
});

test("files of two families differ in family, and files with errors are refused", () => {
  const vault = readParameterFile(
    JSON.stringify({ data: { u: { componentid: "", configid: "", account: { id: "" } } } }),
    { family: "vault" },
  );
  expect(said(pa({ u: {} }), vault)).toEqual(["- The family changed from `pa` to `vault`."]);
  expect(() => compareParameters(pa({ u: {} }), readParameterFile("{"))).toThrow(TypeError);
});

test("there is a change exactly where the requests differ", () => {
  const pairs = fc
    .constantFrom(...documentKinds)
    .chain((kind) => fc.tuple(fc.constant(kind), arbitraryOf(shapeOf(kind)), arbitraryOf(shapeOf(kind))));
  fc.assert(
    fc.property(pairs, ([kind, one, other]) => {
      const [before, after] = [one, other].map((document) =>
        readParameterFile(JSON.stringify(document), { path: `a.${kind}.json` }),
      );
      if (!before?.request || !after?.request) return;
      const { units, changes } = compareParameters(before, after);
      expect(units.length + changes.length > 0).toBe(
        JSON.stringify(sorted(before.request)) !== JSON.stringify(sorted(after.request)),
      );
      expect(compareParameters(after, after)).toEqual({ units: [], changes: [] });
    }),
    { numRuns: 500 },
  );
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}
