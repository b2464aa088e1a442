import type { Client } from "@analytics-engines/core";
import { componentFamilyIds } from "@analytics-engines/core/basics";
import { UserError } from "../user-error.ts";
import {
  askList,
  type DirectoryKind,
  documentTrees,
  type NameEntry,
  nameEntries,
  nameLists,
  readDirectory,
  returnTypes,
  strategyTrees,
  withSlash,
} from "./service-lists.ts";

/** A kind of names that the service lists. */
export interface ListKind {
  /** Its name as one word: `accounts`, `pa-documents`. */
  readonly word: string;
  /** The column of a CSV file that has the id or the path of each. */
  readonly column: string;
  /** What the names belong to; undefined for a list that the service has only once. */
  readonly of?: "directory" | "document" | "account";
  list(client: Client, of: string): Promise<readonly NameEntry[]>;
}

/** All kinds of names that the service lists. It lists no benchmarks. */
export const listKinds: readonly ListKind[] = [
  treeKind("accounts", "account"),
  ...documentTrees.map((tree) => treeKind(tree, "document")),
  ...strategyTrees.map((tree) => treeKind(tree, "strategy")),
  ...componentFamilyIds.map((id): ListKind => {
    const list = async (client: Client, document: string) =>
      nameEntries((await client[id].components.list({ document })).data.data);
    return { word: `${id}-components`, column: "component", of: "document", list };
  }),
  {
    word: "vault-configurations",
    column: "configuration",
    of: "account",
    list: async ({ vault }, account) => nameEntries((await vault.configurations.list({ account })).data.data),
  },
  {
    word: "spar-return-types",
    column: "returntype",
    of: "account",
    list: async ({ spar }, account) => returnTypes((await spar.accounts.returnsType(account)).data.data),
  },
  ...nameLists.map((name): ListKind => {
    return { word: wordOf(name), column: "id", list: async (client) => nameEntries(await askList(client, name)) };
  }),
];

function wordOf(name: string): string {
  return name.replaceAll(" ", "-");
}

function treeKind(kind: DirectoryKind, column: string): ListKind {
  const list = async (client: Client, directory: string) =>
    (await listBelow(client, kind, directory)).map((id) => ({ id, name: fileName(id) }));
  return { word: wordOf(kind), column, of: "directory", list };
}

/** `GLOBAL_EQUITY` of `Client:/Growth/GLOBAL_EQUITY.ACCT`. */
function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.ACCT$/i, "");
}

/** The most directories that are listed. */
const MAX_DIRECTORIES = 10_000;

/** The paths in a directory and in all below it, sorted, by one request after the other. */
async function listBelow(client: Client, kind: DirectoryKind, root: string): Promise<readonly string[]> {
  const paths = new Set<string>();
  const directories = new Set([root]);
  for (const directory of directories) {
    const listed = await readDirectory(client, kind, directory);
    for (const path of listed.entries) paths.add(path);
    // A set gives what is added while it is read. An answer can name a directory above.
    for (const nestedDirectory of listed.directories)
      if (nestedDirectory.startsWith(withSlash(directory))) directories.add(nestedDirectory);
    if (directories.size > MAX_DIRECTORIES)
      throw new UserError(`The directory ${root} has more than ${MAX_DIRECTORIES} below it. Name a smaller one.`);
  }
  return [...paths].sort((first, second) => (first < second ? -1 : 1));
}
