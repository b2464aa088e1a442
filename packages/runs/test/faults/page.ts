import { existsSync, readFileSync } from "node:fs";
import { hostileSection } from "../hostile/page-section.ts";
import { faults, kindsOf, type Step, steps, type Times, titleOf } from "./matrix/axes.ts";
import { clockStepCells, clockSteps } from "./matrix/clock-steps.ts";
import { cellName, readStated } from "./matrix/stated.ts";
import { words } from "./matrix/words.ts";
import { mutationSection } from "./mutation-section.ts";

interface Sample {
  readonly over: number;
  readonly heap: number;
  readonly rss: number;
}

/** What `packages/runs/test/reliability/write-figures.ts` measured. */
interface Figures {
  readonly node: string;
  readonly platform: string;
  readonly soak: {
    readonly jobs: number;
    readonly kills: number;
    readonly requests: number;
    readonly faults: number;
    readonly seconds: number;
    readonly endings: Readonly<Record<string, number>>;
    readonly broken: readonly string[];
    readonly memory: readonly (readonly Sample[])[];
  };
  readonly kills: {
    readonly kills: number;
    readonly runs: number;
    readonly units: Readonly<Record<string, number>>;
    readonly ambiguous: number;
    readonly broken: readonly string[];
  };
}

const about: Readonly<Record<Step, string>> = {
  token: "the request for an OAuth token",
  create: "the request that creates the job (PUT; POST if the family has no PUT)",
  poll: "a read of the status while the job runs",
  status: "the read of the status of a finished job; for `fi` and the optimizers, its answer is the result",
  info: "the document that describes a quant result",
  result: "the result of a unit",
  cancel: "the cancel, when the run is stopped",
};

/** docs/reliability.md: the promises, and the outcome of every fault. `npm run build` writes it. */
export function reliabilityPage(): string {
  const matrices = [matrix("once"), matrix("always"), legend(), clock(), folder()];
  return `${[head(), ...matrices, hostileSection(), other(), mutationSection(), figures()].join("\n\n")}\n`;
}

function head(): string {
  const cells = (["once", "always"] as const).map((times) =>
    [...readStated(times).values()].filter((text) => text !== "-"),
  );
  const all = cells.flat();
  const survived = all.filter((text) => /^(survived|canceled)/.test(text)).length;
  const resumed = all.filter((text) => / > survived/.test(text)).length;
  return `# Reliability

Tests cause every fault between a client and a service, and this page lists the required outcome of each. \`npm run build\` writes the page
from the tests' own tables, so both always agree.

## Promises

- A run creates a job at most once, whichever answer is lost and whenever the process is killed.
- A run requests a result until its first byte arrives, and never after that. If the service sent a result that did not arrive, the run
  reports it as *lost*, with job, unit, request key and number of bytes.
- A stored result never changes. The manifest of a run agrees with the service's record.
- The client sends no request before a \`Retry-After\` has passed, and writes no credential to a file or a log.
- Every failure of a job has a code, and a resumed run continues every job that can continue.

A random test tries the same examples in each \`npm test\`, so the same code always gives the same answer. \`npm run test:full\` tries more of them, others each time.

## Every fault, at every step, for every way to answer

${faults.length} faults × ${steps.length} steps × ${kindsOf("once").length} ways to answer, with a fault that occurs once and, for ${kindsOf("always").length} of the ways, also with one that hits every such request: **${all.length} possible cells**. In **${survived}** cells the
run survives the fault; in **${resumed}** it ends with an error, and has every byte once it is resumed without the fault; in **${all.length - survived - resumed}** it ends
with an error that a resume does not correct. No cell has a second job, and no cell loses bytes without a report; the tests check that in each.
\`npm test\` runs a fixed sample of the cells; \`npm run test:full\` runs all.

\`a > b\`: the run ended with \`a\`; resumed without the fault, it ended with \`b\`. \`-\`: the family has no such step. The tests cause \`refused\`,
\`reset\`, \`lost\`, \`reset-after-headers\`, \`cut\`, \`wrong-length\` and \`broken-gzip\` on real sockets; waits pass in virtual time.
The [simulator](../packages/simulator/README.md#faults) describes the faults.`;
}

