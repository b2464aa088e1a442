// The project file of a repository. Apart from the parameter files, so that a program without one loads nothing of it.
export { type FixedValues, fixValues } from "./fix-values.ts";
export { type ProjectFile, readProject } from "./read-project.ts";
export type { Project, ProjectConnection, ProjectSet } from "./schema.ts";
