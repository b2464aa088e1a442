import { resultIds } from "@analytics-engines/runs/files";
import type { Source } from "./annotate.ts";
import { requireCompatible } from "./combinations.ts";
import { completeManifest } from "./complete.ts";
import { execute } from "./execute.ts";
import type { RunContext } from "./inputs.ts";
import { joinRunProject } from "./join-project.ts";
import { prepare } from "./prepare.ts";
import { reportRun } from "./views/report.ts";
import { compareWithEarlier } from "./views/reproduction-summary.ts";

/** Checks the inputs and the parameter files, runs their jobs, and reports. Returns the exit code. */
export async function runParameterFiles(step: RunContext): Promise<number> {
  requireCompatible(step.inputs);
  const inputs = step.inputs.hasProject ? joinRunProject(step.inputs, step) : step.inputs;
  const context: RunContext = { ...step, inputs };
  const { env } = context;
  const { files, parameters, reproduction, checks, ...rest } = await prepare(context);
  context.signal.throwIfAborted();
  const source: Source = {
    workingDirectory: inputs.workingDirectory,
    workspace: env["GITHUB_WORKSPACE"] || undefined,
    parameters: (file) => parameters.get(file),
  };
  const result = await execute(context, files, { ...rest, reproduction });
  const manifest = completeManifest(result.manifest, (file) => resultIds(parameters.get(file)));
  // After a signal, the time that is left is for outputs and summary. Without waiting, there are no results to compare.
  if (reproduction === undefined || !inputs.wait || context.signal.aborted)
    return await reportRun(context, { ...result, manifest }, source, checks);
  const reproduces = await compareWithEarlier(context.log, reproduction, inputs.runFolder);
  return await reportRun(context, { ...result, manifest: { ...manifest, reproduces } }, source, checks);
}
