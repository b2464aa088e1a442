import type { Client } from "@analytics-engines/core";
import {
  type ComponentFamilyId,
  componentFamilyIds,
  type DocumentFamilyId,
  documentFamilyIds,
  type FamilyId,
  isComponentFamilyId,
  isDocumentFamilyId,
  isObject,
  isOptimizerId,
  type JsonObject,
  type OptimizerId,
  optimizerIds,
} from "@analytics-engines/core/basics";
import { MalformedAnswerError } from "@analytics-engines/core/errors";

/** A named entry of the service: the id in parameter files, and the name that people use. */
export interface NameEntry {
  /** The id or the path, as in a parameter file. */
  readonly id: string;
  readonly name: string;
  readonly category?: string | undefined;
  /** The directory in which the service keeps it, for lists that contain one. */
  readonly directory?: string | undefined;
  /** Only of a component: the path of its document, for some services followed by a place in the document. */
  readonly path?: string | undefined;
}

/** The content of a directory, by whole paths as in a parameter file. Paths of directories end with a slash. */
export interface DirectoryEntries {
  readonly directories: readonly string[];
  readonly entries: readonly string[];
  /** Items of the list that are not paths. */
  readonly unread: readonly unknown[];
}

/** The directories at which paths begin. The service does not list them; it answers 404 for those that a user does not have. */
export const directoryRoots = ["Client:/", "Personal:/", "Demo:/"] as const;

type Answer = Promise<{ readonly data: { readonly data: unknown } }>;

/** The lists that the service answers with one request. */
const simpleLists = {
  columns: ({ pa }: Client): Answer => pa.columns.list(),
  groups: ({ pa }: Client): Answer => pa.groups.list(),
  statistics: ({ pa }: Client): Answer => pa.columnStatistics.list(),
  currencies: ({ lookups }: Client): Answer => lookups.currencies.list(),
  "discount curves": ({ fi }: Client): Answer => fi.discountCurves.list(),
  "template types": ({ pa }: Client): Answer => pa.unlinkedTemplates.types.list(),
  "grouping frequencies": ({ pa }: Client): Answer => pa.groupingFrequencies.list(),
  calendars: ({ pa }: Client): Answer => pa.calendars.list(),
};

type Columns = () => Promise<readonly NameEntry[]>;

/** The lists that take several requests. */
const mergedLists = {
  "pricing sources": askPricingSources,
  "commentary configurations": ({ pa }: Client) =>
    merged(
      directoryRoots.map(async (root) => {
        const { data } = (await pa.commentaryConfigurations.list({ path: root.replace(/\/$/, "") })).data;
        return entriesOf(data).map(([id, { name, directory }]) => [id, { name, category: directory }] as const);
      }),
    ),
  "peer universes": ({ spar }: Client) =>
    merged(
      peerCategories.map(async (category) => {
        const { data } = (await spar.peerUniverses.list({ category })).data;
        return objectsIn(objectOf(data)["peerUniverseList"]).flatMap(({ universeid, universename, categoryname }) => {
          const id = stringOf(universeid);
          return id ? [[id, { name: universename, category: categoryname }] as const] : [];
        });
      }),
    ),
};

/** A list of reference data. */
export type NameList = keyof typeof simpleLists | keyof typeof mergedLists | `${ComponentFamilyId} frequencies`;

/** All lists of reference data. */
export const nameLists: readonly NameList[] = [
  ...Object.keys(simpleLists).filter((name) => isOneOf(name, simpleLists)),
  ...Object.keys(mergedLists).filter((name) => isOneOf(name, mergedLists)),
  ...perFamily(componentFamilyIds, "frequencies"),
];

/**
 * Requests a list and returns it as the service answers it: an object by id, unless the answer is malformed.
 * @param columns the columns, if they are known: a service may list pricing sources only by the directories of columns
 */
export async function askList(
  client: Client,
  list: NameList,
  columns: Columns = async () => nameEntries((await client.pa.columns.list()).data.data),
): Promise<unknown> {
  if (isOneOf(list, simpleLists)) return (await simpleLists[list](client)).data.data;
  if (isOneOf(list, mergedLists)) return mergedLists[list](client, columns);
  const [family = ""] = list.split(" ");
  return isComponentFamilyId(family) ? (await client[family].frequencies.list()).data.data : undefined;
}

