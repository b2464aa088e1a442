import { existsSync } from "node:fs";
import { count, printable } from "@analytics-engines/core/basics";
import { updateRows } from "@analytics-engines/core/files";
import { readText, replaceText, requireOwnOutput } from "@analytics-engines/runs/files";
import { type ListKind, listKinds, type NameEntry } from "@analytics-engines/runs/lookup";
import { UserError } from "@analytics-engines/runs/progress";
import type { ConnectOptions } from "@analytics-engines/runs/run";
import { connectCommand } from "../connection/connect.ts";
import { readSettings, type SettingOptions } from "../project.ts";
import { pad, widthOf } from "../terminal/columns.ts";
import { printableJson } from "../terminal/output.ts";
import { requireOneOutput, STANDARD } from "../terminal/standard.ts";

export interface ListOptions extends ConnectOptions, SettingOptions {
  readonly csv?: string;
  readonly json?: true;
}

/** Lists names of the service, and writes them as the rows of a sweep if the user wants that. */
export async function listCommand(word: string, of: string | undefined, options: ListOptions): Promise<void> {
  const kind = listKinds.find((listKind) => listKind.word === word);
  if (kind === undefined) throw new RangeError(`There is no list ${word}.`);
  if (kind.of !== undefined && of === undefined)
    throw new UserError(`Name the ${kind.of} of the ${word}: analytics-engines list ${word} ${kind.of.toUpperCase()}.`);
  if (kind.of === undefined && of !== undefined)
    throw new UserError(`The service has one list of ${word}: leave ${of} out.`);
  requireOneOutput("--csv", options.csv, options.json);
  const { connectionEntry } = readSettings(options, process.cwd());
  const { client } = await connectCommand(options, connectionEntry);
  const entries = await kind.list(client, of ?? "");
  const rows = options.csv === undefined ? undefined : writeRows(kind, entries, options.csv);
  if (options.json === true) {
    const namedEntries = entries.map(({ id, name, category, directory }) => ({ id, name, category, directory }));
    process.stdout.write(`${printableJson({ version: 1, kind: word, names: namedEntries, ...(rows && { rows }) })}\n`);
  } else if (rows !== undefined) {
    const lines = [
      ...rows.added.map((id) => `+ ${id}`),
      ...rows.removed.map((id) => `- ${id}`),
      `${count(entries.length, "row")} in ${rows.path}`,
    ];
    process.stdout.write(lines.map((line) => `${printable(line)}\n`).join(""));
  } else if (options.csv === undefined) process.stdout.write(linesOf(entries));
}

interface WrittenRows {
  readonly path: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Writes names as the rows of a sweep. Other columns of an earlier file keep their cells.
 * @returns undefined if the rows were printed
 * @throws UserError for a file that has no such rows, because writing it would lose its cells
 */
function writeRows({ word, column }: ListKind, entries: readonly NameEntry[], file: string): WrittenRows | undefined {
  if (entries.length === 0) throw new UserError(`The service lists no ${word} there. No file was written.`);
  const columns = [column, "name", ...(entries.some(({ category }) => category !== undefined) ? ["category"] : [])];
  const rows = entries.map(({ id, name, category = "" }) => [id, name, category]);
  const isPrinted = file === STANDARD;
  const earlier = isPrinted || !existsSync(file) ? "" : textOf(file);
  const updated = updateRows(columns, rows, earlier);
  if (updated === undefined)
    throw new UserError(`${file} is no CSV file with the column ${column}. Name another file, or delete it.`);
  if (isPrinted) {
    process.stdout.write(updated.csv);
    return undefined;
  }
  requireOwnOutput(process.cwd(), file);
  replaceText(file, updated.csv);
  return { path: file, added: updated.added, removed: updated.removed };
}

function textOf(file: string): string {
  const read = readText(file);
  if ("problem" in read) throw new UserError(`${file} ${read.problem}.`);
  return read.text;
}

/** A line for each name: its id or path, and its name where that is another text. */
function linesOf(entries: readonly NameEntry[]): string {
  const width = Math.max(0, ...entries.map(({ id }) => widthOf(printable(id))));
  return entries
    .map(({ id, name }) => `${`${pad(printable(id), width, "left")}  ${printable(name)}`.trimEnd()}\n`)
    .join("");
}
