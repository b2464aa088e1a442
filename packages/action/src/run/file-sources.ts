// Where the files of a step come from if not from its folder: a plan, or an earlier run. Most steps load none of it.
export { shardFiles } from "@analytics-engines/runs/plan";
export { openReproduction, pinnedDateLines } from "@analytics-engines/runs/review";
