import "../run/require.ts";
import { count, printable } from "@analytics-engines/core/text";
import { lockSweep } from "@analytics-engines/runs/sweep";
import { type ConnectOptions, connectFromEnvironment } from "../run/connect.ts";

/** Writes the rows of a sweep that come from the service, and prints which accounts are new or gone. */
export async function lockCommand(sweep: string, options: ConnectOptions): Promise<void> {
  const { client } = connectFromEnvironment(options, process.env);
  const { path, accounts, added, removed } = await lockSweep(sweep, client);
  const lines = [
    ...added.map((account) => `+ ${account}`),
    ...removed.map((account) => `- ${account}`),
    `${count(accounts, "account")} in ${path}`,
  ];
  process.stdout.write(lines.map((line) => `${printable(line)}\n`).join(""));
}
