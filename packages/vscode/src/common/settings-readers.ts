// What reads project files, checks files and the files that these name. Loaded with the first of them: most folders have none.

export { readChecks, readProject } from "@analytics-engines/core/files";
export { lookAtFile, projectRoot, readInRoot } from "@analytics-engines/runs/files";
