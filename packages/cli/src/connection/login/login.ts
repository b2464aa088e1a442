import { baseUrlProblem, printable } from "@analytics-engines/core/basics";
import { UserError, userLines } from "@analytics-engines/runs/progress";
import {
  chooseConnection,
  KeyringError,
  type Profile,
  readProfile,
  requireOrigin,
  writeProfile,
} from "@analytics-engines/runs/run";
import { readSettings } from "../../project.ts";
import { type ExitCode, note, printableJson } from "../../terminal/output.ts";
import { connectWithProfile } from "../connect.ts";
import { openKeyring } from "./keyring.ts";
import {
  askService,
  type CredentialOptions,
  describeCredentials,
  profileNameOf,
  readCredentials,
} from "./read-credentials.ts";

export interface LoginOptions extends CredentialOptions {
  readonly baseUrl?: string;
  readonly json?: true;
}

/** Stores credentials in the system's keyring, after the service has accepted them. */
export async function loginCommand(argument: string | undefined, options: LoginOptions): Promise<ExitCode> {
  const { connectionEntry } = readSettings({ connection: argument }, process.cwd());
  const name = profileNameOf(argument, connectionEntry);
  const keyring = await openKeyring();
  // Read also where it is not needed, so that a locked keyring is reported before a question.
  const earlier = await readProfile(keyring, name).catch((error: unknown) => {
    if (error instanceof UserError && !(error instanceof KeyringError)) return undefined;
    throw error;
  });
  const { baseUrl } = chooseConnection({ ...options, connection: name }, process.env, connectionEntry, earlier);
  if (baseUrl.value === "")
    throw new UserError(
      `Name the service that the credentials are for: analytics-engines login ${name} --base-url https://...`,
    );
  if (baseUrlProblem(baseUrl.value) !== undefined)
    throw new UserError(
      `The address (${baseUrl.source}) must be https://HOST (http:// only for this machine), without credentials and query.`,
    );
  requireOrigin(connectionEntry, baseUrl.value, baseUrl.source);
  const { origin } = new URL(baseUrl.value);
  note(`The profile ${name} is for ${origin}.`);
  const profile: Profile = { name, baseUrl: baseUrl.value, credentials: await readCredentials(options) };
  const { client, variables } = connectWithProfile(options, connectionEntry, profile);
  await requireAccepted(() => askService(client));
  await writeProfile(keyring, profile);
  const { kind, user, text } = describeCredentials(profile.credentials);
  if (options.json === true)
    process.stdout.write(`${printableJson({ version: 1, profile: name, origin, user, kind })}\n`);
  else
    process.stdout.write(
      `Stored in the system's keyring: profile ${printable(name)} for ${origin}, ${printable(text)}. The service accepts it.\n`,
    );
  if (variables.length > 0) note(`The environment comes first: ${variables.join(", ")}. Unset it to use the profile.`);
  return 0;
}

async function requireAccepted(check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    const lines = userLines(error);
    if (lines === undefined) throw error;
    throw new UserError([...lines, "Nothing was stored."], { cause: error });
  }
}

export interface LogoutOptions {
  readonly json?: true;
}

/** Removes a profile from the system's keyring. */
export async function logoutCommand(argument: string | undefined, { json }: LogoutOptions): Promise<ExitCode> {
  const { connectionEntry } = readSettings({ connection: argument }, process.cwd());
  const profile = profileNameOf(argument, connectionEntry);
  const keyring = await openKeyring();
  const isRemoved = await keyring.remove(profile);
  const outcome = isRemoved ? "is removed" : "was not there";
  process.stdout.write(
    json === true
      ? `${printableJson({ version: 1, profile, isRemoved })}\n`
      : `The profile ${printable(profile)} ${outcome}: the system's keyring has none of this name.\n`,
  );
  return 0;
}
