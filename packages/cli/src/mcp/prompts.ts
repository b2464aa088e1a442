import { readManifest } from "@analytics-engines/runs";
import type { ToolWorld } from "@analytics-engines/runs/tools";
import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

type Arguments = Readonly<Record<string, string>>;

/** A task that a person gives to a model. */
interface PromptDefinition extends Pick<Prompt, "name" | "title" | "description"> {
  readonly arguments: NonNullable<Prompt["arguments"]>;
  /** What the model is asked to do. */
  write(values: Arguments, world: ToolWorld): string | Promise<string>;
}

const RUN = "The id of a run, which is the path of its folder. Default: the latest run.";

const definitions: readonly PromptDefinition[] = [
  {
    name: "review-change",
    title: "Review this change",
    description: "What a change of parameter files means, whether it is valid, and how its numbers move.",
    arguments: [{ name: "base", description: "The git commit or branch before the change. Default: main." }],
    write: ({ base = "main" }) =>
      `Review the parameter files that changed since ${quote(base)}: find them with git, and read the difference of each.
For each file, validate it with validateFile and explain each issue with explainIssue; expand a sweep with expandSweep. Look up what the ids stand for with findNames, and the days of its dates with resolveDates.
Then say in plain words what the change asks for: accounts, benchmarks, dates, currency, components. If two runs are there, before and after the change, compare them with compareRuns and say which numbers moved most and why.
End with what a reviewer must decide. Do not change or run a file.`,
  },
  {
    name: "explain-failure",
    title: "Explain this failure",
    description: "Why units of a run failed, or why its checks did, and what to do.",
    arguments: [
      { name: "run", description: RUN },
      { name: "unit", description: "Only this unit. Default: every unit that did not succeed." },
    ],
    write: ({ run = "latest", unit }) =>
      `Explain why ${unit === undefined ? "units" : `the unit ${quote(unit)}`} of the run ${quote(run)} did not succeed.
Read the units of the run with readTable: status, errors and warnings. Check its numbers with runChecks if the folder has checks files. Validate the parameter file with validateFile, and look up the names that an error mentions with findNames.
Say for each failure what happened, the place in the file, the most likely cause, and what to change. Say what you do not know. Do not change or run a file.`,
  },
  {
    name: "compare-with-last-month",
    title: "Compare with last month",
    description: "How the numbers of a run differ from those of a month before, and why.",
    arguments: [
      { name: "now", description: RUN },
      { name: "before", description: "The earlier run. Default: the last one that began a month before." },
    ],
    async write({ now = "latest", before }, world) {
      const earlier = before ?? (await runOfMonthBefore(world, now));
      const first =
        earlier === undefined
          ? "No run is a month older: say so, and compare it with the oldest run instead."
          : `Compare it with the run ${quote(earlier)}, by compareRuns.`;
      return `Say how the numbers of the run ${quote(now)} differ from those of a month before. ${first}
For the units that moved most, read the tables of both runs with readTable. If there is a history, read the changes between the two with readHistory.
Say which numbers moved most, with both values, and whether the parameters, the dates or the data of the service are the cause. Name units that failed, are new or are gone. Do not run a file.`;
    },
  },
];

/** The prompts as a client lists them. */
export const prompts: readonly Prompt[] = definitions.map(({ write: _, ...prompt }) => prompt);

/** The text of a prompt. @throws ProtocolError for a prompt or an argument that there is not */
export async function writePrompt(name: string, values: Arguments, world: ToolWorld): Promise<GetPromptResult> {
  const definition = definitions.find((one) => one.name === name);
  if (definition === undefined) throw invalid("There is no such prompt. List the prompts.");
  const names = definition.arguments.map((argument) => argument.name);
  if (Object.keys(values).some((one) => !names.includes(one)))
    throw invalid(`The prompt ${name} has only the arguments ${names.join(", ")}.`);
  const text = await definition.write(values, world);
  return { messages: [{ role: "user", content: { type: "text", text } }] };
}

/** The values of an argument that begin or continue what the user typed: runs, and the units of a run that did not succeed. */
export async function completeArgument(name: string, values: Arguments, world: ToolWorld): Promise<readonly string[]> {
  const runs = await world.runs();
  if (name === "run" || name === "now" || name === "before") return ["latest", ...runs.map(({ id }) => id)];
  if (name !== "unit") return [];
  const run = runs.find(({ id }) => id === values["run"]) ?? runs[0];
  const manifest = run && (await readManifest(run.folder).catch(() => undefined));
  const units = manifest?.files.flatMap((file) => file.units) ?? [];
  return [...new Set(units.filter(({ status }) => status !== "success").map(({ id }) => id))];
}

/** The last run that began a month before another one. */
async function runOfMonthBefore(world: ToolWorld, now: string): Promise<string | undefined> {
  const runs = await world.runs();
  const run = runs.find(({ id }) => id === now) ?? runs[0];
  if (run === undefined) return undefined;
  const day = new Date(run.startedAt);
  const dayOfMonth = day.getUTCDate();
  day.setUTCMonth(day.getUTCMonth() - 1);
  // A month before 31 March is the last day of February.
  if (day.getUTCDate() !== dayOfMonth) day.setUTCDate(0);
  return runs.find(({ startedAt }) => new Date(startedAt) <= day)?.id;
}

/** A name in a sentence: as JSON has it, so that it ends where it ends. */
function quote(text: string): string {
  return JSON.stringify(text);
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