function matrix(times: Times): string {
  const stated = readStated(times);
  const title = times === "once" ? "### A fault that occurs once" : "### A fault that hits every such request";
  const tables = steps.map((step) => {
    const kinds = kindsOf(times).filter(({ id }) =>
      faults.some((fault) => stated.get(cellName(step, titleOf(fault), id)) !== "-"),
    );
    const rows = faults.map((fault) => {
      const cells = kinds.map(({ id }) => stated.get(cellName(step, titleOf(fault), id)) ?? "");
      return `| \`${titleOf(fault)}\` | ${cells.join(" | ")} |`;
    });
    return [
      `**${step}**: ${about[step]}`,
      "",
      `| fault | ${kinds.map((kind) => kind.title).join(" | ")} |`,
      `| --- |${" --- |".repeat(kinds.length)}`,
      ...rows,
    ].join("\n");
  });
  return [title, ...tables].join("\n\n");
}

function legend(): string {
  const rows = Object.entries(words).map(([word, meaning]) => `| ${word} | ${meaning} |`);
  return ["### What the outcomes mean", "", "| outcome | meaning |", "| --- | --- |", ...rows].join("\n");
}

function clock(): string {
  const hours = (seconds: number) =>
    Math.abs(seconds) < 3600 ? `${Math.abs(seconds)} s` : `${Math.abs(seconds) / 3600} h`;
  const lengths = [...new Set(clockSteps.map(({ seconds }) => hours(seconds)))].join(" or ");
  const cells = clockSteps.reduce((sum, step) => sum + clockStepCells(step).length, 0);
  return `## A clock that steps

The clock of the machine steps by ${lengths}, forwards or backwards, just before the request that meets the fault, or before the run is resumed. Timers do not
notice it. **${cells.toLocaleString("en-US")} cells** of the matrix are tried that way: those whose fault needs no real connection, without the step \`token\`, where a
service refuses a signed assertion with wrong times. In none is there a second job, a request before \`Retry-After\` has passed, or a loss without a report. A deadline is
a time of the clock, so a step forwards can end a run early with a named error; resumed, it ends as it does without the step. \`npm test\` runs a fixed
sample of the cells; \`npm run test:full\` runs all.

A create whose answer is lost is tried in 2,000 more stories, with steps at any time and a gateway that delivers it late: a resumed run waits out the
whole delivery, whatever the clock says.`;
}

function folder(): string {
  return `## The disk, and two processes in one folder

| what happens | what is tried | what holds |
| --- | --- | --- |
| the power is cut | before each call of a run on its disk; what was not synced survives in full, in part, not at all, or as any subset of the changes | the resumed run creates no second job, reads no result twice, and has each result that the run reported as stored |
| the power is cut while a killed run is resumed | 400 pairs of calls, chosen by chance | the same |
| the disk refuses a call | each call of a run, one by one | the run survives it, or ends with the system's error; resumed on a sound disk, it comes to its end |
| a sync fails | each sync of a new run, a resumed run, a result, its info document, a manifest and a replaced file | nothing that depends on it happens: no request leaves, and nothing counts as stored |
| the folder loses its journal, its commit file or its manifest, or has lines of two processes | each of them, with and without its results | the resume is refused with a named error that says what to do; it sends nothing and changes no file, so each stored result stays a file with the name of its unit |
| a second process uses the folder | two processes, each with process numbers or a host name of its own, as in containers | the second is refused while the first lives; a first that was paused until the second took over stops, and changes nothing more |
| another process takes the lock or changes the journal of a run that goes on | its lock replaced or emptied, its journal longer or shorter, when a job is created, in progress or finished, and when a unit is finished | the run stops with a named error, and changes and cancels nothing more |
| on Windows, other programs have files open | each new file for up to 5 s, calls refused with EPERM, EBUSY or EACCES, up to three kills in the middle of any call or write | the run waits and ends with all results; after kills it has all but those whose bytes were on their way; no job twice, no read twice, and the status says so |
| another program keeps a result, the manifest, the lock or the journal open for good | each of them, from its first moment on | the run ends after 10 s, names the file, and says to close it; resumed, it has every result that arrived |
| a killed run leaves a lock, and another program has its process number | on systems that do not report when a process started | the lock counts while somebody touches it, and is taken over after 12 s |

The tests are beside the code, in \`packages/runs/src/folder\` (\`power-cut\`, \`durability\`, \`windows-files\`, \`lock/two-containers\`, \`lock/fencing\`). \`npm test\` runs a fixed sample of the power
cuts and failures; \`npm run test:full\` runs all. Containers are tried where the system permits them. \`npm run test:windows\` also runs the built command and the
built Action on Windows Node (on Linux under Wine), with files that other programs have open.`;
}

