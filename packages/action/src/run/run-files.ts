import { resultIds } from "@analytics-engines/runs/files";
import type { Source } from "./annotate.ts";
import { requireCompatible } from "./combinations.ts";
import { completeManifest } from "./complete.ts";
import { execute } from "./execute.ts";
import type { RunContext, RunInputs } from "./inputs.ts";
import { prepare } from "./prepare.ts";

/** Checks the inputs and the parameter files, runs their jobs, and reports. Returns the exit code. */
export async function runParameterFiles(step: RunContext): Promise<number> {
  requireCompatible(step.inputs);
  const context: RunContext = { ...step, inputs: await withProject(step) };
  const { inputs, env } = context;
  const { files, parameters, reproduction, checks, ...rest } = await prepare(context);
  context.signal.throwIfAborted();
  const source: Source = {
    workingDirectory: inputs.workingDirectory,
    workspace: env["GITHUB_WORKSPACE"] || undefined,
    parameters: (file) => parameters.get(file),
  };
  const result = await execute(context, files, { ...rest, reproduction });
  // Modules that only report are loaded when there is something to report.
  const { reportRun } = await import("./views/report.ts");
  const manifest = completeManifest(result.manifest, (file) => resultIds(parameters.get(file)));
  // After a signal, the time that is left is for outputs and summary. Without waiting, there are no results to compare.
  if (reproduction === undefined || !inputs.wait || context.signal.aborted)
    return await reportRun(context, { ...result, manifest }, source, checks);
  const { compareWithEarlier } = await import("./views/reproduction-summary.ts");
  const reproduces = await compareWithEarlier(context.log, reproduction, inputs.runFolder);
  return await reportRun(context, { ...result, manifest: { ...manifest, reproduces } }, source, checks);
}

/** The inputs with what the project file says. The reader of the file is loaded only if there is one. */
async function withProject({ inputs, ...step }: RunContext): Promise<RunInputs> {
  if (!inputs.hasProject) return inputs;
  const { joinRunProject } = await import("./join-project.ts");
  return joinRunProject(inputs, step);
}
