import { type FamilyId, isOptimizerId, type OptimizerId } from "../../families/families.ts";
import { documentFields, type ReferenceKind } from "../../families/fields.ts";
import { type JsonPath, property, toPointer } from "../../json/value.ts";
import { forEachField, payloads } from "../fields.ts";
import type { FilePlace } from "../issues/issue.ts";
import type { ParameterFile } from "../read/read.ts";
import type { SweepJob } from "../sweep/read-sweep.ts";

/** Something of the service that a file names, and where. */
export interface Reference {
  readonly kind: ReferenceKind;
  /** The family that it belongs to. */
  readonly engine: FamilyId;
  /** The id or path, as the file has it. */
  readonly id: string;
  /** The account by which a configuration is looked up. */
  readonly account?: string;
  /** JSON pointer into the request. */
  readonly pointer: string;
  readonly range: FilePlace | undefined;
  /** Writes another id as the file of a sweep has it: as a cell, or as JSON. Absent for a parameter file, which is JSON. */
  readonly write?: (id: string) => string | undefined;
}

/** All names of the service's objects in a file, in the order of the fields; empty if the file has errors. */
export function listReferences(file: ParameterFile): Reference[] {
  const references: Reference[] = [];
  visitReferences(file, (reference) => references.push(locate(reference, file)));
  return references;
}

/**
 * The names of the service's objects in the jobs of a sweep. However many rows have a name, it is listed once: at the
 * first place that has it, which is a cell, or in the template.
 */
export function listSweepReferences(jobs: readonly SweepJob[]): Reference[] {
  const references = new Map<string, Reference>();
  for (const job of jobs) {
    visitReferences(job, (reference) => {
      const key = JSON.stringify([reference.kind, reference.engine, reference.id, reference.account]);
      if (references.has(key)) return;
      const located = locate(reference, job);
      references.set(key, { ...located, write: (id) => job.written(located.pointer, id) });
    });
  }
  return [...references.values()];
}

type UnplacedReference = Omit<Reference, "range" | "pointer"> & { readonly path: JsonPath };

function locate({ path, ...reference }: UnplacedReference, file: ParameterFile): Reference {
  const pointer = toPointer(path);
  return { ...reference, pointer, range: file.rangeOf(pointer) };
}

/** @param visit gets a path that it must not keep */
function visitReferences(file: ParameterFile, visit: (reference: UnplacedReference) => void): void {
  const { request } = file;
  const kind = file.family ?? file.template;
  if (!request || kind === undefined) return;
  for (const payload of payloads(kind, request)) {
    for (const { kind: referenceKind, path: way, family: engine } of documentFields[kind].references) {
      forEachField([payload], way, (value, path) => {
        if (typeof value !== "string" || value === "") return;
        const account =
          referenceKind === "configuration" ? property(property(payload.value, "account"), "id") : undefined;
        visit({ kind: referenceKind, engine, id: value, path, ...(typeof account === "string" && { account }) });
      });
    }
  }
}

/** The part of a client that resolves references. `createClient()` returns one, which paces each call. */
export interface ReferenceSource extends Readonly<Record<OptimizerId, Optimizer>> {
  readonly pa: {
    readonly components: Get<Named>;
    readonly templatedComponents: Get<unknown>;
    readonly calendars: Listing<Named>;
    readonly frequencies: Listing<Named>;
    readonly groupingFrequencies: Listing<Named>;
    readonly columns: List<undefined, Named>;
    readonly columnStatistics: Listing<Named>;
    readonly groups: Listing<Named>;
    readonly pricingSources: List<undefined, Named>;
    readonly documents: Folder;
    readonly unlinkedTemplates: { readonly types: Listing<Named> };
  };
  readonly spar: {
    readonly components: Get<Named>;
    readonly frequencies: Listing<Named>;
    readonly benchmarks: { get(query: { readonly id: string }, options?: CallOptions): Answer<Named> };
  };
  readonly vault: {
    readonly components: Get<Named>;
    readonly frequencies: Listing<Named>;
    readonly configurations: List<{ readonly account: string }, Named>;
  };
  readonly pub: { readonly documents: Folder };
  readonly fi: { readonly discountCurves: List<undefined, Named> };
  readonly lookups: { readonly accounts: Folder; readonly currencies: Listing<Named> };
}

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** What a list says about an entry. */
interface Named {
  readonly name?: string | null | undefined;
  readonly category?: string | null | undefined;
}

type Answer<Data> = Promise<{ readonly data: { readonly data?: Data | null | undefined } }>;

interface Get<Data> {
  get(id: string, options?: CallOptions): Answer<Data>;
}
interface Listing<Entry> {
  list(options?: CallOptions): Answer<Readonly<Record<string, Entry | null>>>;
}
interface List<Query, Entry> {
  list(query: Query, options?: CallOptions): Answer<Readonly<Record<string, Entry | null>>>;
}
interface Optimizer {
  readonly strategies: Folder;
}

/** The content of a directory: the names of its accounts and documents. A value that is not a text is not a name. */
interface FolderEntries {
  readonly accounts?: readonly unknown[] | null | undefined;
  readonly documents?: readonly unknown[] | null | undefined;
}
export interface Folder {
  list(path: string, options?: CallOptions): Answer<FolderEntries>;
}

