// Read-only tools for language models: the extension registers them in VS Code, and the command serves them.
import { compareRunsTool, runChecks } from "./compare-and-check.ts";
import { describeFamilyTool, validateFile } from "./file-tools.ts";
import { findNames } from "./find-names.ts";
import { readTable } from "./read-table.ts";
import type { AgentTool } from "./tool.ts";

export { toolText } from "./answer.ts";
export { openPlace } from "./open-files.ts";
export { readTable } from "./read-table.ts";
export {
  type AgentTool,
  type KnownRun,
  type RunInput,
  type RunTool,
  runTool,
  runTools,
  ToolInputError,
  type ToolService,
  type ToolWorld,
} from "./tool.ts";

/** The tools, in the order of a task: understand, find names, write, check, and read results. None of them changes or sends a parameter file. */
export const agentTools: readonly AgentTool[] = [
  describeFamilyTool,
  findNames,
  validateFile,
  readTable,
  compareRunsTool,
  runChecks,
];
