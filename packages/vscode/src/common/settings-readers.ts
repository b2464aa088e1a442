// What reads project files, checks files, and the names of files in them and in sweeps. Loaded with the first of them: most folders have none.

export {
  hasLimitColumn,
  listSweepFiles,
  readChecks,
  readProject,
} from "@analytics-engines/core/files";
export { lookAtFile, projectRoot, readInRoot, unmatchedGlobs } from "@analytics-engines/runs/files";
