import type { Client, Clock } from "@analytics-engines/core";
import {
  type ComponentFamilyId,
  componentFamilyIds,
  type DocumentFamilyId,
  documentFamilyIds,
  type FamilyId,
  familyRecord,
  isComponentFamilyId,
  isDocumentFamilyId,
  isOptimizerId,
  type OptimizerId,
  optimizerIds,
} from "@analytics-engines/core/families/facts";
import { AnswerCache, type Lookup } from "./answer-cache.ts";
import { entriesOf, itemsOf, objectOf, objectsIn, textOf } from "./answer-values.ts";
import { type ComponentWalk, walkComponents } from "./component-walk.ts";
import type { DirectoryEntries, NameEntry } from "./name-entry.ts";

const perFamily = <Id extends FamilyId, Kind extends string>(ids: readonly Id[], kind: Kind) =>
  ids.map((id) => `${id} ${kind}` as const);

/** The lists that the service answers whole. */
export const nameLists = [
  "columns",
  "groups",
  "statistics",
  "pricing sources",
  "currencies",
  "discount curves",
  "template types",
  "grouping frequencies",
  ...perFamily(componentFamilyIds, "frequencies"),
  "calendars",
  "commentary configurations",
  "peer universes",
] as const;
export type NameList = (typeof nameLists)[number];

/** What the service lists directory by directory. */
export type DirectoryKind = "accounts" | `${DocumentFamilyId} documents` | `${OptimizerId} strategies`;

/** The directories of documents and of strategies, family by family in the order in which people list them. */
export const documentTrees = perFamily(documentFamilyIds, "documents");
export const strategyTrees = perFamily(optimizerIds, "strategies");

/** The directories at which paths begin. The service has no list of them; those that it does not know are answered 404. */
export const directoryRoots = ["Client:/", "Personal:/", "Demo:/"] as const;

/** How a question is asked. */
export interface Asking {
  /** Whether it is asked again though its answer is kept, or though it failed a moment ago. */
  readonly anew?: boolean;
}

/**
 * What one connection's service knows, by name. Every question is asked when it first comes up, and its answer is kept as long as this object.
 * Questions go through the connection's client, and so are paced.
 */
export interface ServiceNames {
  list(list: NameList, asking?: Asking): Lookup<readonly NameEntry[]>;
  /** What is in a directory, by its path with or without a slash at its end. */
  directory(kind: DirectoryKind, path: string, asking?: Asking): Lookup<DirectoryEntries>;
  /** The components of one document. */
  componentsOf(engine: ComponentFamilyId, document: string, asking?: Asking): Lookup<readonly NameEntry[]>;
  /** The components of the first documents of the service. Calling it starts to look for them. */
  components(engine: ComponentFamilyId): ComponentWalk;
  /** A component by its id. */
  component(engine: ComponentFamilyId, id: string): Lookup<NameEntry>;
  /** A templated component of `pa` by its id. */
  templatedComponent(id: string): Lookup<NameEntry>;
  /** The configurations of a `vault` account. */
  configurations(account: string, asking?: Asking): Lookup<readonly NameEntry[]>;
  /** The return types of a `spar` account. */
  returnTypes(account: string): Lookup<readonly NameEntry[]>;
}

/** The names of one connection. `onAnswer` is called whenever an answer, or a failure, has come. */
export function createServiceNames(
  connect: () => Promise<Client>,
  { clock, onAnswer }: { readonly clock: Clock; readonly onAnswer: () => void },
): ServiceNames {
  const lists = new AnswerCache<readonly NameEntry[]>(clock, onAnswer);
  const directories = new AnswerCache<DirectoryEntries>(clock, onAnswer);
  const components = new AnswerCache<NameEntry>(clock, onAnswer);
  // Components that came with a list of theirs need no question of their own.
  const listed = new Map<string, NameEntry>();

  const names: ServiceNames = {
    list: (list, { anew } = {}) =>
      lists.look(
        list,
        async () => namesIn(await askList(await connect(), list, () => names.list("columns").ready)),
        anew,
      ),
    directory: (kind, path, { anew } = {}) =>
      directories.look(
        `${kind} ${withSlash(path).toLowerCase()}`,
        async () => readDirectory(withSlash(path), await askDirectory(await connect(), kind, path)),
        anew,
      ),
    componentsOf: (engine, document, { anew } = {}) =>
      lists.look(
        `${engine} components ${document.toLowerCase()}`,
        async () => {
          const { data } = (await (await connect())[engine].components.list({ document })).data;
          const entries = namesIn(data).map((entry) => ({ ...entry, path: document }));
          for (const entry of entries) listed.set(componentKey(engine, entry.id), entry);
          return entries;
        },
        anew,
      ),
    components: (engine) => walks[engine](),
    component: (engine, id) =>
      components.look(componentKey(engine, id), async () => {
        const entry = listed.get(componentKey(engine, id));
        if (entry) return entry;
        const { name, category, path } = objectOf((await (await connect())[engine].components.get(id)).data.data);
        return { id, name: textOf(name) ?? id, category: textOf(category), path: textOf(path) };
      }),
    templatedComponent: (id) =>
      components.look(`templated ${id.toUpperCase()}`, async () => {
        const { description, directory } = objectOf((await (await connect()).pa.templatedComponents.get(id)).data.data);
        return { id, name: textOf(description) || id, category: undefined, path: textOf(directory) };
      }),
    configurations: (account, { anew } = {}) =>
      lists.look(
        `configurations ${account.toLowerCase()}`,
        async () => namesIn((await (await connect()).vault.configurations.list({ account })).data.data),
        anew,
      ),
    returnTypes: (account) =>
      lists.look(`return types ${account.toLowerCase()}`, async () => {
        const { data } = (await (await connect()).spar.accounts.returnsType(account)).data;
        return objectsIn(objectOf(data)["returnsType"]).flatMap(({ id, name }) =>
          isName(id) ? [{ id, name: textOf(name) ?? id }] : [],
        );
      }),
  };
  const walk = (engine: ComponentFamilyId) =>
    walkComponents(
      {
        directory: (path) => names.directory(`${engine} documents`, path),
        componentsOf: (document) => names.componentsOf(engine, document),
      },
      directoryRoots,
    );
  const walks = familyRecord(componentFamilyIds, walk);
  return names;
}

