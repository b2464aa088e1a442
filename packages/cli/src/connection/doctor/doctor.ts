import { printable } from "@analytics-engines/core/basics";
import {
  type ConnectionCheck,
  type ConnectOptions,
  connectionToCheck,
  diagnoseConnection,
} from "@analytics-engines/runs/run";
import { readSettings, type SettingOptions, withUserAgent } from "../../project.ts";
import { pad } from "../../terminal/columns.ts";
import { type ExitCode, type Paint, paintFor, printableJson } from "../../terminal/output.ts";
import { createProgress } from "../../terminal/progress.ts";
import { openKeyring } from "../login/keyring.ts";

export interface DoctorOptions extends ConnectOptions, Pick<SettingOptions, "set"> {
  readonly json?: true;
}

/** Checks the connection that the options and the environment name, and prints each check as soon as it is done. */
export async function doctorCommand(options: DoctorOptions): Promise<ExitCode> {
  const isJson = options.json === true;
  const folder = process.cwd();
  const { connectionEntry } = readSettings(options, folder);
  const connection = await connectionToCheck(withUserAgent(options), process.env, connectionEntry, openKeyring);
  const progress = createProgress();
  const paint = paintFor(process.stdout);
  const checks: ConnectionCheck[] = [];
  for await (const check of diagnoseConnection({
    ...connection,
    folder,
    onStep: (name) => progress.step(`Checking: ${name}`),
  })) {
    progress.clear();
    checks.push(check);
    if (!isJson) process.stdout.write(lineOf(check, paint));
  }
  if (isJson) process.stdout.write(`${printableJson({ version: 1, checks })}\n`);
  return checks.some(({ status }) => status === "problem") ? 1 : 0;
}

const colors = { ok: "green", warning: "yellow", problem: "red", skipped: "dim" } as const;

function lineOf({ name, status, message, remedy }: ConnectionCheck, paint: Paint): string {
  const line = `${paint(colors[status], pad(status, 7, "left"))}  ${pad(name, 16, "left")}  ${printable(message)}\n`;
  return remedy === undefined ? line : `${line}${" ".repeat(27)}${printable(remedy)}\n`;
}