type Ask = (options: {
  readonly signal?: AbortSignal | undefined;
}) => Promise<{ readonly data: { readonly data?: unknown } }>;

/** A question to the service about a reference. Questions with the same key have the same answer. */
export type Question =
  /** Reads the object at its own address: 404 means that it does not exist, 400 that the id is not valid. */
  | { readonly kind: "entry"; readonly key: string; readonly ask: Ask }
  /** Reads a list of all objects of the kind, by id. */
  | { readonly kind: "list"; readonly key: string; readonly ask: Ask }
  /** Reads the directory of the object, and looks for its name. */
  | {
      readonly kind: "folder";
      readonly key: string;
      readonly ask: Ask;
      readonly directory: string;
      readonly name: string;
    }
  | { readonly kind: "none"; readonly reason: string };

/** How to look up a reference of a kind; undefined if the service has no list of them. */
type Lookup = (client: ReferenceSource, reference: Reference) => Question | undefined;

const list = (key: string, ask: Ask): Question => ({ kind: "list", key, ask });

const lookups: Readonly<Partial<Record<ReferenceKind, Lookup>>> = {
  component: (client, { engine, id }) => {
    const ask: Ask = (options) => askComponent(engine, id, client, options);
    return { kind: "entry", key: `${engine} component ${id.toUpperCase()}`, ask };
  },
  column: ({ pa }) => list("column", (options) => pa.columns.list(undefined, options)),
  statistic: ({ pa }) => list("statistic", (options) => pa.columnStatistics.list(options)),
  group: ({ pa }) => list("group", (options) => pa.groups.list(options)),
  "pricing source": ({ pa }) => list("pricing source", (options) => pa.pricingSources.list(undefined, options)),
  calendar: ({ pa }) => list("calendar", (options) => pa.calendars.list(options)),
  currency: (client) => list("currency", (options) => client.lookups.currencies.list(options)),
  "grouping frequency": ({ pa }) => list("grouping frequency", (options) => pa.groupingFrequencies.list(options)),
  frequency: (client, { engine }) => {
    const { frequencies } = engine === "spar" || engine === "vault" ? client[engine] : client.pa;
    return list(`${engine} frequency`, (options) => frequencies.list(options));
  },
  "template type": ({ pa }) => list("template type", (options) => pa.unlinkedTemplates.types.list(options)),
  "discount curve": ({ fi }) => list("discount curve", (options) => fi.discountCurves.list(undefined, options)),
  configuration: ({ vault }, { account }) =>
    account === undefined
      ? { kind: "none", reason: "There is no account beside it to look it up by." }
      : list(`configuration ${account}`, (options) => vault.configurations.list({ account }, options)),
  account: (client, { id }) => folder(client.lookups.accounts, "accounts", id),
  // The service has no list of benchmarks, but shows each by its id. A benchmark may also be the path of an account.
  benchmark: (client, { id }) => {
    if (id.includes("/")) return folder(client.lookups.accounts, "accounts", id);
    return {
      kind: "entry",
      key: `benchmark ${id.toUpperCase()}`,
      ask: (options) => client.spar.benchmarks.get({ id }, options),
    };
  },
  document: (client, { engine, id }) =>
    engine === "pa" || engine === "pub" ? folder(client[engine].documents, `${engine} documents`, id) : undefined,
  strategy: (client, { engine, id }) =>
    isOptimizerId(engine) ? folder(client[engine].strategies, `${engine} strategies`, id) : undefined,
};

/** The question about a reference. */
export function questionOf(reference: Reference, client: ReferenceSource): Question {
  const question = lookups[reference.kind]?.(client, reference);
  return question ?? { kind: "none", reason: "The service has no list of these." };
}

/** A calculation may name a component of a document or, of `pa`, a templated component. Each has an address of its own. */
async function askComponent(
  engine: FamilyId,
  id: string,
  client: ReferenceSource,
  options: Parameters<Ask>[0],
): ReturnType<Ask> {
  if (engine === "spar") return client.spar.components.get(id, options);
  if (engine === "vault") return client.vault.components.get(id, options);
  try {
    return await client.pa.components.get(id, options);
  } catch (error) {
    if (!isUnknown(error)) throw error;
    return client.pa.templatedComponents.get(id, options);
  }
}

/** Whether the service answered that an id does not exist (404) or is not valid (400). */
export function isUnknown(error: unknown): boolean {
  const status = property(error, "status");
  return status === 404 || status === 400;
}

/** Paths have the form `Client:/Folder/NAME` or `Client:NAME`; a text without a folder is another kind of id. */
function folder(source: Folder, key: string, path: string): Question {
  const cut = path.includes("/") ? path.lastIndexOf("/") : /^\w+:.+\.\w+$/.test(path) ? path.indexOf(":") + 1 : 0;
  if (cut === 0) return { kind: "none", reason: "It is no path, so there is no directory to look in." };
  const directory = path.slice(0, cut);
  const name = path.slice(cut).replace(/^\//, "");
  return {
    kind: "folder",
    key: `${key} ${directory.toLowerCase()}`,
    ask: (options) => source.list(directory, options),
    directory,
    name,
  };
}
