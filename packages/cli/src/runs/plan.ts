import { count, printable } from "@analytics-engines/core/basics";
import { placeText } from "@analytics-engines/core/parameters";
import { replaceText, requireOwnOutput } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";
import {
  dividePlan,
  findPlanned,
  MAX_SHARDS,
  openGit,
  type PlanSize,
  planHeadline,
  USUAL_UNITS,
} from "@analytics-engines/runs/run";
import type { Families } from "../arguments.ts";
import { type ExitCode, isQuiet, note, printableJson } from "../terminal/output.ts";
import { requireOneOutput, STANDARD } from "../terminal/standard.ts";

export interface PlanOptions {
  readonly set?: string;
  readonly family?: Families;
  readonly head?: string;
  readonly changedSince?: string;
  readonly shards?: number;
  readonly unitsPerShard?: number;
  /** The file for the plan; `-` for standard output. */
  readonly output: string;
  readonly json?: true;
}

/** Plans the parameter files of a commit, and writes the plan for `run --plan`. */
export async function planCommand(files: readonly string[], options: PlanOptions): Promise<ExitCode> {
  const { set, family: families = {}, head = "HEAD", changedSince, output, json } = options;
  const size = sizeOf(options);
  requireOneOutput("--output", output, json);
  using git = await openGit(process.cwd(), process.env);
  const selection = await findPlanned(git, {
    ...{ files, families, set, headRef: head, baseRef: changedSince },
    names: { head: "--head", base: "--changed-since" },
  });
  for (const { path, issues } of selection.files)
    for (const { range, severity, message, code } of issues)
      if (severity === "error" || !isQuiet())
        process.stderr.write(`${printable(`${path}:${placeText(range)}: ${severity}: ${message} (${code})`)}\n`);
  if (selection.files.some(({ issues }) => issues.some(({ severity }) => severity === "error"))) {
    process.stderr.write("Nothing is planned. Correct the files, commit them and plan again.\n");
    return 1;
  }
  const plan = dividePlan(selection, size, MAX_SHARDS);
  const { commit, base, unchanged, jobs, shards, text } = plan;
  if (output !== STANDARD) {
    requireOwnOutput(process.cwd(), output);
    replaceText(output, `${text}\n`);
  }
  if (json === true)
    process.stdout.write(
      `${printableJson({ version: 1, plan: output, commit, base, unchanged, shards, files: jobs.map(({ path, family, units, shard }) => ({ path, family, units, shard })) })}\n`,
    );
  else {
    const lines = [
      planHeadline(plan),
      ...shards.map((shard) => `Shard ${shard.shard}: ${count(shard.files, "file")}, ${count(shard.units, "unit")}`),
      ...(output === STANDARD ? [] : [`Plan: ${output}`]),
    ];
    // With -, standard output has the plan alone.
    if (output !== STANDARD) process.stdout.write(lines.map((line) => `${printable(line)}\n`).join(""));
    else {
      for (const line of lines) note(line);
      process.stdout.write(`${text}\n`);
    }
  }
  return 0;
}

function sizeOf({ shards, unitsPerShard }: PlanOptions): PlanSize {
  if (shards !== undefined && unitsPerShard !== undefined)
    throw new UserError("--shards and --units-per-shard both set the size of the plan: give one of them.");
  if (shards !== undefined && shards > MAX_SHARDS)
    throw new UserError(`--shards ${shards}: a plan has at most ${MAX_SHARDS} shards.`);
  return shards === undefined ? { unitsPerShard: unitsPerShard ?? USUAL_UNITS } : { shards };
}
