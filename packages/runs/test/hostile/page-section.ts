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

A second service shares no code with the simulator: it reads and writes HTTP itself, byte by byte, and answers as no service should. ${faults.length} faults ×
${matrixSteps.length} steps × ${kinds.length} ways to answer make **${cases} possible cases**. Each is a run of two parameter files with the real client into a run folder.
**${success}** of them succeed at once; the others are resumed with a healthy service. A checker that shares no code with the client compares the folder with the server's own record, after the run and
after the resume. It checks that in every case:

- a parameter file gets a second job only after the first was canceled, even if a gateway delivers a create late;
- the client requests no result after bytes of it arrived;
- a stored result has exactly the bytes that the server sent for that file and that unit, with their digest;
- the run calls a unit lost only if the service sent its result, and gives up no result that the service still has;
- if the service repeats a credential, the folder contains it only within the bytes of a result;
- the client reads at most 72 MiB of a body that is not a result, and sends nothing to another origin.

\`npm test\` runs a fixed sample of the cases; \`npm run test:full\` runs all. The cases do not include two new results, or two new jobs of \`fiab\`, whose answers are exchanged between
two connections: nothing in such an answer says to which request it belongs, so no client can notice. Nor do they include what no gateway or service does: a coding that the request does not accept (the client
accepts gzip and brotli), and \`100 Continue\` to a client that did not ask for it, after which undici closes the connection. Then a result that the service gives once is reported as lost.

${table("step", byStep)}

${table("way to answer", byKind)}

${table("fault", byFault)}

### Cut byte by byte

${sweep()}`;
}

/** The number of cases, of those with each end, and of those that were resumed to success. */
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
  return `The server cuts the answers to create, status and result of one job of each kind, head and body, after ${where}, alternately with a FIN and an RST:
**${cuts.toLocaleString("en-US")} runs**, no second job, no wrong byte. \`npm test\` cuts each answer at one place, always the same.

| answer | ${["way to answer", ...columns].join(" | ")} |
| --- | --- |${" ---: |".repeat(columns.length)}
${lines.join("\n")}`;
}
