// The project file, and what it says together with the flags or inputs of a shell.

export {
  type ConnectionChoice,
  type ConnectionEntry,
  chooseConnection,
  chooseProfile,
  connectionOf,
  credentialVariables,
  type OpenKeyring,
  type ProfileChoice,
  presentVariables,
  requireOrigin,
} from "./connection.ts";
export { findProject, type OpenProject, openProject } from "./open-project.ts";
export { DEFAULT_PROFILE, type Keyring, KeyringError, type Profile, readProfile, writeProfile } from "./profile.ts";
export {
  type CommonSettings,
  fixFile,
  joinSettings,
  type ProjectSettings,
  type Setting,
  valuesOf,
} from "./settings.ts";
export type { ProfileCredentials } from "./stored-profile.ts";
