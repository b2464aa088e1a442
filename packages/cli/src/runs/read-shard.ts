import path from "node:path";
import type { Manifest } from "@analytics-engines/runs";
import { readWhole } from "@analytics-engines/runs/files";
import { systemReason, UserError } from "@analytics-engines/runs/progress";
import { decodePlan, filesOfShard, type Plan, readEngineShard } from "@analytics-engines/runs/run";
import { note } from "../terminal/output.ts";
import { readStandardInput, STANDARD } from "../terminal/standard.ts";

/**
 * The shard of a plan that the options name.
 *
 * @param file with the plan; `-` for standard input
 * @param text `2/8`, or `auto`
 * @returns `none` for a task beyond the shards of the plan, which has nothing to run
 */
export async function readShard(file: string | undefined, text: string | undefined) {
  if (file === undefined || text === undefined)
    throw new UserError(
      "--plan and --shard belong together: give the plan, and which of its shards to run, such as --shard 2/8.",
    );
  const plan = decodePlan(await readPlan(file), `--plan ${file}`);
  const index = text === "auto" ? indexOfTask(plan) : indexOf(text, plan);
  if (index === undefined) return "none";
  const files = filesOfShard(plan, index);
  const { manifest } = files;
  return {
    ...files,
    /** The run folder of the shard in that of all. */
    folderIn: (output: string) => path.join(output, `shard-${index}-of-${manifest.total}`),
    /** Whether there is a run to resume. @throws UserError if that is not of this shard */
    isRunOf(earlier: Manifest | undefined): boolean {
      if (earlier === undefined) return false;
      const { shard } = earlier;
      if (shard?.planSha256 === manifest.planSha256 && shard.index === index) return true;
      throw new UserError(
        `The run folder has ${shard === undefined ? "no shard" : `shard ${shard.index} of ${shard.total}`} of another plan than ${file}. Resume it with its own plan, or give another --output.`,
      );
    },
  };
}

/** A plan of 100,000 files has some megabytes. */
const MAX_PLAN_BYTES = 64 * 1024 * 1024;

async function readPlan(file: string): Promise<string> {
  try {
    const bytes = await (file === STANDARD
      ? readStandardInput()
      : readWhole(file, { maxBytes: MAX_PLAN_BYTES, isNamedByUser: true }));
    return bytes.toString("utf8").trim();
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`--plan ${file} cannot be read: ${systemReason(error)}.`);
  }
}

function indexOf(text: string, { digests }: Plan): number {
  const [index = 0, total = 0] = /^\d{1,5}\/\d{1,5}$/.test(text) ? text.split("/").map(Number) : [];
  if (index < 1 || index > total)
    throw new UserError(`--shard ${text}: expected a number and a total, such as 2/8, or auto.`);
  if (total === digests.length) return index;
  throw new UserError(`--shard ${text} is of ${total}, and the plan has ${digests.length}: give both of one plan.`);
}

/** The index that the engine's variables state. An array of a fixed size may have more tasks than a plan of few files has shards. */
function indexOfTask({ digests }: Plan): number | undefined {
  const { index, total, engine } = readEngineShard(process.env);
  if (total < digests.length)
    throw new UserError(
      `--shard auto: ${engine} runs ${total} tasks, and the plan has ${digests.length} shards: some would not run. Start ${digests.length} tasks, or plan with --shards ${total}.`,
    );
  if (index <= digests.length) return index;
  note(`Task ${index} of ${total} has nothing to run: the plan has ${digests.length} shards.`);
  return undefined;
}
