import { faults } from "./faults/all.ts";
import { matrixSteps, stepTitles } from "./faults/steps.ts";
import { type Cell, cellName, cells } from "./matrix/cells.ts";
import { readOutcomes } from "./matrix/outcomes.ts";
import { kinds } from "./service/kinds.ts";
import { readSweep } from "./sweep/figures.ts";

/** How a run ended, in the order of the columns. */
const ends = {
  success: "success",
  failure: "named failure",
  lost: "lost",
  unknown: "unknown",
  canceled: "canceled",
} as const;
const columns = ["cases", ...Object.values(ends), "then resumed to success"];

/** The part of docs/reliability.md about the service on raw sockets. */
export function hostileSection(): string {
  const stated = readOutcomes();
  const words = (own: readonly Cell[]) => own.map((cell) => stated.get(cellName(cell)) ?? "");
  const row = (title: string, own: readonly Cell[]) => `| ${[title, ...counts(words(own))].join(" | ")} |`;
  const table = (head: string, rows: readonly string[]) =>
    [`| ${[head, ...columns].join(" | ")} |`, `| --- |${" ---: |".repeat(columns.length)}`, ...rows].join("\n");
  const [cases, success] = counts(words(cells));
  const byFault = faults.map((fault) =>
    row(
      `\`${fault.name}\`: ${fault.title}`,
      cells.filter((cell) => cell.fault === fault),
    ),
  );
  const byStep = matrixSteps.map((step) =>
    row(
      stepTitles[step],
      cells.filter((cell) => cell.step === step),
    ),
  );
  const byKind = kinds.map((kind) =>
    row(
      kind.title,
      cells.filter((cell) => cell.kind === kind),
    ),
  );
  return `## A hostile service on raw sockets

A second service shares nothing with the simulator: it reads and writes HTTP by itself, byte by byte, and answers as no service should. ${faults.length} faults ×
${matrixSteps.length} steps × ${kinds.length} ways to answer are **${cases} cases** that can happen; each is a run of two parameter files with the real client into a run folder.
**${success}** of them end in success at once. A checker that knows nothing of the client compares the folder with the server's own record, after the run and
after a run that did not succeed was resumed against the healthy service. In no case:

- does a parameter file have a second job that was not canceled before, also where a gateway delivers a create late;
- is a result asked for after bytes of it arrived;
- is a stored success anything else than the bytes that the server made for that file and that unit, with their digest;
- is a unit called lost that the service did not give away, or given up that the service still holds;
- does a credential that the service repeats stand in the folder, but within the bytes of a result;
- does the client take more than 72 MiB of a body that is no result, or send anything to another origin.

\`npm test\` takes one case in eight, always the same; \`npm run test:full\` takes all. Two new results, or two new jobs of \`fiab\`, whose answers change places on
two connections are no case: nothing in such an answer says whose it is, so no client can tell.

${table("step", byStep)}

${table("way to answer", byKind)}

${table("fault", byFault)}

### Cut byte by byte

${sweep()}`;
}

/** Cases, those of each end, and those that were resumed to success. */
function counts(words: readonly string[]): number[] {
  const first = words.map((word) => word.split(" > ")[0]);
  const ofEnd = Object.keys(ends).map((end) => first.filter((word) => word === end).length);
  return [words.length, ...ofEnd, words.filter((word) => word.endsWith("> success")).length];
}

function sweep(): string {
  const { stride, rows } = readSweep();
  const where = stride === 1 ? "each of their bytes" : `every ${stride}th of their bytes`;
  const cuts = rows.reduce((sum, row) => sum + row.cuts, 0);
  const lines = rows.map((row) => {
    const words = Object.entries(row.ends).flatMap(([word, count]) => Array.from({ length: count }, () => word));
    const title = kinds.find(({ id }) => id === row.kind)?.title ?? row.kind;
    return `| ${[row.step, title, ...counts(words)].join(" | ")} |`;
  });
  return `The answers to create, status and result of one job of each kind, head and body, cut after ${where}, by turns with a FIN and an RST:
**${cuts.toLocaleString("en-US")} runs**, no second job, no wrong byte. \`npm test\` cuts each answer at four places.

| answer | ${["way to answer", ...columns].join(" | ")} |
| --- | --- |${" ---: |".repeat(columns.length)}
${lines.join("\n")}`;
}