function other(): string {
  return `## In any order

A test combines submit, poll, collect, cancel, faults, limits, kills, resumes, late creates, and answers that come twice or to the next
request, in random orders, with single calls and with whole runs. After every step it checks, with the simulator's record: one create for each job, no request for a
result after a byte of it arrived, no request before \`Retry-After\` has passed, no secret in journal, outcomes, events or errors. At the end it
compares the manifest with the simulator's record, and each stored result with the bytes that the simulator sent for that job and unit. \`npm test\` runs
a fixed sample of such sequences; \`npm run test:full\` runs 5,000 others.

## Bad input

10,000 inputs are real parameter files, JSON results, answers of the service, manifests and journals with changed characters,
values and structure. Every function that reads such input accepts each, or refuses it with an error that says what is wrong, in less than a second of processor time.
\`npm test\` runs a fifth of them; \`npm run test:full\` runs all.

20,000 more inputs are Arrow results with damaged bytes: files and streams of every type, with and without compression. The decoder checks magic, footer, messages, metadata,
batches, offsets, codes, null counts, compressed sizes and checksums before it reads a cell. It reads each result with all its rows, or
refuses it with an error that says what is damaged, in less than a second of processor time.

A result in [a version that is not read](runs/results.md#versions-that-are-not-read) is not damaged. The required outcome of each of its forms:

| what comes as a result | the bytes | the unit | \`tables\`, CSV, Parquet, page, editor, checks, comparison, history |
| --- | --- | --- | --- |
| JSON that states a version of STACH other than 1 and 2, or has the form of version 3 | kept as they came | successful, with a warning that names the version | name the version, and show no technical columns |
| Arrow whose schema has metadata of another scheme | kept as they came | successful, with a warning that names the scheme | name the scheme, and show no technical columns |
| JSON or an Arrow file of these forms, cut | kept | fails, with what it is | name the damage |
| JSON without any form of a table | kept | fails, with what it is | name what it is |

3,000 random results are judged from a stream as from their parsed JSON.`;
}

const file = new URL("../reliability/figures.json", import.meta.url);

function figures(): string {
  if (!existsSync(file)) throw new Error("No figures: run packages/runs/test/reliability/write-figures.ts.");
  const { node, platform, soak, kills }: Figures = JSON.parse(readFileSync(file, "utf8"));
  const number = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 0 });
  const endings = Object.entries(soak.endings).map(([ending, count]) => `| ${ending} | ${number(count)} |`);
  const processes = soak.memory.flatMap((samples, index) => {
    const [first] = samples;
    const last = samples.at(-1);
    if (first === undefined || last === undefined || samples.length < 4) return [];
    const cells = [index + 1, first.over, first.heap, last.over, last.heap, Math.max(...samples.map(({ rss }) => rss))];
    return [`| ${cells.map(number).join(" | ")} |`];
  });
  return `## Soak

${number(soak.jobs)} jobs of four families run over real sockets. Each kind of fault hits 2 % of all requests (together more than a quarter
of them). SIGKILL ends the process ${soak.kills} times, and another process resumes the run. ${number(soak.requests)} requests, ${number(soak.faults)} faults.
Jobs that differ from the service's own record: **${soak.broken.length}**.

| ended as | jobs |
| --- | ---: |
${endings.join("\n")}

Memory of each process that ran long enough to measure, in MiB; the heap is measured after a garbage collection:

| process | jobs ended | heap | jobs ended | heap | peak resident memory |
| ---: | ---: | ---: | ---: | ---: | ---: |
${processes.join("\n")}

## Killed at random instants

${number(kills.runs)} runs of six families, each killed with SIGKILL at a random instant (one in each of ${number(kills.runs)} equal parts of the network traffic),
and a third of them killed a second time: ${number(kills.kills)} kills. After the resume, ${number(kills.units["success"] ?? 0)} units are stored; ${number(kills.units["lost"] ?? 0)} are reported as lost, because the service sent them to the killed
process; ${number(kills.ambiguous)} creates of \`fiab\` are reported as ambiguous. Jobs created twice, results read twice, or stored results lost: **${kills.broken.length}**.

Measured with Node ${node} on ${platform}; \`node --conditions=source packages/runs/test/reliability/write-figures.ts\` measures again.`;
}
