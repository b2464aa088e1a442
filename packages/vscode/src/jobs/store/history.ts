import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { familyIds } from "@analytics-engines/core/basics";
import { readWhole, removeTree, renamePath, writeContent } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import * as z from "zod/mini";

const RECORD_NAME = "record.json";
const REQUESTS_NAME = "requests.json";

/**
 * The runs of some folders on disk: a folder each, with the record of the run and, by default, its run folder. Other users of the machine cannot
 * open these folders.
 */
export type History = ReturnType<typeof createHistory>;

/** The storage of the runs of some folders of the workspace. */
export interface HistoryPlaces {
  /** The folders with runs; each is created with its first run. */
  readonly all: () => readonly string[];
  /** The folder for a run of these files. */
  readonly of: (files: readonly Pick<RecordedFile, "uri">[]) => string;
}

export function createHistory(places: HistoryPlaces) {
  /** The folder of each run. */
  const folders = new Map<string, string>();
  const folderOf = (id: string) => {
    const folder = folders.get(id);
    if (folder === undefined) throw new Error(`The run ${id} has no place`);
    return folder;
  };
  const newFolder = (id: string, files: readonly Pick<RecordedFile, "uri">[]) => path.join(places.of(files), id);

  async function write(id: string, name: string, value: unknown): Promise<void> {
    const file = path.join(folderOf(id), name);
    const partial = `${file}.${process.pid}.partial`;
    await writeContent(partial, JSON.stringify(value), { mode: 0o600, flush: true, shownPath: file });
    await renamePath(partial, file);
  }

  async function open(id: string, name: string): Promise<unknown> {
    if (!folders.has(id)) return undefined;
    try {
      return JSON.parse((await readWhole(path.join(folderOf(id), name))).toString("utf8"));
    } catch {
      return undefined;
    }
  }

  /** Reads the current record, which another window may have changed; undefined if it is gone. */
  async function read(id: string): Promise<RunRecord | undefined> {
    const record = parseRecord(await open(id, RECORD_NAME));
    return record?.id === id ? record : undefined;
  }

  return {
    read,
    /** Reads all runs, newest first, and the ids of those that cannot be read: they are damaged, or of another version. */
    async list() {
      const ids: string[] = [];
      for (const base of places.all()) {
        const entries = await readdir(base, { withFileTypes: true }).catch(() => []);
        for (const { name } of entries.filter((entry) => entry.isDirectory() && isRunId(entry.name))) {
          folders.set(name, path.join(base, name));
          ids.push(name);
        }
      }
      const entriesWithRecords = await Promise.all(ids.map(async (id) => ({ id, record: await read(id) })));
      const records = entriesWithRecords.flatMap(({ record }) => record ?? []);
      records.sort((first, second) => (first.startedAt < second.startedAt ? 1 : -1));
      return {
        records,
        unreadable: entriesWithRecords.filter(({ record }) => record === undefined).map(({ id }) => id),
      };
    },
    /** Stores a new run with its requests. Resolves once both are safe on disk. */
    async add({ record, requests }: PlannedRun): Promise<void> {
      folders.set(record.id, newFolder(record.id, record.files));
      await mkdir(folderOf(record.id), { recursive: true, mode: 0o700 });
      try {
        // The record last: it makes the run exist.
        await write(record.id, REQUESTS_NAME, requests);
        await write(record.id, RECORD_NAME, record);
      } catch (error) {
        await removeTree(folderOf(record.id)).catch(() => {});
        throw error;
      }
    },
    update: (record: RunRecord): Promise<void> => write(record.id, RECORD_NAME, record),
    /** Reads the requests of a run, in the order of its files. @throws if they cannot be read */
    async requests({ id, files }: RunRecord): Promise<readonly unknown[]> {
      const requests = await open(id, REQUESTS_NAME);
      if (!Array.isArray(requests) || requests.length !== files.length)
        throw new UserError(l10n.t("The parameters of this run cannot be read. Run the parameter file again."));
      return requests;
    },
    /** Removes a run, and its run folder unless that is elsewhere, such as in the workspace. */
    remove: (id: string): Promise<void> => removeTree(folderOf(id)),
    /** The default run folder of a new run. */
    runFolder: (id: string, files: readonly Pick<RecordedFile, "uri">[]): string =>
      path.join(newFolder(id, files), "run"),
  };
}

