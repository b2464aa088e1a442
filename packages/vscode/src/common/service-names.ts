import type { Client, Clock } from "@analytics-engines/core";
import { type ComponentFamilyId, componentFamilyIds, familyRecord } from "@analytics-engines/core/families/facts";
import { AnswerCache, type CachedAnswer } from "./answer-cache.ts";
import { objectOf, objectsIn, stringOf } from "./answer-values.ts";
import { type ComponentWalk, walkComponents } from "./component-walk.ts";
import type { DirectoryEntries, NameEntry } from "./name-entry.ts";
import { type DirectoryKind, readDirectory, withSlash } from "./service-directories.ts";
import { askList, directoryRoots, type NameList, nameEntries } from "./service-lists.ts";

export interface LookupOptions {
  /** Sends the request again although its answer is kept, or although it has just failed. */
  readonly refresh?: boolean;
}

type Entries = CachedAnswer<readonly NameEntry[]>;

/**
 * The names that the service of one connection knows. Each request is sent at the first lookup, and this object keeps its answer. Requests go
 * through the client of the connection, which paces them.
 */
export interface ServiceNames {
  list(list: NameList, options?: LookupOptions): Entries;
  /** The entries of a directory, whose path may end with a slash. */
  directory(kind: DirectoryKind, path: string, options?: LookupOptions): CachedAnswer<DirectoryEntries>;
  /** The components of one document. */
  componentsOf(engine: ComponentFamilyId, document: string, options?: LookupOptions): Entries;
  /** The components of the first documents of the service. The first call starts the search. */
  components(engine: ComponentFamilyId): ComponentWalk;
  /** A component by its id. */
  component(engine: ComponentFamilyId, id: string): CachedAnswer<NameEntry>;
  /** A templated component of `pa` by its id. */
  templatedComponent(id: string): CachedAnswer<NameEntry>;
  /** The configurations of a `vault` account. */
  configurations(account: string, options?: LookupOptions): Entries;
  /** The return types of a `spar` account. */
  returnTypes(account: string): Entries;
}

/** @param onAnswer called after each answer and each failure */
export function createServiceNames(
  connect: () => Promise<Client>,
  { clock, onAnswer }: { readonly clock: Clock; readonly onAnswer: () => void },
): ServiceNames {
  const lists = new AnswerCache<readonly NameEntry[]>(clock, onAnswer);
  const directories = new AnswerCache<DirectoryEntries>(clock, onAnswer);
  const components = new AnswerCache<NameEntry>(clock, onAnswer);
  // A component of a list that is known needs no request of its own.
  const listed = new Map<string, NameEntry>();

  const names: ServiceNames = {
    list: (list, { refresh } = {}) =>
      lists.lookUp(
        list,
        async () => nameEntries(await askList(await connect(), list, () => names.list("columns").ready)),
        refresh,
      ),
    directory: (kind, path, { refresh } = {}) =>
      directories.lookUp(
        `${kind} ${withSlash(path).toLowerCase()}`,
        async () => readDirectory(await connect(), kind, path),
        refresh,
      ),
    componentsOf: (engine, document, { refresh } = {}) =>
      lists.lookUp(
        `${engine} components ${document.toLowerCase()}`,
        async () => {
          const { data } = (await (await connect())[engine].components.list({ document })).data;
          const entries = nameEntries(data).map((entry) => ({ ...entry, path: document }));
          for (const entry of entries) listed.set(componentKey(engine, entry.id), entry);
          return entries;
        },
        refresh,
      ),
    components: (engine) => walks[engine](),
    component: (engine, id) =>
      components.lookUp(componentKey(engine, id), async () => {
        const entry = listed.get(componentKey(engine, id));
        if (entry) return entry;
        const { name, category, path } = objectOf((await (await connect())[engine].components.get(id)).data.data);
        return { id, name: stringOf(name) ?? id, category: stringOf(category), path: stringOf(path) };
      }),
    templatedComponent: (id) =>
      components.lookUp(`templated ${id.toUpperCase()}`, async () => {
        const { description, directory } = objectOf((await (await connect()).pa.templatedComponents.get(id)).data.data);
        return { id, name: stringOf(description) || id, category: undefined, path: stringOf(directory) };
      }),
    configurations: (account, { refresh } = {}) =>
      lists.lookUp(
        `configurations ${account.toLowerCase()}`,
        async () => nameEntries((await (await connect()).vault.configurations.list({ account })).data.data),
        refresh,
      ),
    returnTypes: (account) =>
      lists.lookUp(`return types ${account.toLowerCase()}`, async () => {
        const { data } = (await (await connect()).spar.accounts.returnsType(account)).data;
        return objectsIn(objectOf(data)["returnsType"]).flatMap((entry) => {
          const id = stringOf(entry["id"]);
          return id ? [{ id, name: stringOf(entry["name"]) ?? id }] : [];
        });
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

function componentKey(engine: ComponentFamilyId, id: string): string {
  return `${engine} ${id.toUpperCase()}`;
}
