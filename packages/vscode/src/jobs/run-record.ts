import { type FamilyId, isFamilyId, type JobStatus } from "@analytics-engines/core";
import { isObject } from "@analytics-engines/core/json";
import type { ConnectionInfo } from "../connections/types.ts";

/** The record of a run: enough to show it and, with its requests, to continue it after a restart. Contains no secret. */
export interface RunRecord {
  readonly version: 1;
  /** 32 hex digits. */
  readonly id: string;
  /** The connection of the run. `baseUrl` shows whether it still leads to the same service. */
  readonly connection: Pick<ConnectionInfo, "id" | "name" | "baseUrl">;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The run folder, an absolute path. */
  readonly folder: string;
  readonly files: readonly RecordedFile[];
  /** Patterns of the units with a commentary. */
  readonly commentary?: readonly string[];
  /** The end of the run; absent while it is open. */
  readonly end?: RunEnd;
}

/** A parameter file of a run, without its request. */
export interface RecordedFile {
  /** Names the job within the run. */
  readonly path: string;
  /** The URI of the file; absent for a text that was never saved. */
  readonly uri?: string;
  readonly family: FamilyId;
  /** SHA-256 of the text that was run, hex. */
  readonly sha256: string;
  /** SHA-256 of the canonical parameters, hex. */
  readonly parametersSha256: string;
  /** The requested units; `result` for a job without units. */
  readonly units: readonly string[];
}

export interface RunEnd {
  readonly status: JobStatus;
  /** ISO 8601, UTC. */
  readonly finishedAt: string;
  /** The number of units, and of those with a result. */
  readonly units: number;
  readonly succeeded: number;
}

/** A record with its requests, in the order of its files. */
export interface PlannedRun {
  readonly record: RunRecord;
  readonly requests: readonly unknown[];
}

const statuses: readonly JobStatus[] = ["success", "failure", "timed-out", "canceled", "unknown"];

/** Reads a record from disk; undefined if this version cannot read it. */
export function parseRecord(value: unknown): RunRecord | undefined {
  if (!isObject(value) || value["version"] !== 1 || !isObject(value["connection"])) return undefined;
  const { id, startedAt, folder } = value;
  const { id: connectionId, name, baseUrl } = value["connection"];
  if (!isText(id) || !isText(startedAt) || !isText(folder)) return undefined;
  if (!isText(connectionId) || !isText(name) || !isText(baseUrl)) return undefined;
  const files = listOf(value["files"], parseFile);
  const end = value["end"] === undefined ? undefined : parseEnd(value["end"]);
  if (files === undefined || (value["end"] !== undefined && end === undefined)) return undefined;
  const commentary = value["commentary"] === undefined ? undefined : listOf(value["commentary"], textOf);
  if (value["commentary"] !== undefined && commentary === undefined) return undefined;
  const connection = { id: connectionId, name, baseUrl };
  const more = { ...(commentary && { commentary }), ...(end && { end }) };
  return { version: 1, id, connection, startedAt, folder, files, ...more };
}

function parseFile(value: unknown): RecordedFile | undefined {
  if (!isObject(value)) return undefined;
  const { path, uri, family, sha256, parametersSha256 } = value;
  const units = listOf(value["units"], textOf);
  if (!isText(path) || !isText(family) || !isFamilyId(family) || !isText(sha256) || !isText(parametersSha256))
    return undefined;
  if (units === undefined || (uri !== undefined && !isText(uri))) return undefined;
  return { path, family, sha256, parametersSha256, units, ...(uri === undefined ? {} : { uri }) };
}

function parseEnd(value: unknown): RunEnd | undefined {
  if (!isObject(value)) return undefined;
  const { finishedAt, units, succeeded } = value;
  const status = statuses.find((one) => one === value["status"]);
  if (status === undefined || !isText(finishedAt) || !isCount(units) || !isCount(succeeded)) return undefined;
  return { status, finishedAt, units, succeeded };
}

function listOf<T>(value: unknown, parse: (item: unknown) => T | undefined): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.map((item: unknown) => parse(item));
  return items.every((item) => item !== undefined) ? items : undefined;
}

const textOf = (value: unknown) => (isText(value) ? value : undefined);
const isText = (value: unknown): value is string => typeof value === "string";
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