function namesIn(data: unknown): NameEntry[] {
  return entriesOf(data).map(([id, { name, category, directory }]) => ({
    id,
    name: textOf(name) ?? id,
    category: textOf(category),
    directory: textOf(directory),
  }));
}

type Columns = () => Promise<readonly NameEntry[]>;
type Frequencies = `${ComponentFamilyId} frequencies`;

const dataOf = async (answer: Promise<{ readonly data: { readonly data?: unknown } }>) => (await answer).data.data;

const askers: Readonly<Record<Exclude<NameList, Frequencies>, (client: Client, columns: Columns) => Promise<unknown>>> =
  {
    columns: ({ pa }) => dataOf(pa.columns.list()),
    groups: ({ pa }) => dataOf(pa.groups.list()),
    statistics: ({ pa }) => dataOf(pa.columnStatistics.list()),
    "pricing sources": askPricingSources,
    currencies: ({ lookups }) => dataOf(lookups.currencies.list()),
    "discount curves": ({ fi }) => dataOf(fi.discountCurves.list()),
    "template types": ({ pa }) => dataOf(pa.unlinkedTemplates.types.list()),
    "grouping frequencies": ({ pa }) => dataOf(pa.groupingFrequencies.list()),
    calendars: ({ pa }) => dataOf(pa.calendars.list()),
    "commentary configurations": ({ pa }) =>
      merged(
        directoryRoots.map(async (root) => {
          const data = await dataOf(pa.commentaryConfigurations.list({ path: root.replace(/\/$/, "") }));
          return entriesOf(data).map(([id, { name, directory }]) => [id, { name, category: directory }] as const);
        }),
      ),
    "peer universes": ({ spar }) =>
      merged(
        peerCategories.map(async (category) => {
          const data = await dataOf(spar.peerUniverses.list({ category }));
          return objectsIn(objectOf(data)["peerUniverseList"]).flatMap(({ universeid, universename, categoryname }) =>
            isName(universeid) ? [[universeid, { name: universename, category: categoryname }] as const] : [],
          );
        }),
      ),
  };

/**
 * A list as the service answers it: by id, where nothing is odd.
 * @param columns the columns, where they are known already: pricing sources are asked for by their directories
 */
export async function askList(
  client: Client,
  list: NameList,
  columns: Columns = async () => namesIn(await dataOf(client.pa.columns.list())),
): Promise<unknown> {
  if (isFrequencies(list)) {
    const [family = ""] = list.split(" ");
    return isComponentFamilyId(family) ? dataOf(client[family].frequencies.list()) : undefined;
  }
  return askers[list](client, columns);
}

function isFrequencies(list: NameList): list is Frequencies {
  return perFamily(componentFamilyIds, "frequencies").some((name) => name === list);
}

/**
 * The service lists pricing sources by directory, and no list tells which there are: where it wants one, those that hold columns are asked.
 */
async function askPricingSources({ pa }: Client, columns: () => Promise<readonly NameEntry[]>): Promise<unknown> {
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
 * The entries of several answers, without those that the service refuses: a directory or a category may not be there, or not be the user's.
 * @throws the first refusal where there is nothing else
 */
async function merged(asked: readonly Promise<readonly (readonly [string, unknown])[]>[]): Promise<unknown> {
  const answers = await Promise.allSettled(asked);
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  const [first] = answers;
  if (found.length === 0 && first?.status === "rejected") throw first.reason;
  return Object.fromEntries(found.flat());
}

interface Listing {
  readonly names: readonly unknown[];
  readonly directories: readonly unknown[];
}

async function askDirectory(client: Client, kind: DirectoryKind, path: string): Promise<Listing> {
  const listed = kind === "accounts" ? client.lookups.accounts : directoryOf(client, kind);
  const { accounts, documents, directories } = objectOf((await listed.list(path)).data.data);
  return { names: itemsOf(kind === "accounts" ? accounts : documents), directories: itemsOf(directories) };
}

/** The part of the client that lists the directories of a kind. */
export function directoryOf(client: Client, kind: Exclude<DirectoryKind, "accounts">) {
  const family = directoryFamily(kind);
  return isOptimizerId(family) ? client[family].strategies : client[family].documents;
}

/** The family of a kind of directory: `pa` of `pa documents`. */
export function directoryFamily(kind: Exclude<DirectoryKind, "accounts">): DocumentFamilyId | OptimizerId {
  const [family = ""] = kind.split(" ");
  if (isOptimizerId(family) || isDocumentFamilyId(family)) return family;
  throw new RangeError(`No family has ${kind}.`);
}

/** Some services answer names, some whole paths: both become whole paths. */
function readDirectory(directory: string, { names, directories }: Listing): DirectoryEntries {
  const whole = (name: string) => (name.includes(":") ? name : `${directory}${name}`);
  return {
    entries: names.filter(isName).map(whole),
    directories: directories.filter(isName).map((name) => withSlash(whole(name))),
    unread: names.filter((name) => !isName(name)),
  };
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function withSlash(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}

function componentKey(engine: ComponentFamilyId, id: string): string {
  return `${engine} ${id.toUpperCase()}`;
}
