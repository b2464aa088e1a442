import { type Row, rowText } from "./rows.ts";

/** The rows of one figure of `npm run bench`. */
export interface BenchmarkSection {
  readonly name: string;
  readonly rows: readonly Row[];
}

/** Where and when a run of all figures was made. */
export interface Surroundings {
  /** ISO date. */
  readonly date: string;
  readonly machine: string;
  /** Names and versions of the project and of its peers. */
  readonly versions: readonly string[];
}

/** The document of a run of all figures. It names the figures that miss their target at the top and marks them in their tables. */
export function benchmarksMarkdown(
  sections: readonly BenchmarkSection[],
  { date, machine, versions }: Surroundings,
): string {
  const rows = sections.flatMap((section) => section.rows);
  const short = rows.filter((row) => !row.met);
  const lines = [
    "# Benchmarks",
    "",
    "`npm run bench` builds the packages, measures what it built, compares each figure with a peer or a limit in the same run, and writes this page. A peer is another program that does the same work. Times are medians or",
    "low quantiles of many rounds, as the code of each figure in `packages/bench` says. On another machine, the ratios change less than the times.",
    "",
    `Measured on ${date}: ${machine}. ${versions.join(", ")}.`,
    "",
    short.length === 0
      ? `All ${rows.length} figures meet their targets.`
      : `**${short.length} of ${rows.length} figures fall short of their target:** ${short.map((row) => row.name.trim()).join("; ")}.`,
    "",
    ...sections.flatMap((section) => table(section)),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

function table({ name, rows }: BenchmarkSection): string[] {
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
