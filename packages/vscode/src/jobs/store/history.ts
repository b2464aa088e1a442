import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { readWhole, removeTree, renamePath, writeContent } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import { type PlannedRun, parseRecord, type RunRecord } from "./run-record.ts";

const RECORD_NAME = "record.json";
const REQUESTS_NAME = "requests.json";

/**
 * The runs of a workspace on disk: a folder each, with the record of the run and, by default, its run folder. Other users of the machine cannot
 * open these folders.
 */
export type History = ReturnType<typeof createHistory>;

/** @param base the folder for runs, created with the first run */
export function createHistory(base: string) {
  const folderOf = (id: string) => path.join(base, id);
  const runFolder = (id: string) => path.join(folderOf(id), "run");

  async function write(id: string, name: string, value: unknown): Promise<void> {
    const file = path.join(folderOf(id), name);
    const partial = `${file}.${process.pid}.partial`;
    await writeContent(partial, JSON.stringify(value), { mode: 0o600, flush: true, shownPath: file });
    await renamePath(partial, file);
  }

  async function open(id: string, name: string): Promise<unknown> {
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
      const entries = await readdir(base, { withFileTypes: true }).catch(() => []);
      const ids = entries.filter((entry) => entry.isDirectory() && isRunId(entry.name)).map(({ name }) => name);
      const entriesWithRecords = await Promise.all(ids.map(async (id) => ({ id, record: await read(id) })));
      const records = entriesWithRecords.flatMap(({ record }) => record ?? []);
      records.sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
      return {
        records,
        unreadable: entriesWithRecords.filter(({ record }) => record === undefined).map(({ id }) => id),
      };
    },
    /** Stores a new run with its requests. Resolves once both are safe on disk. */
    async add({ record, requests }: PlannedRun): Promise<void> {
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
    /** The default run folder of a run. */
    runFolder,
  };
}

/** Whether a name is the id of a run: 32 hex digits. The history reads and removes nothing else. */
export function isRunId(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name);
}
