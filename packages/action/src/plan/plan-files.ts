import { openGit } from "../git/git.ts";
import { count } from "../github/format.ts";
import type { Log } from "../github/log.ts";
import { Problem, Problems } from "../github/problem.ts";
import { digestShard, encodePlan, type Plan, planLimit } from "../shards/plan-text.ts";
import { annotateIssues } from "../workspace/annotate-issues.ts";
import type { PlanContext } from "./context.ts";
import { divide } from "./divide.ts";
import { findPlanned } from "./find-changed.ts";
import { type Size, shardLimit } from "./inputs.ts";
import type { Job, ReadFile } from "./read-files.ts";
import { report } from "./report.ts";

/**
 * Reads the parameter files of a commit, divides them, reports.
 *
 * @throws Problem(s), also where a file has errors: no shard is to begin what another could not end
 */
export async function plan(context: PlanContext): Promise<void> {
  const { inputs, env, log } = context;
  const git = await openGit(inputs.workingDirectory, env);
  const found = await findPlanned(git, inputs);
  const workspace = env["GITHUB_WORKSPACE"] || undefined;
  annotateIssues(log, found.files, { workingDirectory: inputs.workingDirectory, workspace });
  const jobs = checkFiles(found.files);
  const shards = shardCount(inputs.size, unitsOf(jobs), log);
  const numbers = divide(jobs, shards);
  const planned = jobs.map((job, index) => ({ ...job, shard: numbers[index] ?? 0 }));
  const digests = Array.from({ length: Math.max(0, ...numbers) }, (_, index) =>
    digestShard(planned.filter(({ shard }) => shard === index + 1)),
  );
  const files = planned.map(({ path, family, shard }) => ({ path, family, shard }));
  await report(context, { ...found, planned, text: encode({ commit: found.commit, files, digests }) });
}

/** Refuses files that cannot be run. */
function checkFiles(files: readonly ReadFile[]): readonly (Job & { readonly path: string })[] {
  const errors = files.flatMap(({ issues }) => issues).filter(({ severity }) => severity === "error").length;
  const problems = files.flatMap(({ problem }) => problem ?? []);
  if (errors > 0 || problems.length > 0) {
    const said = errors === 0 ? "" : `${count(errors, "error")} in parameter files. `;
    throw new Problems([...problems, `${said}Nothing is planned.`]);
  }
  return files.flatMap(({ path, job }) => (job === undefined ? [] : [{ path, ...job }]));
}

function unitsOf(jobs: readonly Job[]): number {
  return jobs.reduce((sum, { units }) => sum + units, 0);
}

function shardCount(size: Size, units: number, log: Log): number {
  if ("shards" in size) return size.shards;
  const wanted = Math.ceil(units / size.unitsPerShard);
  if (wanted > shardLimit)
    log.annotate(
      "warning",
      `${count(units, "unit")} by ${size.unitsPerShard} would be ${wanted} shards, and GitHub runs ${shardLimit} at most: the shards are larger.`,
    );
  return Math.max(1, Math.min(wanted, shardLimit));
}

function encode(plan: Plan): string {
  const text = encodePlan(plan);
  if (text.length <= planLimit) return text;
  throw new Problem(
    `The plan of ${count(plan.files.length, "file")} takes ${text.length} characters, and a step can be handed ${planLimit}: plan them in several jobs, with other files each.`,
  );
}
