// The project file, and what it says together with the flags or inputs of a shell.

export { checkRunFiles, fixFile } from "./check-run-files.ts";
export {
  type ConnectionChoice,
  type ConnectionEntry,
  type CredentialVariables,
  chooseConnection,
  connectionOf,
  requireOrigin,
} from "./connection.ts";
export { findProject, type OpenProject, openProject } from "./open-project.ts";
export { type CommonSettings, joinSettings, type ProjectSettings, type Setting } from "./settings.ts";
