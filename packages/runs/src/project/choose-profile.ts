import { connectionVariables } from "@analytics-engines/core/basics";
import { UserError } from "../user-error.ts";
import {
  type ConnectionChoice,
  type ConnectionEntry,
  type ConnectionFlags,
  chooseConnection,
  credentialVariables,
  hasOrigin,
  originOf,
  requireOrigin,
  requireProof,
} from "./connection.ts";
import { DEFAULT_PROFILE, type Keyring, KeyringError, type Profile, readProfile } from "./profile.ts";

/** Opens the system's keyring. @throws KeyringError where there is none */
export type OpenKeyring = () => Promise<Keyring>;

export interface ProfileChoice extends ConnectionChoice {
  /** The profile with the credentials; undefined where the environment has some, or the keyring has none. */
  readonly profile: Profile | undefined;
  /** What a message about missing credentials says about profiles. */
  readonly advice: string;
}

/**
 * Chooses the connection of a command, and its profile. A variable with credentials comes before the keyring, which is not opened then: a part
 * of the variables does not become whole by a profile. A profile also names the address, unless the user names one of the same origin.
 *
 * @param named the connection of the project file
 * @throws UserError if the credentials of the profile are for another origin
 */
export async function chooseProfile(
  options: ConnectionFlags,
  env: Readonly<Record<string, string | undefined>>,
  connectionEntry: ConnectionEntry | undefined,
  openKeyring: OpenKeyring,
): Promise<ProfileChoice> {
  const { connection: connectionName, baseUrl } = options;
  if (connectionName !== undefined && baseUrl !== undefined)
    requireOrigin(connectionEntry, baseUrl, "the option --base-url");
  const namesOfVariables = connectionVariables(connectionName ?? connectionEntry?.name);
  const hasAddress = baseUrl !== undefined || Boolean(env[namesOfVariables.baseUrl]);
  const choice = hasAddress ? chooseConnection(options, env, connectionEntry) : undefined;
  const entry = choice === undefined ? connectionEntry : choice.connection;
  const variables = choice?.variables.value ?? namesOfVariables;
  if (credentialVariables(variables).some((variable) => Boolean(env[variable]))) {
    const advice = "A profile counts only where no variable has credentials.";
    const choiceOfVariables = choice ?? chooseConnection(options, env, connectionEntry);
    requireProof(choiceOfVariables, env);
    return { ...choiceOfVariables, profile: undefined, advice };
  }
  const name = connectionName ?? entry?.name ?? DEFAULT_PROFILE;
  const { profile, advice } = await findProfile(name, openKeyring);
  if (connectionName !== undefined && entry === undefined && profile === undefined)
    throw new UserError(
      `There is no connection ${connectionName} in the project file, and no such profile in the keyring. ${advice}`,
    );
  if (choice === undefined) return { ...chooseConnection(options, env, connectionEntry, profile), profile, advice };
  if (profile !== undefined && !hasOrigin(choice.baseUrl.value, profile.baseUrl))
    throw new UserError(
      `The credentials of the profile ${name} are for ${originOf(profile.baseUrl)}, and ${choice.baseUrl.source} names ${originOf(choice.baseUrl.value)}. They are sent only to the address that they were stored for. Nothing was sent. Choose another profile with --connection, or store one for that address: analytics-engines login NAME --base-url ADDRESS.`,
    );
  return { ...choice, profile, advice };
}

async function findProfile(name: string, openKeyring: OpenKeyring) {
  try {
    const profile = await readProfile(await openKeyring(), name);
    return { profile, advice: `Or store them once in the system's keyring: ${loginOf(name)}.` };
  } catch (error) {
    if (!(error instanceof KeyringError)) throw error;
    return { profile: undefined, advice: `The system's keyring has none, because it cannot be used: ${error.reason}.` };
  }
}

function loginOf(name: string): string {
  return `analytics-engines login${name === DEFAULT_PROFILE ? "" : ` ${name}`}`;
}
