import { printable } from "@analytics-engines/core/basics";
import type { ExitCode } from "../../exit-code.ts";
import { readSettings } from "../../project/read-settings.ts";
import { printableJson } from "../../terminal/printable-json.ts";
import { profileNameOf } from "./identity.ts";
import { openKeyring } from "./keyring.ts";

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
