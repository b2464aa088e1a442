import { rowText } from "../format.ts";
import type { Row } from "../row.ts";
import type { Plot } from "./plot.ts";

/** What one figure of `npm run bench` measured. */
export interface Section {
  readonly name: string;
  readonly rows: readonly Row[];
}

/** What a run of all figures was made on. */
export interface Surroundings {
  /** ISO date. */
  readonly date: string;
  readonly machine: string;
  /** Name and version, the project's and those of the peers. */
  readonly versions: readonly string[];
}

/** The document of a run of all figures. A figure that falls short of its target is shown as such, at the top and in its table. */
export function benchmarksMarkdown(
  sections: readonly Section[],
  plots: readonly Plot[],
  { date, machine, versions }: Surroundings,
): string {
  const rows = sections.flatMap((section) => section.rows);
  const short = rows.filter((row) => !row.met);
  const lines = [
    "# Benchmarks",
    "",
    "Written by `npm run bench`, which builds the packages, measures what was built, and holds each figure against a peer or a limit in the same run. Times are medians or low quantiles of many",
    "rounds in turn, as the code of each figure in `packages/bench` says; ratios carry from machine to machine better than times.",
    "",
    `Measured on ${date}: ${machine}. ${versions.join(", ")}.`,
    "",
    short.length === 0
      ? `All ${rows.length} figures meet their targets.`
      : `**${short.length} of ${rows.length} figures fall short of their target:** ${short.map((row) => row.name.trim()).join("; ")}.`,
    "",
    ...plots.flatMap(({ name, title }) => [`![${title}](images/${name}.svg)`, ""]),
    ...sections.flatMap((section) => table(section)),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

function table({ name, rows }: Section): string[] {
  return [
    `## ${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
    "",
    "| figure | value | peer or limit | ratio | target | |",
    "| --- | ---: | ---: | ---: | --- | --- |",
    ...rows.map((row) => {
      const { value, reference, ratio } = rowText(row);
      return `| ${row.name.trim()} | ${value} | ${reference} | ${ratio} | ${row.target} | ${row.met ? "" : "**falls short**"} |`;
    }),
    "",
  ];
}
