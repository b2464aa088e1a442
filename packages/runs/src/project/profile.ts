import { UserError } from "../user-error.ts";
import type { ProfileCredentials, StoredProfile } from "./stored-profile.ts";

/** The profile where neither the user nor the project file names one. */
export const DEFAULT_PROFILE = "default";

/** The system's keyring cannot be used, for instance because the machine has none or it is locked. */
export class KeyringError extends UserError {
  /** The end of a sentence, without a period. */
  readonly reason: string;

  constructor(reason: string, options?: { readonly cause?: unknown }) {
    super(
      `The system's keyring cannot be used: ${reason}. Set variables of the environment in its place: ANALYTICS_USERNAME and ANALYTICS_API_KEY, or ANALYTICS_TOKEN, or ANALYTICS_OAUTH_CONFIG. Nothing was changed.`,
      options,
    );
    this.reason = reason;
  }
}

/** The part of the system's keyring that this project has. Each function throws KeyringError if the keyring cannot be used. */
export interface Keyring {
  read(name: string): Promise<string | undefined>;
  write(name: string, text: string): Promise<void>;
  /** @returns whether there was an entry of the name */
  remove(name: string): Promise<boolean>;
}

/** Credentials in the system's keyring, with the address that they are for. */
export interface Profile {
  readonly name: string;
  /** The address that the user named as the credentials were stored. They go to its origin alone. */
  readonly baseUrl: string;
  readonly credentials: ProfileCredentials;
}

/** @throws UserError for an entry that this version cannot read; it repeats nothing of the entry */
export async function readProfile(keyring: Keyring, name: string): Promise<Profile | undefined> {
  const text = await keyring.read(name);
  if (text === undefined) return undefined;
  // The schema library is loaded where there is something to parse.
  const { parseProfile } = await import("./stored-profile.ts");
  const profile = parseProfile(text);
  if (profile !== undefined) return { name, baseUrl: profile.baseUrl, credentials: profile.credentials };
  throw new UserError(
    `The profile ${name} in the system's keyring cannot be read: this version did not write it. Store it with analytics-engines login ${name}.`,
  );
}

/** Stores a profile in the place of an earlier one of its name. */
export async function writeProfile(keyring: Keyring, { name, baseUrl, credentials }: Profile): Promise<void> {
  const entry: StoredProfile = { version: 1, baseUrl, credentials };
  await keyring.write(name, JSON.stringify(entry));
}
