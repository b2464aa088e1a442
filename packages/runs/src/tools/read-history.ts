import { existsSync } from "node:fs";
import * as z from "zod";
import { type NumberOverRuns, pointText, readSeries } from "../history/series.ts";
import { changeLines, changesHeadline, listHistoryChanges } from "../history/views.ts";
import type { ToolAnswer } from "./answer.ts";
import { defineTool, quotedInput, ToolInputError } from "./tool.ts";
import { openPlace } from "./workspace-file.ts";

const pattern = z.string().min(1).max(300).optional();

export const readHistory = defineTool({
  name: "readHistory",
  title: "Read the history",
  hasList: true,
  description:
    "Reads a history, the store of Parquet files that keeps the numbers of many runs: what newly failed, breached a check or recovered in the last run; or numbers or checks over runs, each change with its reason (other parameters, other dates, a restatement).",
  input: z.strictObject({
    store: z.string().min(1).max(1000).default("history").describe("The folder of the store, in an open folder."),
    show: z
      .enum(["changes", "numbers", "checks"])
      .default("changes")
      .describe("The changes of the last run; or over runs numbers or values of checks."),
    file: pattern.describe("A glob of parameter files, such as weights.pa.json."),
    unit: pattern.describe("A glob of units."),
    table: pattern.describe("The table; * stands for any characters. So it does in column and row."),
    column: pattern.describe("The column."),
    row: pattern.describe("The row, such as Total."),
    runs: z.int().min(1).max(100).default(10).describe("The most runs of a number: the last ones."),
  }),
  async answer({ store, show, runs, ...filter }, world): Promise<ToolAnswer> {
    const { file: folder, name } = openPlace(world, store);
    if (!existsSync(folder))
      throw new ToolInputError(`There is no history in ${quotedInput(name)}. Name the folder of a history in store.`);
    if (show === "changes") {
      const changes = await listHistoryChanges(folder);
      const { run, problems } = changes;
      return {
        facts: {
          store: name,
          run: run && { ...run, time: run.time.toISOString() },
          headline: changesHeadline(changes),
          ...problemFacts(problems),
        },
        list: { name: "changes", items: changeLines(changes), rest: "Show numbers or checks over runs with show." },
      };
    }
    const { file, unit, table, column, row } = filter;
    const { series, problems } = await readSeries(
      folder,
      {
        ...(file !== undefined && { file }),
        ...(unit !== undefined && { unit }),
        ...(table !== undefined && { table }),
        ...(column !== undefined && { column }),
        ...(row !== undefined && { row }),
      },
      show,
    );
    return {
      facts: { store: name, show, seriesCount: series.length, ...problemFacts(problems) },
      list: {
        name: "series",
        items: series.map((one) => seriesFacts(one, runs)),
        rest: "Or name a file, a unit, a table, a column or a row, or fewer runs.",
      },
    };
  },
});

function problemFacts(problems: readonly { readonly file: string; readonly reason: string }[]) {
  return problems.length === 0
    ? {}
    : { problemCount: problems.length, problems: problems.slice(0, 5).map(({ file, reason }) => `${file} ${reason}`) };
}

/** A number over the last runs, the oldest first. */
function seriesFacts({ points, measure, ...place }: NumberOverRuns, runs: number): object {
  const first = Math.max(0, points.length - runs);
  return {
    ...place,
    ...(measure !== null && { measure }),
    runCount: points.length,
    runs: points.slice(first).map((point, index) => {
      const { value, change, note } = pointText(points[first + index - 1], point);
      const time = point.time.toISOString();
      return { time, value, ...(change !== "" && { change }), ...(note !== "" && { note }) };
    }),
  };
}
