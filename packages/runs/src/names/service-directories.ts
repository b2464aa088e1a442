import type { Client } from "@analytics-engines/core";
import {
  type DocumentFamilyId,
  documentFamilyIds,
  type FamilyId,
  isDocumentFamilyId,
  isOptimizerId,
  type OptimizerId,
  optimizerIds,
} from "@analytics-engines/core/basics";
import { itemsOf, objectOf } from "./answer-values.ts";
import type { DirectoryEntries } from "./name-entry.ts";

/** Names a kind of each family: `pa documents`, `spar documents` and so on. */
export const perFamily = <Id extends FamilyId, Kind extends string>(ids: readonly Id[], kind: Kind) =>
  ids.map((id) => `${id} ${kind}` as const);

/** What the service lists directory by directory. */
export type DirectoryKind = "accounts" | `${DocumentFamilyId} documents` | `${OptimizerId} strategies`;

/** The directories of documents and of strategies, one for each family, in the usual order. */
export const documentTrees = perFamily(documentFamilyIds, "documents");
export const strategyTrees = perFamily(optimizerIds, "strategies");

/** The family of a kind of directory: `pa` of `pa documents`. */
export function directoryFamily(kind: Exclude<DirectoryKind, "accounts">): DocumentFamilyId | OptimizerId {
  const [family = ""] = kind.split(" ");
  if (isOptimizerId(family) || isDocumentFamilyId(family)) return family;
  throw new RangeError(`No family has ${kind}.`);
}

/** Requests a directory and returns the answer as it came. */
export async function askDirectory(client: Client, kind: DirectoryKind, path: string) {
  if (kind === "accounts") return (await client.lookups.accounts.list(path)).data;
  const family = directoryFamily(kind);
  return (await (isOptimizerId(family) ? client[family].strategies : client[family].documents).list(path)).data;
}

/** Requests the entries of a directory. Some services answer names, others whole paths: both become whole paths. */
export async function readDirectory(client: Client, kind: DirectoryKind, path: string): Promise<DirectoryEntries> {
  const { accounts, documents, directories } = objectOf((await askDirectory(client, kind, path)).data);
  const names = itemsOf(kind === "accounts" ? accounts : documents);
  const whole = (name: string) => (name.includes(":") ? name : `${withSlash(path)}${name}`);
  return {
    entries: names.filter(isName).map(whole),
    directories: itemsOf(directories)
      .filter(isName)
      .map((name) => withSlash(whole(name))),
    unread: names.filter((name) => !isName(name)),
  };
}

export function withSlash(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
