import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { decodeResultBytes, type Table } from "@analytics-engines/core/results";
import type { ChartData } from "../../src/chart/spec.ts";

const folder = path.join(import.meta.dirname, "../../../core/test/results/real-shapes");

/** The tables in shapes that occur in results of users, by the names of their files. */
export async function realShapes(): Promise<ReadonlyMap<string, Table>> {
  const files = readdirSync(folder).sort();
  const tables = await Promise.all(
    files.map(async (file) => {
      const [table] = await decodeResultBytes(readFileSync(path.join(folder, file)));
      if (table === undefined) throw new Error(`no table in ${file}`);
      return [path.basename(file, ".json"), table] as const;
    }),
  );
  return new Map(tables);
}

/** What a chart shows as a text: its series, groups and numbers, whatever the format of the numbers; of lines, the last numbers. */
export function contentOf(data: ChartData): string {
  switch (data.shape) {
    case "steps":
      return data.steps.map(({ name, from, to }) => `${name} ${numberText(to - from)}`).join(" / ");
    case "points":
      return data.points.map(({ name, x, y }) => `${name} ${numberText(x)} ${numberText(y)}`).join(" / ");
    case "months":
      return data.cells.map(({ year, month, value }) => `${year}-${month + 1} ${numberText(value)}`).join(" / ");
    case "lines":
    case "areas":
      return data.series
        .map(({ name, values }) => `${name} ${numberText(values[data.days.length - 1] ?? Number.NaN)}`)
        .join(" / ");
    case "bars":
    case "pairs": {
      const totals = data.shape === "bars" && data.totals ? [{ name: "totals", values: data.totals.values }] : [];
      return [...data.series, ...totals]
        .map(({ name, values }) => {
          const cells = data.groups.map((group, place) => `${group} ${numberText(values[place] ?? Number.NaN)}`);
          return `${data.series.length > 1 ? `${name}: ` : ""}${cells.join(" / ")}`;
        })
        .join("; ");
    }
  }
}

function numberText(value: number): string {
  return Number.isNaN(value) ? "–" : String(Number(value.toFixed(2)) || 0);
}
