import { baseUrlProblem, type ConnectionVariables, printable } from "@analytics-engines/core/basics";
import { PROJECT_FILE } from "@analytics-engines/core/parameters";
import { UserError } from "@analytics-engines/runs/progress";
import {
  type ConnectionEntry,
  type ConnectOptions,
  chooseProfile,
  credentialVariables,
  type Setting,
} from "@analytics-engines/runs/run";
import { openKeyring } from "../connection/login/keyring.ts";
import { type CommandSettings, readSettings, type SettingOptions } from "../project.ts";
import { fitTable, type TextColumn, widthFor } from "../terminal/columns.ts";
import { type ExitCode, printableJson } from "../terminal/output.ts";

export interface ConfigOptions extends ConnectOptions, SettingOptions {
  readonly json?: true;
}

/** The settings by the names of the project file, as they are printed. */
type Rows = Readonly<Record<string, Setting<unknown>>>;

/** Prints each setting that applies, and where it comes from. */
export async function configCommand(options: ConfigOptions): Promise<ExitCode> {
  const settings = readSettings(options, process.cwd());
  const { rows: connectionRows, problem } = await describeConnection(options, settings);
  const rows = { ...describeSettings(settings), ...connectionRows };
  if (options.json === true) {
    const outcome = { version: 1, set: options.set, settings: rows, problem };
    process.stdout.write(`${printableJson(outcome)}\n`);
  } else {
    const file = settings.hasProject ? PROJECT_FILE : `none (there is no ${PROJECT_FILE} in this folder)`;
    process.stdout.write(`Project file: ${file}\n${report(rows, widthFor(process.stdout))}`);
    if (problem !== undefined) process.stderr.write(`error: ${printable(problem)}\n`);
  }
  return problem === undefined ? 0 : 1;
}

function describeSettings(settings: CommandSettings): Rows {
  const { files, families, outputFolder, maxConcurrency, unknownProperties, tolerances, checks, fixedValues } =
    settings;
  const { dates, currency } = fixedValues.value ?? {};
  return {
    files: { ...files, value: files.value ?? ["every NAME.FAMILY.json"] },
    families,
    outputFolder: { value: outputFolder.value, source: outputFolder.source },
    maxConcurrency,
    unknownProperties,
    tolerances,
    checks: { ...checks, value: checks.value ?? [] },
    ...(dates === undefined ? {} : { dates: { value: dates, source: fixedValues.source } }),
    ...(currency === undefined ? {} : { currency: { value: currency, source: fixedValues.source } }),
  };
}

async function describeConnection(
  options: ConfigOptions,
  { connectionEntry }: CommandSettings,
): Promise<{ readonly rows: Rows; readonly problem?: string }> {
  try {
    const choice = await chooseProfile(options, process.env, connectionEntry, openKeyring);
    const { baseUrl, headerPrefix, variables, connection, profile } = choice;
    // Another text than an address may be a secret in the wrong place.
    const isAddress = baseUrlProblem(baseUrl.value) === undefined;
    const address = isAddress ? baseUrl.value : baseUrl.value === "" ? "(not set)" : "(no usable address)";
    return {
      rows: {
        ...(connectionEntry === undefined ? {} : describeNamed(connectionEntry, connection !== undefined)),
        baseUrl: { ...baseUrl, value: address },
        headerPrefix: { ...headerPrefix, value: headerPrefix.value ?? "Vendor" },
        credentials:
          profile === undefined
            ? { ...variables, value: describeVariables(variables.value) }
            : { value: `the profile ${profile.name}`, source: "the system's keyring" },
      },
    };
  } catch (error) {
    if (error instanceof UserError) return { rows: {}, problem: error.message };
    throw error;
  }
}

function describeNamed({ name, source, connection }: ConnectionEntry, isUsed: boolean): Rows {
  if (!isUsed) return { connection: { value: `none: ${name} is for another address`, source } };
  return { connection: { value: name, source }, isProduction: { value: connection.isProduction ?? false, source } };
}

/** The variables that the environment has; without any, those that it could have. */
function describeVariables(variables: ConnectionVariables): readonly string[] {
  const variableNames = credentialVariables(variables);
  const presentNames = variableNames.filter((name) => (process.env[name] ?? "") !== "");
  return presentNames.length > 0 ? presentNames : [`none of ${variableNames.join(", ")}`];
}

const columns: readonly TextColumn[] = [
  { name: "settings", side: "left", isName: true },
  { name: "values", side: "left" },
  { name: "sources", side: "left" },
];

function report(rows: Rows, width: number): string {
  const cells = Object.entries(rows).map(([name, { value, source }]) => [name, textOf(value), source].map(printable));
  const { lines, notes } = fitTable(cells, columns, width);
  return [...lines.flat(), ...notes].map((line) => `${line}\n`).join("");
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members.length === 0 ? "none" : members.map(([name, member]) => `${name}=${String(member)}`).join(", ");
}