/** Whether a name is the id of a run: 32 hex digits. The history reads and removes nothing else. */
export function isRunId(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name);
}

const text = z.string();
const count = z.int().check(z.nonnegative());

/** A parameter file of a run, without its request. */
const recordedFile = z.readonly(
  z.object({
    /** Names the job within the run. */
    path: text,
    /** The URI of the file; absent for a text that was never saved. */
    uri: z.exactOptional(text),
    family: z.enum(familyIds),
    /** SHA-256 of the text that was run, hex. */
    sha256: text,
    /** SHA-256 of the canonical parameters, hex. */
    parametersSha256: text,
    /** The requested units; `result` for a job without units. */
    units: z.readonly(z.array(text)),
    /** For a job of a sweep: the sweep, its files with their SHA-256, and the row of each unit. */
    sweep: z.exactOptional(
      z.readonly(
        z.object({
          path: text,
          sources: z.readonly(z.array(z.readonly(z.object({ path: text, sha256: text })))),
          rows: z.readonly(
            z.array(z.readonly(z.object({ id: text, file: z.exactOptional(text), line: z.exactOptional(count) }))),
          ),
        }),
      ),
    ),
    /** The dates and the currency of a set that the request has in place of those of the file. */
    fixedValues: z.exactOptional(
      z.object({
        dates: z.optional(z.object({ startdate: z.optional(text), enddate: z.optional(text) })),
        currency: z.optional(text),
      }),
    ),
  }),
);
export type RecordedFile = z.infer<typeof recordedFile>;

const runEnd = z.readonly(
  z.object({
    status: z.enum(["success", "failure", "timed-out", "canceled", "unknown"]),
    /** When the run folder began, as its manifest says; absent for a run without one. ISO 8601, UTC, as is the end. */
    startedAt: z.exactOptional(text),
    finishedAt: text,
    /** The number of units, and of those with a result. */
    units: count,
    succeeded: count,
  }),
);
export type RunEnd = z.infer<typeof runEnd>;

/** The record of a run: enough to show it and, with its requests, to continue it after a restart. Contains no secret. */
const runRecord = z.readonly(
  z.object({
    version: z.literal(1),
    /** 32 hex digits. */
    id: text,
    /** The connection of the run. `baseUrl` shows whether it still leads to the same service. */
    connection: z.readonly(z.object({ id: text, name: text, baseUrl: text })),
    /** ISO 8601, UTC. */
    startedAt: text,
    /** The run folder, an absolute path. */
    folder: text,
    files: z.readonly(z.array(recordedFile)),
    /** Patterns of the units with a commentary. */
    commentary: z.exactOptional(z.readonly(z.array(text))),
    /** The most jobs in progress at once. */
    concurrency: z.exactOptional(count),
    /** The rules that apply to the results. */
    checks: z.exactOptional(
      z.readonly(
        z.object({
          /** The absolute path of the folder with the checks files, and their globs. */
          folder: text,
          files: z.readonly(z.array(text)),
          /** The id of the run that numbers are compared with. */
          earlier: z.exactOptional(text),
        }),
      ),
    ),
    /** The set of the project file that ran. */
    set: z.exactOptional(text),
    /** The name that the user gave the run. */
    name: z.exactOptional(text),
    /** The end of the run; absent while it is open. */
    end: z.exactOptional(runEnd),
  }),
);
export type RunRecord = z.infer<typeof runRecord>;

/** A record with its requests, in the order of its files. */
export interface PlannedRun {
  readonly record: RunRecord;
  readonly requests: readonly unknown[];
}

/** Reads a record from disk; undefined if this version cannot read it. */
export function parseRecord(value: unknown): RunRecord | undefined {
  return runRecord.safeParse(value).data;
}
