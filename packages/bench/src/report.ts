/** A figure beside a peer or a limit of the same run. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The peer's figure or the limit, in the same unit. */
  readonly reference: number;
  /** `value / reference`. */
  readonly ratio: number;
  /** The target in words, such as "at most 1.15 times bare ky". */
  readonly target: string;
  readonly met: boolean;
}

/** A value that must not exceed `times` the reference. */
export function atMost(
  name: string,
  value: number,
  unit: string,
  reference: number,
  times: number,
  target: string,
): Row {
  return { name, value, unit, reference, ratio: value / reference, target, met: value <= times * reference };
}

/** A value that must not exceed a limit. */
export function under(
  name: string,
  value: number,
  unit: string,
  limit: number,
  target = `under ${limit} ${unit}`,
): Row {
  return atMost(name, value, unit, limit, 1, target);
}

/** A value without a target. */
export function withoutTarget(name: string, value: number, unit: string, reference: number, target = "shown"): Row {
  return { name, value, unit, reference, ratio: value / reference, target, met: true };
}

/** The numbers of a row for people. */
export function rowText({ value, reference, unit, ratio }: Row) {
  return { value: `${number(value)} ${unit}`, reference: `${number(reference)} ${unit}`, ratio: ratio.toFixed(2) };
}

function number(value: number): string {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3);
}

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
