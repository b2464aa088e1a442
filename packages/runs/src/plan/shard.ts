import type { RunFile } from "../folder/run-options.ts";
import { UserError } from "../user-error.ts";
import { decodePlan, digestPlan, digestShard, markOf, type Plan } from "./plan.ts";

/** Which part of a plan a run computes. */
export interface ShardInputs {
  /** The plan as `encodePlan` wrote it. */
  readonly plan: string;
  /** From 1. */
  readonly index: number;
  readonly total: number;
}

/** What the user calls the plan and the shard, for messages: `Input plan`. */
interface ShardNames {
  readonly plan: string;
  readonly shard: string;
}

/** The files of a shard. */
export type ShardFiles = ReturnType<typeof filesOfShard>;

/** Finds in the plan what a shard computes. @throws UserError for a text that is not a plan, or a shard of another plan */
export function shardFiles({ plan: text, index, total }: ShardInputs, inputNames: ShardNames): ShardFiles {
  const plan = decodePlan(text, inputNames.plan);
  if (plan.digests.length === total) return filesOfShard(plan, index);
  throw new UserError(
    `${inputNames.shard} is of ${total}, and the plan has ${plan.digests.length}: give both of one plan.`,
  );
}

/** What a shard of a plan computes. @param index from 1, at most the number of the plan's shards */
export function filesOfShard(plan: Plan, index: number) {
  const { commit, files, digests } = plan;
  const shardFiles = files.filter(({ shard }) => shard === index);
  return {
    paths: shardFiles.map(({ path }) => path),
    /** The family of each file, as it was planned. */
    families: new Map(shardFiles.map(({ path, family }) => [path, family])),
    /** What the manifest records of the plan. */
    manifest: {
      index,
      total: digests.length,
      planSha256: digestPlan(plan),
      files: files.map(({ path, shard }) => ({ path, shard })),
    },
    /** @throws UserError where the files are not the planned ones: the shards of a run would have different parameters */
    check(runFiles: readonly RunFile[]): void {
      if (digestShard(runFiles) === digests[index - 1]) return;
      const remedy = `Check out commit ${commit} as it is, and give plan and run the same working-directory and set.`;
      throw new UserError([...differences(shardFiles, runFiles), remedy]);
    },
  };
}

/** The most files that a message names. */
const MAX_NAMED = 20;

