import { existsSync } from "node:fs";
import path from "node:path";
import type { Client } from "@analytics-engines/core";
import { accountRows, directoryOfSweep } from "@analytics-engines/core/files";
import { familyOfSweep, lockedRowsPath } from "@analytics-engines/core/parameters";
import { requireOwnOutput, rootOf } from "../files/confine.ts";
import { replaceText } from "../files/disk.ts";
import { readConfined } from "../files/parameter-files.ts";
import { readDirectory, withSlash } from "../names/service-directories.ts";
import { UserError } from "../user-error.ts";

/** The CSV file that holds the rows of a sweep. */
export interface LockedRows {
  readonly path: string;
  readonly accounts: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Writes the accounts of the directory that a sweep names, and of all below it, to the CSV file beside it. Columns that people added there are kept.
 *
 * @throws UserError for a sweep whose rows do not come from the service, and for a directory without accounts
 */
export async function lockSweep(sweep: string, client: Client): Promise<LockedRows> {
  if (familyOfSweep(sweep) === undefined)
    throw new UserError(`${sweep} is no sweep: the name of a sweep is NAME.FAMILY.sweep.json.`);
  const directory = directoryOfSweep(textOf(sweep), sweep);
  if (directory === undefined)
    throw new UserError(
      `The rows of ${sweep} do not come from the service. Set rows to { "accounts": "Client:/Growth" }.`,
    );
  const accounts = await listAccounts(client, directory);
  if (accounts.length === 0)
    throw new UserError(`The directory ${directory} has no accounts. Name another in ${sweep}.`);
  const file = lockedRowsPath(sweep);
  const { csv, added, removed } = accountRows(accounts, existsSync(file) ? textOf(file) : "");
  requireOwnOutput(process.cwd(), file);
  replaceText(path.resolve(file), csv);
  return { path: file, accounts: accounts.length, added, removed };
}

/** The most directories that are listed. */
const MAX_DIRECTORIES = 10_000;

/** The accounts of a directory and of all below it, one request after the other. */
async function listAccounts(client: Client, root: string): Promise<readonly string[]> {
  const accounts: string[] = [];
  const directories = new Set([root]);
  for (const directory of directories) {
    const listed = await readDirectory(client, "accounts", directory);
    accounts.push(...listed.entries);
    // A set gives what is added while it is read. An answer can name a directory above.
    for (const nestedDirectory of listed.directories)
      if (nestedDirectory.startsWith(withSlash(directory))) directories.add(nestedDirectory);
    if (directories.size > MAX_DIRECTORIES)
      throw new UserError(`The directory ${root} has more than ${MAX_DIRECTORIES} below it. Name a smaller one.`);
  }
  return accounts;
}

/** A person named the sweep, and the sweep names the CSV file beside it. */
function textOf(file: string): string {
  const folder = process.cwd();
  const read = readConfined(folder, file, rootOf(folder, file, { isTyped: true }));
  if ("text" in read) return read.text;
  throw new UserError(`${file} ${read.problem}.`);
}
