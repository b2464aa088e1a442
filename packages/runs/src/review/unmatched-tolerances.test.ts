import { join } from "node:path";
import { unmatchedToleranceText } from "@analytics-engines/core/results";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/folders.ts";
import { type HistoryUnit, writeHistoryRun } from "../../test/support/history-run.ts";
import { assess } from "./assess.ts";
import { compareFolders, compareRuns, openComparedFolder } from "./compare-runs.ts";
import { renderReview } from "./render-review.ts";

async function writeRuns(...runs: readonly Readonly<Record<string, HistoryUnit>>[]) {
  const folder = await temporaryFolder();
  const names = await Promise.all(
    runs.map((units, at) => writeHistoryRun(join(folder, `${at}`), `2026-11-2${at}T00:00:00Z`, units)),
  );
  const [before, now] = await Promise.all(names.map(openComparedFolder));
  if (before === undefined || now === undefined) throw new Error("two runs are expected");
  return { before, now };
}

const one = { growth: { numbers: { Total: 1 } } };
const other = { growth: { numbers: { Total: 2 } } };

describe("tolerances that match no column", () => {
  it.each([
    ["of results that differ", one, other],
    ["of results with the same bytes", one, one],
  ])("%s are named with the closest one", async (_, was, is) => {
    const { before, now } = await writeRuns(was, is);
    const tolerances = [{ columns: "*wieght", absolute: 1 }, { columns: "portfolio |+WEIGHT" }, { columns: "Carbon" }];
    const { unmatchedTolerances } = await compareFolders(before, now, tolerances);
    expect(unmatchedTolerances).toEqual([{ columns: "*wieght", closest: "Portfolio | Weight" }, { columns: "Carbon" }]);
    expect(unmatchedTolerances.map(unmatchedToleranceText)).toEqual([
      "The tolerance of `*wieght` matches no column of the compared results. The closest one is `Portfolio | Weight`.",
      "The tolerance of `Carbon` matches no column of the compared results.",
    ]);
  });

  it("are those of no unit: one of a unit that did not change is enough", async () => {
    const columns = [{ id: "d", name: "d", description: "Duration", type: "real" }];
    const definition = { columns };
    const table = { definition, data: { rows: [{ values: { d: 1 } }] } };
    const bonds = { result: JSON.stringify({ data: { version: "2.0", tables: { t: table } } }) };
    const { before, now } = await writeRuns({ ...one, bonds }, { ...other, bonds });
    const { unmatchedTolerances } = await compareFolders(before, now, [{ columns: "duration" }]);
    expect(unmatchedTolerances).toEqual([]);
  });

  it("are not claimed where nothing can be compared", async () => {
    const failed = { growth: {} };
    const { before, now } = await writeRuns(failed, failed);
    expect((await compareFolders(before, now, [{ columns: "x" }])).unmatchedTolerances).toEqual([]);
  });

  it("are a section of a review", async () => {
    const { before, now } = await writeRuns(one, other);
    const earlier = { ...before, missing: [] };
    const tolerances = [{ columns: "wieght", absolute: 1 }];
    const numbers = await compareRuns({
      files: now.manifest.files,
      folder: now.folder,
      earlier,
      missingReason: "",
      tolerances,
      parameters: [],
    });
    const review = {
      run: { ...now, missing: [] },
      earlier: { run: earlier, source: { kind: "folder", folder: "base" } },
      numbers,
      parameters: [],
      tolerances,
      commits: { base: "a".repeat(40), head: "b".repeat(40) },
    } as const;
    const text = renderReview(review, assess(review), { report: undefined, earlier: undefined }, 65_536);
    expect(text).toContain(
      "### Tolerances\n\n- The tolerance of <code>wieght</code> matches no column of the results; the closest one is <code>Portfolio &#124; Weight</code>\n",
    );
  });
});
