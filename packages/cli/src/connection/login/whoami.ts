import { printable } from "@analytics-engines/core/basics";
import { userLines } from "@analytics-engines/runs/host";
import type { ConnectOptions } from "@analytics-engines/runs/run";
import type { ExitCode } from "../../exit-code.ts";
import { connectCommand } from "../../project/connect.ts";
import { readSettings, type SettingOptions } from "../../project/read-settings.ts";
import { pad } from "../../terminal/columns.ts";
import { printableJson } from "../../terminal/printable-json.ts";
import { askService, describeCredentials } from "./identity.ts";

export interface WhoamiOptions extends ConnectOptions, Pick<SettingOptions, "set"> {
  readonly json?: true;
}

/** Prints whose credentials a command would use, where they come from, and whether the service accepts them. */
export async function whoamiCommand(argument: string | undefined, options: WhoamiOptions): Promise<ExitCode> {
  const connectionOptions = { ...options, ...(argument !== undefined && { connection: argument }) };
  const { client, origin, settings, credentials, connection, profile } = await connectCommand(
    connectionOptions,
    readSettings(connectionOptions, process.cwd()).connectionEntry,
  );
  const problem = await problemOf(() => askService(client));
  const { kind, user, text } = describeCredentials(credentials);
  const source = profile === undefined ? "environment" : "keyring";
  const name = profile?.name;
  if (options.json === true) {
    const answer = { connection: connection?.name, profile: name, origin, user, kind, source };
    process.stdout.write(
      `${printableJson({ version: 1, ...answer, isAccepted: problem === undefined, ...(problem !== undefined && { problem }) })}\n`,
    );
  } else {
    const rows = [
      ...(connection === undefined ? [] : [["connection", `${connection.name} (${connection.source})`]]),
      ["service", origin],
      ["credentials", text],
      ["source", profile === undefined ? settings.credentials : `${settings.credentials} in the system's keyring`],
      ["accepted", problem === undefined ? "yes" : "no"],
    ];
    const lines = rows.map(([name = "", value = ""]) => `${pad(name, 13, "left")}${printable(value)}\n`);
    process.stdout.write(lines.join(""));
    if (problem !== undefined) process.stderr.write(`error: ${printable(problem)}\n`);
  }
  return problem === undefined ? 0 : 1;
}

async function problemOf(check: () => Promise<void>): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    const lines = userLines(error);
    if (lines === undefined) throw error;
    return lines.join(" ");
  }
}
