import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { arbitraryOf } from "../../../test/support/parameters/arbitrary.ts";
import { sentenceList } from "../../text/words.ts";
import { type ParameterFile, readParameterFile } from "../read/read.ts";
import { documentKinds, shapeOf } from "../shapes/shape.ts";
import { readSweep, type SweepJob } from "../sweep/read-sweep.ts";
import { compareParameters, compareSweeps } from "./compare.ts";
import { changesToMarkdown, describeRows } from "./describe.ts";

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

const template = {
  componentid: "A".repeat(64),
  accounts: [{ id: "X", holdingsmode: "B&H" }],
  benchmarks: [{ id: "SP50", holdingsmode: "B&H" }],
};

/** The jobs of a sweep over rows of an id, an account and a benchmark. */
function jobsOf(
  rows: readonly (readonly [id: string, account: string, benchmark: string])[],
  more = {},
): readonly SweepJob[] {
  const sweep = {
    template: { ...template, ...more },
    rows: "a.csv",
    id: "{id}",
    fill: { "/accounts/0/id": "{account}", "/benchmarks/0/id": "{benchmark}" },
  };
  const lines = [["id", "account", "benchmark"], ...rows].map((cells) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","),
  );
  const files = new Map([["a.csv", { text: lines.join("\n") }]]);
  const { jobs, sources } = readSweep(JSON.stringify(sweep), "a.pa.sweep.json", { files });
  expect(sources.flatMap(({ issues }) => issues).filter(({ severity }) => severity === "error")).toEqual([]);
  return jobs;
}

/** `count` rows whose benchmark is as told. */
const rowsWith = (count: number, benchmark: string) =>
  Array.from({ length: count }, (_, row) => [`r${row}`, `Client:/${row}.ACCT`, benchmark] as const);

function listOf(before: readonly SweepJob[], after: readonly SweepJob[]): string {
  return sentenceList(describeRows(compareSweeps(before, after), () => undefined));
}

describe("the changes of a sweep", () => {
  it("name the rows that are new, gone and renamed", () => {
    const before = jobsOf([
      ["a", "A", "X"],
      ["b", "B", "X"],
      ["c", "C", "X"],
    ]);
    const after = jobsOf([
      ["GROWTH_EU", "E", "X"],
      ["a", "A", "X"],
      ["b2", "B", "X"],
    ]);
    expect(listOf(before, after)).toBe("- Row `GROWTH_EU` added.\n- Row `c` removed.\n- 1 row renamed: `b` to `b2`.\n");
  });

  it("are grouped by the place that changed, with the value if it is the same for all rows", () => {
    expect(listOf(jobsOf(rowsWith(12, "X")), jobsOf(rowsWith(12, "Y")))).toBe(
      "- `benchmarks` of 12 rows: `X` replaced by `Y`\n  - Rows `r0`, `r1`, `r2`, `r3`, `r4`, `r5`, `r6`, `r7`, `r8`, `r9` and 2 more.\n",
    );
    expect(listOf(jobsOf(rowsWith(1, "X")), jobsOf(rowsWith(1, "Y")))).toBe(
      "- `benchmarks` of row `r0`: `X` replaced by `Y`\n",
    );
  });

  it("stay short, however many rows have other values", () => {
    const rows = rowsWith(400, "X");
    const after = rows.map(([id, account, benchmark]) => [id, `${account}2`, benchmark] as const);
    const lines = listOf(jobsOf(rows), jobsOf(after)).split("\n");
    expect(lines.slice(0, 2)).toEqual([
      "- `accounts` of 400 rows:",
      "  - Row `r0`: `Client:/0.ACCT` replaced by `Client:/0.ACCT2`",
    ]);
    expect(lines.slice(6)).toEqual(["  - And 395 more rows.", ""]);
  });

  it("name an item of a list by its number where the rows have other items", () => {
    const before = jobsOf(rowsWith(2, "X"));
    const after = jobsOf(rowsWith(2, "X"), { accounts: [{ id: "X", holdingsmode: "TBR" }] });
    expect(listOf(before, after)).toBe(
      "- `accounts` › `#1` › `holdingsmode` of 2 rows: `B&H` replaced by `TBR`\n  - Rows `r0`, `r1`.\n",
    );
  });

  it("are none for rows that move to another job", () => {
    const rows = rowsWith(600, "X");
    const added = ["new", "N", "X"] as const;
    expect(listOf(jobsOf(rows), jobsOf([added, ...rows]))).toBe("- Row `new` added.\n");
  });

  it("are those of its jobs in a family without units", () => {
    const jobs = (date: string) => {
      const sweep = {
        template: {
          securities: [{ calcFromMethod: "Price", calcFromValue: 100, symbol: "S" }],
          calculations: ["Price"],
          jobSettings: { asOfDate: "20260101" },
        },
        rows: "a.csv",
        id: "{id}",
        fill: { "/jobSettings/asOfDate": "{date}" },
      };
      const files = new Map([["a.csv", { text: `id,date\na,20260101\nb,${date}\n` }]]);
      return readSweep(JSON.stringify(sweep), "a.fi.sweep.json", { files }).jobs;
    };
    expect(listOf(jobs("20260101"), jobs("20260201"))).toBe(
      "- `data` › `jobSettings` › `asOfDate` of row `b`: `20260101` replaced by `20260201`\n",
    );
  });

  it("name exactly the rows that differ, and show their text as text", () => {
    const row = fc.tuple(
      fc.constantFrom("a", "b", "`c`", "toString", "1", "d\n- e"),
      fc.constantFrom("A", "B"),
      fc.constantFrom("X", "`Y`\n"),
    );
    const rowsOf = fc.uniqueArray(row, { selector: ([id]) => id, minLength: 1 });
    fc.assert(
      fc.property(rowsOf, rowsOf, (before, after) => {
        const changes = compareSweeps(jobsOf(before), jobsOf(after));
        const contentOf = (rows: typeof before) => new Map(rows.map(([id, ...content]) => [id, String(content)]));
        const [was, is] = [contentOf(before), contentOf(after)];
        const ids = [...new Set([...was.keys(), ...is.keys()])];
        const different = ids.filter((id) => was.get(id) !== is.get(id));
        const touched = changes.units.flatMap((unit) =>
          unit.kind === "renamed" ? [unit.before, unit.after] : unit.unit,
        );
        expect(touched.toSorted()).toEqual(different.toSorted());
        const text = sentenceList(describeRows(changes, () => undefined));
        for (const line of text.split("\n").filter(Boolean)) {
          expect(line).toMatch(/^ *- /);
          expect(line.split("`").length % 2).toBe(1);
        }
      }),
    );
  });
});