/** How the files of a run differ from those that were planned, a sentence each. */
function differences(planned: readonly Plan["files"][number][], runFiles: readonly RunFile[]): readonly string[] {
  const byPath = new Map(runFiles.map((file) => [file.path, file]));
  const plannedPaths = new Set(planned.map(({ path }) => path));
  const sentences = [
    ...planned.flatMap(({ path, family, mark }) => {
      const file = byPath.get(path);
      if (file === undefined) return `${path} was planned, and is not there.`;
      if (file.family !== family) return `${path} was planned as a file of ${family}, and is one of ${file.family}.`;
      return markOf(file) === mark ? [] : `${path} asks for something else than when it was planned.`;
    }),
    ...runFiles.flatMap(({ path }) => (plannedPaths.has(path) ? [] : `${path} was not planned.`)),
  ];
  const more = sentences.length - MAX_NAMED;
  if (more > 0) return [...sentences.slice(0, MAX_NAMED), `${more} more files differ from the plan.`];
  // One of 262,144 changes keeps the mark of its file.
  return sentences.length === 0 ? ["The parameter files are not those that were planned."] : sentences;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The variable that states how many tasks there are, for Kubernetes, which does not tell. */
export const COUNT_VARIABLE = "ANALYTICS_SHARD_COUNT";

/** How an engine tells each of its parallel tasks which one it is. */
interface Engine {
  readonly name: string;
  /** The variable with the number of the task. */
  readonly index: string;
  /** The number of the first task, or the variable that has it. */
  readonly first: number | string;
  /** The variable with the number of tasks. */
  readonly count: string;
  /** The variables of an array whose numbers may have gaps: the last number, and the step between two. */
  readonly gaps?: { readonly last: string; readonly step: string };
  /** Where the engine documents it. */
  readonly source: string;
}

/** The engines that `--shard auto` reads. */
export const engines: readonly Engine[] = [
  {
    // A workflow sets both: STRATEGY_JOB_INDEX: ${{ strategy.job-index }}, and the same of job-total.
    name: "GitHub Actions (matrix)",
    index: "STRATEGY_JOB_INDEX",
    first: 0,
    count: "STRATEGY_JOB_TOTAL",
    source: "https://docs.github.com/en/actions/reference/workflows-and-actions/contexts#strategy-context",
  },
  {
    name: "GitLab (parallel)",
    index: "CI_NODE_INDEX",
    first: 1,
    count: "CI_NODE_TOTAL",
    source: "https://docs.gitlab.com/ci/variables/predefined_variables/",
  },
  {
    name: "Azure Pipelines (parallel)",
    index: "SYSTEM_JOBPOSITIONINPHASE",
    first: 1,
    count: "SYSTEM_TOTALJOBSINPHASE",
    source: "https://learn.microsoft.com/azure/devops/pipelines/test/parallel-testing-any-test-runner",
  },
  {
    name: "Kubernetes (Indexed Job)",
    index: "JOB_COMPLETION_INDEX",
    first: 0,
    count: COUNT_VARIABLE,
    source: "https://kubernetes.io/docs/tasks/job/indexed-parallel-processing-static/",
  },
  {
    name: "Slurm (job array)",
    index: "SLURM_ARRAY_TASK_ID",
    first: "SLURM_ARRAY_TASK_MIN",
    count: "SLURM_ARRAY_TASK_COUNT",
    gaps: { last: "SLURM_ARRAY_TASK_MAX", step: "SLURM_ARRAY_TASK_STEP" },
    source: "https://slurm.schedmd.com/job_array.html",
  },
];

/** Which of several parallel tasks this process is. */
interface EngineShard {
  /** From 1. */
  readonly index: number;
  readonly total: number;
  /** The name of the engine that says so. */
  readonly engine: string;
}

/**
 * Reads from the variables of the engine which of its parallel tasks this process is.
 * @throws UserError that names the variable that is missing or wrong, or the variables of two engines
 */
export function readEngineShard(env: Env): EngineShard {
  const matches = engines.filter(({ index }) => env[index] !== undefined && env[index] !== "");
  const [engine, secondEngine] = matches;
  if (engine === undefined)
    throw new UserError(
      `--shard auto: no variable of an engine says which shard this is (${engines.map(({ index }) => index).join(", ")}). State it: --shard 2/8.`,
    );
  if (secondEngine !== undefined)
    throw new UserError(
      `--shard auto: the variables of several engines are set (${matches.map(({ name, index }) => `${index} of ${name}`).join(", ")}). State the shard: --shard 2/8.`,
    );
  const number = readNumber(env, engine.index, engine);
  const total = readNumber(env, engine.count, engine);
  const first = typeof engine.first === "number" ? engine.first : readNumber(env, engine.first, engine);
  const step = engine.gaps === undefined ? 1 : readNumber(env, engine.gaps.step, engine);
  if (engine.gaps !== undefined) {
    const last = readNumber(env, engine.gaps.last, engine);
    if (step === 0 || first + (total - 1) * step !== last)
      throw new UserError(
        `--shard auto: the tasks of this array have no even numbers: ${engine.first} is ${first}, ${engine.gaps.last} is ${last}, ${engine.gaps.step} is ${step}, and ${engine.count} is ${total}. Submit a range, such as --array=1-${total}, or state the shard: --shard 2/${total}.`,
      );
  }
  const index = (number - first) / step + 1;
  if (Number.isInteger(index) && index >= 1 && index <= total) return { index, total, engine: engine.name };
  throw new UserError(
    `--shard auto: ${engine.index} is ${number}, but the ${total} tasks of ${engine.name} have the numbers ${first} to ${first + (total - 1) * step}, by ${engine.count}. Correct the range of the tasks or ${engine.count}, or state the shard: --shard 2/${total}.`,
  );
}

function readNumber(env: Env, name: string, { name: engine, index }: Engine): number {
  const text = env[name];
  const value = /^\d{1,6}$/.test(text ?? "") ? Number(text) : undefined;
  if (value !== undefined) return value;
  throw new UserError(
    text === undefined || text === ""
      ? `--shard auto: ${index} of ${engine} is set, but ${name} is missing. ${name === COUNT_VARIABLE ? "Set it to the number of tasks" : "Run this as one of its parallel tasks"}, or state the shard: --shard 2/8.`
      : `--shard auto: ${name} of ${engine} is ${JSON.stringify(text)}, not a whole number up to 999999. State the shard: --shard 2/8.`,
  );
}
