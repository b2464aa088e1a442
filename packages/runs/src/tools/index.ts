// Read-only tools for language models: the extension registers them in VS Code.
import { compareRunsTool } from "./compare-runs-tool.ts";
import { describeFamilyTool } from "./describe-family.ts";
import { expandSweep } from "./expand-sweep.ts";
import { explainIssue } from "./explain-issue.ts";
import { findNames } from "./find-names.ts";
import { readHistory } from "./read-history.ts";
import { readTable } from "./read-table.ts";
import { resolveDatesTool } from "./resolve-dates.ts";
import { runChecks } from "./run-checks.ts";
import type { AgentTool } from "./tool.ts";
import { validateFile } from "./validate-file.ts";

export { DATA_NOTICE, MAX_TOKENS, type ToolAnswer, toolText } from "./answer.ts";
export { readTable } from "./read-table.ts";
export { type RunInput, type RunTool, runTool, runTools } from "./run-tools.ts";
export { type AgentTool, ToolInputError } from "./tool.ts";
export { openPlace } from "./workspace-file.ts";
export type { KnownRun, ToolService, ToolWorld } from "./world.ts";

/** The tools, in the order of a task: understand, find names, write, check, and read results. None of them changes or sends a parameter file. */
export const agentTools: readonly AgentTool[] = [
  describeFamilyTool,
  findNames,
  validateFile,
  explainIssue,
  resolveDatesTool,
  expandSweep,
  readTable,
  compareRunsTool,
  runChecks,
  readHistory,
];
