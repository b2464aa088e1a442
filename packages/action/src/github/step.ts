import { isDebug } from "@actions/core";
import { reportFailure } from "./failure.ts";
import type { Env } from "./inputs.ts";
import { type Log, log } from "./log.ts";
import { createOutputs, type Outputs } from "./outputs.ts";

/** The environment of a step, its log and its outputs. */
export interface Step {
  readonly env: Env;
  readonly log: Log;
  readonly outputs: Outputs;
}

/** A step with its checked inputs. */
export interface StepWith<Inputs> extends Step {
  readonly inputs: Inputs;
}

/**
 * Runs a step of a workflow. `work` returns the exit code; if it throws, the step fails and reports why.
 *
 * @param outputsOf the outputs of a step that fails with this error
 */
export async function runStep(
  work: (step: Step) => Promise<number>,
  outputsOf: (error: unknown) => Readonly<Record<string, string>> = () => ({}),
): Promise<void> {
  // Only then does a stack name our sources, because loading the maps takes time.
  if (isDebug()) process.setSourceMapsEnabled(true);
  const outputs = createOutputs();
  try {
    process.exitCode = await work({ env: process.env, log, outputs });
  } catch (error) {
    outputs.set(outputsOf(error));
    reportFailure(log, error);
    process.exitCode = 1;
  }
}
