import { existsSync, readFileSync } from "node:fs";
import { hostileSection } from "../hostile/page-section.ts";
import { faults, kindsOf, type Step, steps, type Times, titleOf } from "./matrix/axes.ts";
import { cellName, readStated } from "./matrix/stated.ts";
import { words } from "./matrix/words.ts";

interface Sample {
  readonly over: number;
  readonly heap: number;
  readonly rss: number;
}

/** What `packages/bench/src/reliability/write-figures.ts` measured. */
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
  create: "the create (PUT; POST where the family has no PUT)",
  poll: "a status while the job runs",
  status: "the status that finds the job finished; for `fi` and the optimizers it is the result",
  info: "the document that describes a quant result",
  result: "the result of a unit",
  cancel: "the cancel, when the run is stopped",
};

/** docs/reliability.md: what is promised, and what came of every fault. Written by `npm run build`. */
export function reliabilityPage(): string {
  return `${[head(), matrix("once"), matrix("always"), legend(), hostileSection(), other(), figures()].join("\n\n")}\n`;
}

function head(): string {
  const cells = (["once", "always"] as const).map((times) =>
    [...readStated(times).values()].filter((text) => text !== "-"),
  );
  const all = cells.flat();
  const survived = all.filter((text) => /^(survived|canceled)/.test(text)).length;
  const resumed = all.filter((text) => / > survived/.test(text)).length;
  return `# Reliability

What goes wrong between a client and a service is brought about in tests, and what must come of it is written down here. This page is
written from what the tests hold (\`npm run build\`), so it cannot say anything else than they do.

## What is promised

- A job is created at most once, whatever answer is lost and wherever the process is killed.
- A result is asked for until its first byte arrives, and never after. What the service gave away and did not arrive is reported as *lost*, with job,
  unit, request key and count of bytes.
- What is stored stays stored, to the byte. What a run says in its manifest is what the service believes.
- No request is sent before a \`Retry-After\` has passed; no credential is written down.
- A commentary is asked for at most once, after the result of its unit is stored. Whatever becomes of it, the unit stays successful, and a
  resumed run goes on with it.
- Whatever ends a job has a name, and a resumed run carries on with all that can be carried on with.

## Every fault, at every step, for every way to answer

${faults.length} faults × ${steps.length} steps × ${kindsOf("once").length} ways to answer, each once, and for ${kindsOf("always").length} of them at every such request: **${all.length} cells** that can happen. In **${survived}** the
run survives by itself; in **${resumed}** it ends with a named error and, resumed when the fault has passed, has every byte; **${all.length - survived - resumed}** end
with the named error. In none is there a second job, and in none are bytes lost untold; the tests look at each cell for that, too.
\`npm test\` takes one cell in four, always the same; \`npm run test:full\` takes all.

\`a > b\`: the run ended with \`a\`, and resumed where nothing goes wrong, with \`b\`. \`-\`: the family has no such step. \`refused\`, \`reset\`,
\`lost\`, \`reset-after-headers\`, \`cut\`, \`wrong-length\` and \`broken-gzip\` are brought about on real sockets; waiting takes place in virtual time.
The faults are those of the [simulator](../packages/simulator/README.md#faults).`;
}

function matrix(times: Times): string {
  const stated = readStated(times);
  const title = times === "once" ? "### A fault that strikes once" : "### A fault that strikes every such request";
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
  return ["### What the words mean", "", "| outcome | meaning |", "| --- | --- |", ...rows].join("\n");
}

function other(): string {
  return `## In any order

Submit, poll, collect, cancel, faults, limits, kills, resumes, creates that are delivered late, and answers that come twice or to the next
request, in random orders, by hand and by runs, are compared with the simulator after every step: one create a job, no result asked for after
a byte of it, no request before \`Retry-After\` has passed, no secret in journal, outcomes, events or errors. At the end the manifest is
compared with what the simulator believes, and each stored success with the bytes that it gave for that job and unit. \`npm test\` takes 200
such stories, always the same; \`npm run test:full\` takes 5,000 others.

## Bad input

10,000 inputs made from real parameter files, JSON results, answers of the service, manifests and journals by changing characters,
values and structure, through every entry: each is read or refused with an error of ours that says what is wrong, none takes a second of
computing. \`npm test\` takes a fifth of them; \`npm run test:full\` takes all.

20,000 more are Arrow results, files and streams of every type, plain and packed, with damaged bytes. Magic, footer, messages, metadata,
batches, offsets, codes, null counts, packed sizes and checksums are checked before a cell is read. Each result is read with all its rows, or
refused with an error that says what is damaged, in less than a second of computing.`;
}

const file = new URL("../../../bench/src/reliability/figures.json", import.meta.url);

function figures(): string {
  if (!existsSync(file)) throw new Error("No figures: run packages/bench/src/reliability/write-figures.ts.");
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

${number(soak.jobs)} jobs of four families over real sockets, where each kind of fault strikes 2 % of all requests (together more than a quarter
of them), the process killed with SIGKILL ${soak.kills} times and taken up by another. ${number(soak.requests)} requests, ${number(soak.faults)} faults.
Every job is accounted for: what does not agree with the service's own account, **${soak.broken.length}**.

| ended as | jobs |
| --- | ---: |
${endings.join("\n")}

Memory of each process that lived long enough to tell, in MiB, on the heap after a collection:

| process | jobs over | heap | jobs over | heap | most that the system counted |
| ---: | ---: | ---: | ---: | ---: | ---: |
${processes.join("\n")}

## Killed at random instants

${number(kills.runs)} runs of six families, each killed with SIGKILL at a random instant, one in each of ${number(kills.runs)} equal parts of what happens on the network,
a third of them a second time: ${number(kills.kills)} kills. Resumed, ${number(kills.units["success"] ?? 0)} units are stored and ${number(kills.units["lost"] ?? 0)} are told as lost, given away to the process
that died; ${number(kills.ambiguous)} creates of \`fiab\` are told as ambiguous. Created twice, read twice, or stored and lost: **${kills.broken.length}**.

Measured with Node ${node} on ${platform}; \`node --conditions=source packages/bench/src/reliability/write-figures.ts\` measures again.`;
}
