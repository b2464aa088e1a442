// The commands that write a run folder with its report. They share all but 1 % of their code.

export { mergeCommand } from "./merge.ts";
export { runCommand } from "./run.ts";
export { watchRun } from "./watch-run.ts";
