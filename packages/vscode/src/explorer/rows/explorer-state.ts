import { isObject } from "@analytics-engines/core/basics";
import type { BenchmarkResource } from "../../services/resources.ts";

/** The part of VS Code's lasting storage that the Explorer uses. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** What the user has added to the Explorer of one connection. */
export interface ExplorerState {
  /** The benchmarks that the user looked up: the service does not list any. */
  readonly benchmarks: readonly BenchmarkResource[];
  /** The directories of templated components: the service does not list them. */
  readonly templateDirectories: readonly string[];
}

const key = (connection: string) => `explorer ${connection}`;

/** Reads the state of a connection. Entries that cannot be read are left out. */
export function readExplorerState(memory: Memory, connection: string): ExplorerState {
  const value = memory.get(key(connection));
  const of = (name: string) => (isObject(value) && Array.isArray(value[name]) ? value[name] : []);
  return {
    benchmarks: of("benchmarks").filter(isBenchmark),
    templateDirectories: of("templateDirectories").filter(
      (directory) => typeof directory === "string" && directory !== "",
    ),
  };
}

export async function writeExplorerState(
  memory: Memory,
  connection: string,
  change: Partial<ExplorerState>,
): Promise<void> {
  await memory.update(key(connection), { ...readExplorerState(memory, connection), ...change });
}

function isBenchmark(value: unknown): value is BenchmarkResource {
  if (!isObject(value)) return false;
  const { kind, id, name } = value;
  return kind === "benchmark" && typeof id === "string" && id !== "" && typeof name === "string" && name !== "";
}
