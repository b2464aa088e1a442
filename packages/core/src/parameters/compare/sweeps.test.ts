import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sentenceList } from "../../text/words.ts";
import { readSweep, type SweepJob } from "../sweep/read-sweep.ts";
import { describeRows } from "./describe-rows.ts";
import { compareSweeps } from "./sweeps.ts";

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
