import { componentFamilyIds, documentFamilyIds, optimizerIds } from "@analytics-engines/core/families/facts";
import { isObject } from "@analytics-engines/core/json";
import { documentTrees, strategyTrees } from "../common/service-directories.ts";
import { nameLists } from "../common/service-lists.ts";
import { templateSorts } from "../common/templates.ts";
import type { DirectoryTree, ServiceResource } from "./nodes.ts";

/** The part of VS Code's lasting storage that the Explorer uses. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** What the user has added to the Explorer of one connection. */
export interface ExplorerState {
  readonly favorites: readonly ServiceResource[];
  /** The benchmarks that the user looked up: the service does not list any. */
  readonly benchmarks: readonly ServiceResource[];
  /** The directories of templated components: the service does not list them. */
  readonly templateDirectories: readonly string[];
}

const key = (connection: string) => `explorer ${connection}`;

/** Reads the state of a connection. Entries that cannot be read are left out. */
export function readExplorerState(memory: Memory, connection: string): ExplorerState {
  const value = memory.get(key(connection));
  const of = (name: string) => (isObject(value) && Array.isArray(value[name]) ? value[name] : []);
  return {
    favorites: of("favorites").flatMap((one) => readResource(one) ?? []),
    benchmarks: of("benchmarks").flatMap((one) => {
      const resource = readResource(one);
      return resource?.kind === "benchmark" ? [resource] : [];
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

const trees: readonly DirectoryTree[] = ["accounts", "configurations", ...documentTrees, ...strategyTrees];

/** Reads a stored resource, perhaps of another version of the extension; undefined if it cannot be read. */
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
