import type { FamilyId } from "@analytics-engines/core/basics";
import type { DateSource, ReadOptions } from "@analytics-engines/core/parameters";
import type { ServiceNames } from "../names/service-names.ts";

/** What a host gives its tools. A tool reads nothing else, and reaches the service only through `service`. */
export interface ToolWorld {
  /** The folders that are open, absolute: tools read no file outside of them, except for the known runs. */
  readonly folders: readonly string[];
  /** How the parameter file at an absolute path is read: families by glob, for example. */
  reading(file: string): ReadOptions;
  /** Globs of the checks files that the project file of an open folder names. */
  checks(folder: string): readonly string[] | undefined;
  /** The text of the file at an absolute path where an editor has unsaved changes of it. */
  unsaved(file: string): string | undefined;
  /** The runs that the host knows, newest first. */
  runs(): Promise<readonly KnownRun[]>;
  /** The service of the active connection. @throws UserError without a connection */
  service(): Promise<ToolService>;
  /** Whether there is an active connection. */
  hasService(): boolean;
  /** The JSON Schema of a family's parameter files. */
  schema(family: FamilyId): Promise<unknown>;
  /** `docs/files/parameter-files.md`, which has a heading for each code of an issue. */
  guide(): Promise<string>;
  /** The day that relative dates count from. */
  today(): Date;
}

/** A run that the host keeps, also outside of the open folders. */
export interface KnownRun {
  readonly id: string;
  /** What people call the run. */
  readonly title: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The run folder, absolute. */
  readonly folder: string;
}

/** What tools ask a service: its names and its dates, with one cache. Nothing that creates, changes or deletes. */
export interface ToolService {
  readonly names: Pick<ServiceNames, "directory" | "components" | "componentsOf" | "benchmark">;
  readonly dates: DateSource;
  /** Ids of benchmarks that the user has looked up: the service does not list any. */
  readonly benchmarks: readonly string[];
}
