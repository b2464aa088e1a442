import type { StepResult } from "../runner/runner.ts";
import { type Before, type Contexts, evaluate, evaluateCondition, evaluateText } from "./expressions.ts";

/** A reusable workflow, as its file holds it. */
export interface Workflow {
  readonly on: {
    readonly workflow_call: {
      readonly inputs: Readonly<Record<string, { readonly type: string; readonly default?: unknown }>>;
      readonly outputs: Readonly<Record<string, { readonly value: string }>>;
    };
  };
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly if?: string;
  readonly strategy?: { readonly matrix: string; readonly "max-parallel"?: string };
  readonly outputs?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

interface Step {
  readonly id?: string;
  readonly uses: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

/** A step that is to be run, with its inputs evaluated. */
export interface PlayedStep {
  readonly job: string;
  /** The leg's number, from 1, where the job has a matrix. */
  readonly leg: number | undefined;
  /** The action, without its version. */
  readonly action: string;
  readonly inputs: Readonly<Record<string, string>>;
}

export interface PlayOptions {
  /** What the caller gives, as in `with`. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Runs a step in the checkout of its leg. `undefined`: the runner was lost, nothing more of the leg happens. */
  run(step: PlayedStep): Promise<Pick<StepResult, "code" | "outputs"> | undefined>;
  /** Called when a job has ended or was left out. */
  onJob?(job: string, result: JobResult["result"]): void | Promise<void>;
}

interface JobResult {
  readonly result: "success" | "failure" | "skipped";
  readonly outputs: Readonly<Record<string, string>>;
}

export interface Played {
  readonly jobs: Readonly<Record<string, JobResult>>;
  readonly outputs: Readonly<Record<string, string>>;
  /** The conclusion that GitHub gives the run: a job that was left out does not fail it. */
  readonly conclusion: "success" | "failure";
}

/** Plays a reusable workflow as GitHub does: conditions, matrix, inputs and outputs by its own evaluator of expressions. */
export async function playWorkflow(workflow: Workflow, options: PlayOptions): Promise<Played> {
  const declared = workflow.on.workflow_call.inputs;
  for (const [name, value] of Object.entries(options.inputs))
    if (declared[name]?.type !== typeof value) throw new Error(`The workflow takes no ${typeof value} as ${name}`);
  const inputs = {
    ...Object.fromEntries(Object.entries(declared).map(([name, input]) => [name, input.default ?? ""])),
    ...options.inputs,
  };
  const jobs: Record<string, JobResult> = {};
  for (const [name, job] of Object.entries(workflow.jobs)) {
    const needed = [job.needs ?? []].flat();
    const needs = Object.fromEntries(needed.map((each) => [each, jobs[each]]));
    const contexts = { inputs, secrets: options.secrets, needs, github: {} };
    const before = { failed: needed.some((each) => jobs[each]?.result !== "success"), canceled: false };
    jobs[name] = await playJob(name, job, contexts, before, options);
    await options.onJob?.(name, jobs[name].result);
  }
  const { outputs } = workflow.on.workflow_call;
  return {
    jobs,
    outputs: evaluateAll(Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value])), {
      jobs,
      inputs,
    }),
    conclusion: Object.values(jobs).some(({ result }) => result === "failure") ? "failure" : "success",
  };
}

async function playJob(
  name: string,
  job: Job,
  contexts: Contexts,
  before: Before,
  { run }: PlayOptions,
): Promise<JobResult> {
  if (!evaluateCondition(job.if, contexts, before)) return { result: "skipped", outputs: {} };
  const legs = job.strategy === undefined ? [undefined] : readMatrix(evaluate(job.strategy.matrix, contexts));
  const parallel = Number(evaluateText(job.strategy?.["max-parallel"] ?? "1", contexts));
  const played: JobResult[] = [];
  for (let at = 0; at < legs.length; at += parallel)
    played.push(
      ...(await Promise.all(
        legs
          .slice(at, at + parallel)
          .map((matrix, index) =>
            playLeg(job, { ...contexts, matrix: matrix ?? {} }, (step) =>
              run({ ...step, job: name, leg: matrix === undefined ? undefined : at + index + 1 }),
            ),
          ),
      )),
    );
  const failed = played.some(({ result }) => result === "failure");
  return { result: failed ? "failure" : "success", outputs: played.at(-1)?.outputs ?? {} };
}

async function playLeg(
  job: Job,
  contexts: Contexts,
  run: (step: Omit<PlayedStep, "job" | "leg">) => ReturnType<PlayOptions["run"]>,
): Promise<JobResult> {
  const steps: Record<string, { readonly outputs: Readonly<Record<string, string>> }> = {};
  for (const step of job.steps) {
    const inputs = evaluateAll(step.with ?? {}, { ...contexts, steps });
    const played = await run({ action: step.uses.replace(/@.*$/, ""), inputs });
    if (played !== undefined && step.id !== undefined) steps[step.id] = { outputs: played.outputs };
    // What a step has put out before it failed counts.
    if (played?.code !== 0)
      return { result: "failure", outputs: evaluateAll(job.outputs ?? {}, { ...contexts, steps }) };
  }
  return { result: "success", outputs: evaluateAll(job.outputs ?? {}, { ...contexts, steps }) };
}

/** The legs of a matrix that is given as `include`. */
function readMatrix(matrix: unknown): readonly unknown[] {
  const legs = typeof matrix === "object" && matrix !== null && "include" in matrix ? matrix.include : undefined;
  if (!Array.isArray(legs) || legs.length === 0) throw new Error("A matrix without legs fails a workflow");
  return legs;
}

function evaluateAll(values: Readonly<Record<string, unknown>>, contexts: Contexts): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, evaluateText(value, contexts)]));
}