function isOneOf<Lists extends object>(name: PropertyKey, lists: Lists): name is keyof Lists {
  return Object.hasOwn(lists, name);
}

/** The entries of a list. @throws MalformedAnswerError if it is not an object by id */
export function nameEntries(data: unknown): NameEntry[] {
  return entriesOf(data).map(([id, { name, category, directory }]) => ({
    id,
    name: stringOf(name) ?? id,
    category: stringOf(category),
    directory: stringOf(directory),
  }));
}

/** No list names the directories of pricing sources. If the service requires one (400), this tries those of the columns. */
async function askPricingSources({ pa }: Client, columns: Columns): Promise<unknown> {
  try {
    return (await pa.pricingSources.list()).data.data;
  } catch (error) {
    if (!(error instanceof Error && "status" in error && error.status === 400)) throw error;
    const directories = [...new Set((await columns()).flatMap(({ directory }) => directory ?? []))];
    if (directories.length === 0) throw error;
    return merged(
      directories.map(async (directory) => entriesOf((await pa.pricingSources.list({ directory })).data.data)),
    );
  }
}

/** The categories of peer universes that need no directory. */
const peerCategories = [
  "US Funds",
  "Asia Funds",
  "Intl Funds",
  "Institutions",
  "Hedge Funds",
  "Database",
  "Domicile",
  "Manager",
  "Rating",
] as const;

/**
 * The entries of several answers, without those that the service refuses: the user may not have a directory or a category.
 * @throws the first error if every request fails
 */
async function merged(requests: readonly Promise<readonly (readonly [string, unknown])[]>[]): Promise<unknown> {
  const answers = await Promise.allSettled(requests);
  const entryLists = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  const [first] = answers;
  if (entryLists.length === 0 && first?.status === "rejected") throw first.reason;
  return Object.fromEntries(entryLists.flat());
}

/** Names a kind of each family: `pa documents`, `spar documents` and so on. */
function perFamily<Id extends FamilyId, Kind extends string>(ids: readonly Id[], kind: Kind) {
  return ids.map((id) => `${id} ${kind}` as const);
}

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
  const items = itemsOf(kind === "accounts" ? accounts : documents);
  const whole = (name: string) => (name.includes(":") ? name : `${withSlash(path)}${name}`);
  return {
    entries: items.filter(isName).map(whole),
    directories: itemsOf(directories)
      .filter(isName)
      .map((name) => withSlash(whole(name))),
    unread: items.filter((name) => !isName(name)),
  };
}

export function withSlash(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

// Reads answers that the client returns as they came: a newer service may answer with another shape than that of the model.

export function stringOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** @throws MalformedAnswerError if the value is not an object */
export function objectOf(value: unknown): JsonObject {
  if (isObject(value)) return value;
  throw new MalformedAnswerError("the answer of the service is not an object");
}

/** The properties of an object; none for any other value. */
export function answerProperties(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/**
 * The entries of an object by id. An entry that is not an object keeps its id and has no properties.
 * @throws MalformedAnswerError if the value is not an object
 */
export function entriesOf(value: unknown): readonly (readonly [string, JsonObject])[] {
  return Object.entries(objectOf(value)).map(([id, entry]) => [id, answerProperties(entry)] as const);
}

/**
 * The items of a list; none if there is no list.
 * @throws MalformedAnswerError for any other value
 */
export function itemsOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new MalformedAnswerError("the answer of the service is not a list");
}

/** The items of a list that are objects. @throws as `itemsOf` does */
function objectsIn(value: unknown): readonly JsonObject[] {
  return itemsOf(value).filter(isObject);
}

/** Whether the service answered that something is missing (404), or that this user may not read it (403). */
export function isMissingOrForbidden(error: unknown): boolean {
  return error instanceof Error && "status" in error && (error.status === 404 || error.status === 403);
}

/** The return types of a `spar` account in an answer of the service. */
export function returnTypes(data: unknown): NameEntry[] {
  return objectsIn(objectOf(data)["returnsType"]).flatMap((entry) => {
    const id = stringOf(entry["id"]);
    return id ? [{ id, name: stringOf(entry["name"]) ?? id }] : [];
  });
}
