// What reads project files and checks files. Loaded with the first of them, and apart: `import()` of an entry of core would load all of it.

export { readChecks, readProject } from "@analytics-engines/core/files";
