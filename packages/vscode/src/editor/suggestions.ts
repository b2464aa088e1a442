import { type ComponentFamilyId, isComponentFamilyId, isOptimizerId } from "@analytics-engines/core/families/facts";
import type { Lookup } from "../common/answer-cache.ts";
import type { NameEntry } from "../common/name-entry.ts";
import { type DirectoryKind, directoryRoots, type NameList, type ServiceNames } from "../common/service-names.ts";
import type { Field } from "./fields.ts";

/** Something of the service's that could stand in a text. */
export interface Suggestion {
  /** What people call it. */
  readonly name: string;
  /** What is written. */
  readonly id: string;
  /** What tells it from others of its name. */
  readonly detail: string | undefined;
  /** A directory, or a document whose components follow, is written to go on from there. */
  readonly kind: "entry" | "path" | "directory" | "document";
}

/** What is known so far. */
export interface Suggestions {
  readonly items: readonly Suggestion[];
  /** Settles when more is known; undefined where that is all. Never rejects. */
  readonly more: Promise<void> | undefined;
}

const nothing: Suggestions = { items: [], more: undefined };

/**
 * What of the service's could stand at a field. `typed` is the text up to the cursor, `account` the account beside it. Never waits: what is not
 * known yet is asked for.
 */
export function suggest(
  { kind, engine }: Field,
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
      return byId(names.list("grouping frequencies"));
    case "calendar":
      return byId(names.list("calendars"));
    case "peer universe":
      return byId(names.list("peer universes"));
    case "currency":
      return byId(names.list("currencies"));
    case "template":
      return nothing;
    default:
      return listed(names.list(lists[kind]));
  }
}

const lists = {
  column: "columns",
  group: "groups",
  statistic: "statistics",
  "pricing source": "pricing sources",
  "discount curve": "discount curves",
  "template type": "template types",
} as const satisfies Record<string, NameList>;

function listed(lookup: Lookup<readonly NameEntry[]>): Suggestions {
  return { items: (lookup.known ?? []).map(asSuggestion), more: rest(lookup) };
}

/** Of codes such as `EUR` people know the id. */
function byId(lookup: Lookup<readonly NameEntry[]>): Suggestions {
  const { items, more } = listed(lookup);
  return { items: items.map(({ id, name, kind }) => ({ id, name: id, detail: name, kind })), more };
}

function asSuggestion({ id, name, category, path }: NameEntry): Suggestion {
  const detail = [path, category].filter((part) => part !== undefined && part !== "").join(" · ");
  return { name, id, detail: detail === "" ? undefined : detail, kind: "entry" };
}

/** By name those of the first documents, and along a path those of any. */
function components(names: ServiceNames, engine: ComponentFamilyId, typed: string): Suggestions {
  if (typed.includes(":")) {
    const along = paths(names, `${engine} documents`, typed);
    const document = along.items.find(({ kind, id }) => kind === "path" && id.toLowerCase() === typed.toLowerCase());
    if (document) return listed(names.componentsOf(engine, document.id));
    const items = along.items.map((item): Suggestion => (item.kind === "path" ? { ...item, kind: "document" } : item));
    return { items, more: along.more };
  }
  const walk = names.components(engine);
  return { items: [...walk.found.map(asSuggestion), ...roots()], more: walk.more };
}

function paths(names: ServiceNames, kind: DirectoryKind, typed: string): Suggestions {
  if (!typed.includes(":")) return { items: roots(), more: undefined };
  const cut = typed.includes("/") ? typed.lastIndexOf("/") + 1 : typed.indexOf(":") + 1;
  const lookup = names.directory(kind, typed.slice(0, cut));
  const { directories = [], entries = [] } = lookup.known ?? {};
  return {
    items: [
      ...directories.map((id): Suggestion => ({ id, name: lastName(id), detail: undefined, kind: "directory" })),
      ...entries.map((id): Suggestion => ({ id, name: lastName(id), detail: undefined, kind: "path" })),
    ],
    more: rest(lookup),
  };
}

function roots(): Suggestion[] {
  return directoryRoots.map((id) => ({ id, name: id, detail: undefined, kind: "directory" }));
}

function lastName(path: string): string {
  return /[^/]+\/?$/.exec(path)?.[0] ?? path;
}

/** Undefined once the answer is here, or will not come. */
function rest({ isAsking, ready }: Lookup<unknown>): Promise<void> | undefined {
  const settled = () => undefined;
  return isAsking ? ready.then(settled, settled) : undefined;
}
