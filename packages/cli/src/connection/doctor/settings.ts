import {
  baseUrlProblem,
  type ConnectionVariables,
  isHeaderPrefix,
  PROJECT_FILE,
  printable,
} from "@analytics-engines/core/basics";
import type { ConnectionEntry, Setting } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";
import { type credentialsOf, credentialVariables, type ProfileChoice } from "@analytics-engines/runs/run";
import type { CommandSettings } from "../../project.ts";
import { fitTable, type TextColumn } from "../../terminal/columns.ts";
import { describeCredentials } from "../login/read-credentials.ts";

/** The settings by the names of the project file, as they are printed. */
export type SettingRows = Readonly<Record<string, Setting<unknown>>>;

/** The settings of a run, and the file or the default that each comes from. */
export function runRows(settings: CommandSettings): SettingRows {
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

/** The settings of a connection. @param credentials those of the connection, or why there are none that can be used */
export function connectionRows(
  choice: ProfileChoice,
  entry: ConnectionEntry | undefined,
  credentials: ReturnType<typeof credentialsOf> | UserError,
): SettingRows {
  const { baseUrl, headerPrefix, variables, connection, profile } = choice;
  // Another text than an address may be a secret in the wrong place.
  const isAddress = baseUrlProblem(baseUrl.value) === undefined;
  const isPrefix = headerPrefix.value === undefined || isHeaderPrefix(headerPrefix.value);
  const address = isAddress ? baseUrl.value : baseUrl.value === "" ? "(not set)" : "(no usable address)";
  return {
    ...(entry === undefined ? {} : namedRows(entry, connection !== undefined)),
    baseUrl: { ...baseUrl, value: address },
    headerPrefix: { ...headerPrefix, value: isPrefix ? (headerPrefix.value ?? "Vendor") : "(not usable)" },
    credentials:
      credentials instanceof UserError
        ? { value: missingText(variables.value), source: variables.source }
        : {
            value: describeCredentials(credentials.credentials).text,
            source: profile === undefined ? credentials.source : `${credentials.source} in the system's keyring`,
          },
  };
}

function namedRows({ name, source, connection }: ConnectionEntry, isUsed: boolean): SettingRows {
  if (!isUsed) return { connection: { value: `none: ${name} is for another address`, source } };
  return { connection: { value: name, source }, isProduction: { value: connection.isProduction ?? false, source } };
}

/** The variables with credentials that the environment has, which do not suffice; without any, those that it could have. */
function missingText(variables: ConnectionVariables): string {
  const variableNames = credentialVariables(variables);
  const presentNames = variableNames.filter((name) => (process.env[name] ?? "") !== "");
  return presentNames.length > 0 ? `not usable: ${presentNames.join(", ")}` : `none of ${variableNames.join(", ")}`;
}

const columns: readonly TextColumn[] = [
  { name: "settings", side: "left", isName: true },
  { name: "values", side: "left" },
  { name: "sources", side: "left" },
];

/** The settings for a terminal, a line each. */
export function settingsText(rows: SettingRows, hasProject: boolean, width: number): string {
  const cells = Object.entries(rows).map(([name, { value, source }]) => [name, textOf(value), source].map(printable));
  const { lines, notes } = fitTable(cells, columns, width);
  const file = hasProject ? PROJECT_FILE : `none (there is no ${PROJECT_FILE} in this folder)`;
  return [`Project file: ${file}`, ...lines.flat(), ...notes].map((line) => `${line}\n`).join("");
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members.length === 0 ? "none" : members.map(([name, member]) => `${name}=${String(member)}`).join(", ");
}
