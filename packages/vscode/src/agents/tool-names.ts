/** The tools for language models, by the last part of their id. A test compares them with those of runs and with the manifest. */
export const toolNames = [
  "describeFamily",
  "findNames",
  "validateFile",
  "readTable",
  "compareRuns",
  "runChecks",
  "runOnSimulator",
  "runOnConnection",
] as const;

export type ToolName = (typeof toolNames)[number];

/** The id of a tool in VS Code. */
export function toolId(name: string): string {
  return `analyticsEngines_${name}`;
}
