// The project file, and what it says together with the flags or inputs of a shell.

export { checkRunFiles, fixFile } from "./check-run-files.ts";
export { chooseProfile, type OpenKeyring, type ProfileChoice } from "./choose-profile.ts";
export {
  type ConnectionChoice,
  type ConnectionEntry,
  chooseConnection,
  connectionOf,
  credentialVariables,
  presentVariables,
  requireOrigin,
} from "./connection.ts";
export { findProject, type OpenProject, openProject } from "./open-project.ts";
export {
  DEFAULT_PROFILE,
  type Keyring,
  KeyringError,
  type Profile,
  readProfile,
  writeProfile,
} from "./profile.ts";
export { type CommonSettings, joinSettings, type ProjectSettings, type Setting } from "./settings.ts";
export type { ProfileCredentials } from "./stored-profile.ts";
