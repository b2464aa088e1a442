import { count, printable } from "@analytics-engines/core/basics";
import { lockSweep } from "@analytics-engines/runs/plan";
import type { ConnectOptions } from "@analytics-engines/runs/run";
import { connectCommand, readSettings, type SettingOptions } from "../../project.ts";
import { printableJson } from "../../terminal/output.ts";

export interface LockOptions extends ConnectOptions, SettingOptions {
  readonly json?: true;
}

/** Writes the rows of a sweep that come from the service, and prints which accounts are new or gone. */
export async function lockCommand(sweep: string, options: LockOptions): Promise<void> {
  const { connectionEntry } = readSettings(options, process.cwd());
  const { client } = await connectCommand(options, connectionEntry);
  const { path, accounts, added, removed } = await lockSweep(sweep, client);
  if (options.json === true) {
    process.stdout.write(`${printableJson({ version: 1, path, accounts, added, removed })}\n`);
    return;
  }
  const lines = [
    ...added.map((account) => `+ ${account}`),
    ...removed.map((account) => `- ${account}`),
    `${count(accounts, "account")} in ${path}`,
  ];
  process.stdout.write(lines.map((line) => `${printable(line)}\n`).join(""));
}
