import type { Source } from "./annotate.ts";
import { completeManifest } from "./complete.ts";
import type { RunContext } from "./context.ts";
import { execute } from "./execute.ts";
import { prepare, resultIds } from "./prepare.ts";

/** Checks the parameter files, runs their jobs, reports. Returns the exit code. */
export async function run(context: RunContext): Promise<number> {
  const { inputs, env } = context;
  const { files, parameters, shard, reproduction, commentary } = await prepare(context);
  context.signal.throwIfAborted();
  const source: Source = {
    workingDirectory: inputs.workingDirectory,
    workspace: env["GITHUB_WORKSPACE"] || undefined,
    parameters: (file) => parameters.get(file),
  };
  const result = await execute(context, files, { shard, reproduces: reproduction?.run, commentary });
  // What only tells of a run is loaded when there is something to tell.
  const { report } = await import("./report.ts");
  const manifest = completeManifest(result.manifest, (file) => resultIds(parameters.get(file)));
  // The seconds that are left after a signal are for outputs and summary; nor is there anything to compare of jobs that run on.
  if (reproduction !== undefined && inputs.wait && !context.signal.aborted) {
    const reproduces = await reproduction.conclude(inputs.runFolder);
    return await report(context, { ...result, manifest: { ...manifest, reproduces } }, source);
  }
  return await report(context, { ...result, manifest }, source);
}
