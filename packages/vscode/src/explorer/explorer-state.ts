import { componentFamilyIds, documentFamilyIds, optimizerIds } from "@analytics-engines/core/families/facts";
import { isObject } from "@analytics-engines/core/json";
import { documentTrees, nameLists, strategyTrees } from "../common/service-names.ts";
import { type ServiceResource, type Tree, templateSorts } from "./nodes.ts";

/** A store of VS Code that outlives the window, as far as this needs it. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** What the user has put into the Explorer of one connection. */
export interface ExplorerState {
  readonly favorites: readonly ServiceResource[];
  /** Those that were looked up: the service lists none. */
  readonly benchmarks: readonly ServiceResource[];
  /** Where to look for templated components: the service does not list their directories. */
  readonly templateDirectories: readonly string[];
}

const key = (connection: string) => `explorer ${connection}`;

/** What is kept of a connection; what cannot be read of it counts as not there. */
export function readExplorerState(memory: Memory, connection: string): ExplorerState {
  const value = memory.get(key(connection));
  const of = (name: string) => (isObject(value) && Array.isArray(value[name]) ? value[name] : []);
  return {
    favorites: of("favorites").flatMap((one) => readResource(one) ?? []),
    benchmarks: of("benchmarks").flatMap((one) => {
      const thing = readResource(one);
      return thing?.kind === "benchmark" ? [thing] : [];
    }),
    templateDirectories: of("templateDirectories").filter((one) => typeof one === "string" && one !== ""),
  };
}

export async function writeExplorerState(
  memory: Memory,
  connection: string,
  change: Partial<ExplorerState>,
): Promise<void> {
  await memory.update(key(connection), { ...readExplorerState(memory, connection), ...change });
}

/** Whether two are the same to the service. Paths are the same in any letter case. */
export function isSameResource(one: ServiceResource, other: ServiceResource): boolean {
  return identity(one) === identity(other);
}

/** What tells a thing from all others that the service knows. */
export function identity(thing: ServiceResource): string {
  switch (thing.kind) {
    case "directory":
      return `${thing.kind} ${thing.tree} ${thing.path.toLowerCase()}`;
    case "account":
      return `${thing.kind} ${thing.path.toLowerCase()}`;
    case "document":
    case "strategy":
      return `${thing.kind} ${thing.engine} ${thing.path.toLowerCase()}`;
    case "component":
      return `${thing.kind} ${thing.engine} ${thing.id}`;
    case "configuration":
      return `${thing.kind} ${thing.id} ${thing.account.toLowerCase()}`;
    case "benchmark":
      return `${thing.kind} ${thing.id}`;
    case "template":
      return `${thing.kind} ${thing.sort} ${thing.id}`;
    case "entry":
      return `${thing.kind} ${thing.list} ${thing.id}`;
  }
}

const trees: readonly Tree[] = ["accounts", "configurations", ...documentTrees, ...strategyTrees];

/** A thing from what was stored, perhaps by another version; undefined where it is none. */
export function readResource(value: unknown): ServiceResource | undefined {
  if (!isObject(value)) return undefined;
  const text = (name: string) => {
    const found = value[name];
    return typeof found === "string" && found !== "" ? found : undefined;
  };
  const oneOf = <T extends string>(name: string, known: readonly T[]) => known.find((one) => one === value[name]);
  const [path, id, name] = [text("path"), text("id"), text("name")];
  const named = id !== undefined && name !== undefined ? { id, name } : undefined;
  const category = text("category");
  switch (value["kind"]) {
    case "directory": {
      const tree = oneOf("tree", trees);
      return path && tree ? { kind: "directory", tree, path } : undefined;
    }
    case "account":
      return path ? { kind: "account", path } : undefined;
    case "document": {
      const engine = oneOf("engine", documentFamilyIds);
      return path && engine ? { kind: "document", engine, path } : undefined;
    }
    case "strategy": {
      const engine = oneOf("engine", optimizerIds);
      return path && engine ? { kind: "strategy", engine, path } : undefined;
    }
    case "component": {
      const engine = oneOf("engine", componentFamilyIds);
      const document = text("document");
      return named && engine && document ? { kind: "component", engine, ...named, category, document } : undefined;
    }
    case "configuration": {
      const account = text("account");
      return named && account ? { kind: "configuration", ...named, account } : undefined;
    }
    case "benchmark":
      return named ? { kind: "benchmark", ...named } : undefined;
    case "template": {
      const sort = oneOf("sort", templateSorts);
      const rest = { category, description: text("description"), directory: text("directory") };
      return named && sort ? { kind: "template", sort, ...named, ...rest } : undefined;
    }
    case "entry": {
      const list = oneOf("list", nameLists);
      return named && list ? { kind: "entry", list, ...named, category } : undefined;
    }
    default:
      return undefined;
  }
}
