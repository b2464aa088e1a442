import { type ComponentFamilyId, isComponentFamilyId, isOptimizerId } from "@analytics-engines/core/basics";
import {
  type CachedAnswer,
  type DirectoryKind,
  directoryRoots,
  type NameEntry,
  type NameList,
  type ServiceNames,
} from "@analytics-engines/runs/lookup";
import type { ServiceField } from "../schema/fields.ts";

/** A resource of the service as a completion. */
export interface NameSuggestion {
  /** Its name. */
  readonly name: string;
  /** The text to insert. */
  readonly id: string;
  /** Distinguishes entries with the same name. */
  readonly detail: string | undefined;
  /** After a directory, or a document with components, the completion continues. */
  readonly kind: "entry" | "path" | "directory" | "document";
}

/** The completions known so far. */
export interface Suggestions {
  readonly items: readonly NameSuggestion[];
  /** Settles when more are known; undefined if these are all. Never rejects. */
  readonly more: Promise<void> | undefined;
}

const nothing: Suggestions = { items: [], more: undefined };

/**
 * The completions for a field. Never waits: it returns what is known and requests the rest.
 * @param typed the text up to the cursor
 * @param account the account beside the field
 */
export function suggest(
  { kind, engine }: ServiceField,
  typed: string,
  names: ServiceNames,
  account: string | undefined,
): Suggestions {
  switch (kind) {
    case "component":
      return isComponentFamilyId(engine) ? components(names, engine, typed) : nothing;
    case "account":
    case "benchmark":
      return paths(names, "accounts", typed);
    case "document":
      return engine === "pa" || engine === "pub" ? paths(names, `${engine} documents`, typed) : nothing;
    case "strategy":
      return isOptimizerId(engine) ? paths(names, `${engine} strategies`, typed) : nothing;
    case "configuration":
      return account === undefined ? nothing : listed(names.configurations(account));
    case "return type":
      return account === undefined ? nothing : listed(names.returnTypes(account));
    case "frequency":
      return isComponentFamilyId(engine) ? byId(names.list(`${engine} frequencies`)) : nothing;
    case "grouping frequency":
    case "calendar":
    case "peer universe":
    case "currency":
      return byId(names.list(listOfKind[kind]));
    case "template":
      return nothing;
    default:
      return listed(names.list(listOfKind[kind]));
  }
}

function listed(lookup: CachedAnswer<readonly NameEntry[]>): Suggestions {
  return { items: (lookup.answer ?? []).map(asSuggestion), more: rest(lookup) };
}

/** People know codes such as `EUR` by their id. */
function byId(lookup: CachedAnswer<readonly NameEntry[]>): Suggestions {
  const { items, more } = listed(lookup);
  return { items: items.map(({ id, name, kind }) => ({ id, name: id, detail: name, kind })), more };
}

function asSuggestion({ id, name, category, path }: NameEntry): NameSuggestion {
  const detail = [path, category].filter((part) => part !== undefined && part !== "").join(" · ");
  return { name, id, detail: detail === "" ? undefined : detail, kind: "entry" };
}

/** By name, the components of the first documents; along a path, those of any document. */
function components(names: ServiceNames, engine: ComponentFamilyId, typed: string): Suggestions {
  if (typed.includes(":")) {
    const along = paths(names, `${engine} documents`, typed);
    const document = along.items.find(({ kind, id }) => kind === "path" && id.toLowerCase() === typed.toLowerCase());
    if (document) return listed(names.componentsOf(engine, document.id));
    const items = along.items.map(
      (item): NameSuggestion => (item.kind === "path" ? { ...item, kind: "document" } : item),
    );
    return { items, more: along.more };
  }
  const walk = names.components(engine);
  return { items: [...walk.components.map(asSuggestion), ...roots()], more: walk.more };
}

function paths(names: ServiceNames, kind: DirectoryKind, typed: string): Suggestions {
  if (!typed.includes(":")) return { items: roots(), more: undefined };
  const cut = typed.includes("/") ? typed.lastIndexOf("/") + 1 : typed.indexOf(":") + 1;
  const lookup = names.directory(kind, typed.slice(0, cut));
  const { directories = [], entries = [] } = lookup.answer ?? {};
  return {
    items: [
      ...directories.map((id): NameSuggestion => ({ id, name: lastName(id), detail: undefined, kind: "directory" })),
      ...entries.map((id): NameSuggestion => ({ id, name: lastName(id), detail: undefined, kind: "path" })),
    ],
    more: rest(lookup),
  };
}

function roots(): NameSuggestion[] {
  return directoryRoots.map((id) => ({ id, name: id, detail: undefined, kind: "directory" }));
}

function lastName(path: string): string {
  return /[^/]+\/?$/.exec(path)?.[0] ?? path;
}

/** Undefined after the answer, and after a failure. */
function rest({ isAsking, ready }: CachedAnswer<unknown>): Promise<void> | undefined {
  const settled = () => undefined;
  return isAsking ? ready.then(settled, settled) : undefined;
}

/** The list of the service that has the names of a kind of field. */
export const listOfKind = {
  "grouping frequency": "grouping frequencies",
  calendar: "calendars",
  "peer universe": "peer universes",
  currency: "currencies",
  column: "columns",
  group: "groups",
  statistic: "statistics",
  "pricing source": "pricing sources",
  "discount curve": "discount curves",
  "template type": "template types",
} as const satisfies Record<string, NameList>;
