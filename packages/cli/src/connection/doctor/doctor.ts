import { printable } from "@analytics-engines/core/basics";
import { UserError, userLines } from "@analytics-engines/runs/progress";
import {
  type CheckedConnection,
  type ConnectionCheck,
  type ConnectOptions,
  chooseProfile,
  connectionToCheck,
  credentialsOf,
  diagnoseConnection,
  type OpenedChoice,
  openChoice,
} from "@analytics-engines/runs/run";
import { type CommandSettings, readSettings, type SettingOptions } from "../../project.ts";
import { pad, widthFor } from "../../terminal/columns.ts";
import { type ExitCode, type Paint, paintFor, printableJson } from "../../terminal/output.ts";
import { createProgress } from "../../terminal/progress.ts";
import { withUserAgent } from "../connect.ts";
import { openKeyring } from "../login/keyring.ts";
import { describeCredentials } from "../login/read-credentials.ts";
import { connectionRows, runRows, type SettingRows, settingsText } from "./settings.ts";

export interface DoctorOptions extends ConnectOptions, Pick<SettingOptions, "set"> {
  readonly json?: true;
}

/**
 * Prints the settings that apply, and then checks the connection that they name. Each check is printed as soon as it is done.
 * @throws UserError for a connection that cannot be used, after the settings are printed
 */
export async function doctorCommand(options: DoctorOptions): Promise<ExitCode> {
  const isJson = options.json === true;
  const folder = process.cwd();
  const settings = readSettings(options, folder);
  const described = await describeConnection(options, settings);
  const allRows = { ...runRows(settings), ...described.rows };
  const printJson = (more: object) =>
    process.stdout.write(`${printableJson({ version: 1, set: options.set, settings: allRows, ...more })}\n`);
  if (!isJson) process.stdout.write(`${settingsText(allRows, settings.hasProject, widthFor(process.stdout))}\n`);
  if ("error" in described) {
    if (isJson) printJson({ problem: userLines(described.error)?.join(" "), checks: [] });
    throw described.error;
  }
  const { connection, credentials } = described;
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
  if (isJson) printJson({ credentials: credentials && { ...credentials, isAccepted: isAccepted(checks) }, checks });
  return checks.some(({ status }) => status === "problem") ? 1 : 0;
}

/** Of a connection that cannot be used, the settings that could be read, and why. */
type DescribedConnection =
  | {
      readonly rows: SettingRows;
      readonly connection: Omit<CheckedConnection, "folder">;
      /** Whose credentials they are; undefined where none can be used. */
      readonly credentials: Readonly<Record<string, unknown>> | undefined;
    }
  | { readonly rows: SettingRows; readonly error: UserError };

/** What the options, the project file, the environment and the keyring say of the connection. Sends nothing. */
async function describeConnection(
  givenOptions: DoctorOptions,
  { connectionEntry }: CommandSettings,
): Promise<DescribedConnection> {
  const options = withUserAgent(givenOptions);
  let rows: SettingRows = {};
  try {
    const choice = await chooseProfile(options, process.env, connectionEntry, openKeyring);
    rows = connectionRows(
      choice,
      connectionEntry,
      attempt(() => credentialsOf(choice, process.env)),
    );
    const opened = attempt(() => openChoice(options, process.env, choice));
    const connection = connectionToCheck(options, process.env, choice, opened);
    return { rows, connection, credentials: opened instanceof UserError ? undefined : ownerOf(opened) };
  } catch (error) {
    if (error instanceof UserError) return { rows, error };
    throw error;
  }
}

function ownerOf({ connection, profile, origin, credentials }: OpenedChoice) {
  const { kind, user } = describeCredentials(credentials);
  const source = profile === undefined ? "environment" : "keyring";
  return { connection: connection?.name, profile: profile?.name, origin, user, kind, source };
}

/** What a function returns, or the UserError that it throws: a check repeats it with what to do. */
function attempt<Value>(open: () => Value): Value | UserError {
  try {
    return open();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
}

/** Whether the service accepts the credentials; undefined where it was not asked. */
function isAccepted(checks: readonly ConnectionCheck[]): boolean | undefined {
  const check = checks.find(({ name }) => name === "credentials");
  return check === undefined || check.status === "skipped" ? undefined : check.status !== "problem";
}

const colors = { ok: "green", warning: "yellow", problem: "red", skipped: "dim" } as const;

function lineOf({ name, status, message, remedy }: ConnectionCheck, paint: Paint): string {
  const line = `${paint(colors[status], pad(status, 7, "left"))}  ${pad(name, 16, "left")}  ${printable(message)}\n`;
  return remedy === undefined ? line : `${line}${" ".repeat(27)}${printable(remedy)}\n`;
}
