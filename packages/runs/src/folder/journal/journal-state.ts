import { join } from "node:path";
import { type JournalEntry, replay } from "@analytics-engines/core";
import { isObject, messageOf } from "@analytics-engines/core/basics";
import { statsOf } from "../../files/disk.ts";
import { readWhole } from "../../files/open-file.ts";
import { hasCode, UserError } from "../../user-error.ts";
import { MANIFEST_NAME } from "../manifest/format.ts";
import { COMMIT_NAME, emptyCommit, JOURNAL_NAME, JournalDamage, readCommit, type Slot } from "./journal-format.ts";
import type { JournalLines } from "./journal-lines.ts";

/** The journal of 100,000 jobs has some hundred megabytes. */
export const MAX_JOURNAL_BYTES = 1024 ** 3;

/** A checked journal with the state of its files. */
export interface JournalState extends JournalLines {
  /** All bytes of the file, with torn ones. */
  readonly bytes: number;
  /** The slot of the latest record in `journal.commit`; `undefined` where there is no record. */
  readonly slot: Slot | undefined;
  /** The number of lines in that record. */
  readonly committed: number;
  /** Whether both records count lines: then the run has begun. */
  readonly isConfirmed: boolean;
  /** Whether an end before the first request of the run can have left this journal. */
  readonly isBeginning: boolean;
}

const noLines: JournalLines = { entries: [], end: emptyCommit, wholeBytes: 0 };

/** Reads and checks the journal of a run folder. @throws UserError for a journal that is not what the run wrote */
export async function readState(folder: string): Promise<JournalState> {
  const hasManifest = (await statsOf(join(folder, MANIFEST_NAME))) !== undefined;
  // First the record, then the journal, which only grows: so a run that writes at the same time does not look like damage.
  const record = readCommit(await journalContent(join(folder, COMMIT_NAME)));
  const path = join(folder, JOURNAL_NAME);
  const content = await journalContent(path);
  const commit = record?.commit ?? emptyCommit;
  try {
    const isEmpty = content.length === 0 && commit.lines === 0;
    // A new run has no entries, and reaches its first job sooner without their schemas.
    const lines = isEmpty ? noLines : (await import("./journal-lines.ts")).readLines(content, commit);
    checkTogether(lines.entries);
    // The first lines and their count are durable before there is a manifest, and no request is sent before that.
    if (hasManifest && lines.entries.length === 0) {
      throw new JournalDamage("it is empty or missing, and the run has begun, so its jobs may be on the service");
    }
    const isConfirmed = record?.isConfirmed ?? false;
    const isBeginning =
      !hasManifest &&
      !isConfirmed &&
      lines.entries.every(({ type }) => type === "create" || type === "finished" || type === "reused");
    if (record === undefined && !isBeginning) {
      throw new JournalDamage(
        `the file ${COMMIT_NAME} beside it is missing or damaged, so lines may be missing unnoticed`,
      );
    }
    if (hasManifest && commit.lines === 0) {
      throw new JournalDamage(
        `the file ${COMMIT_NAME} beside it counts none of its lines, so lines may be missing unnoticed`,
      );
    }
    const { length: bytes } = content;
    return { ...lines, bytes, slot: record?.slot, committed: commit.lines, isConfirmed, isBeginning };
  } catch (error) {
    if (!(error instanceof JournalDamage)) throw error;
    if (record === undefined && isOfEarlierVersion(content)) {
      throw new UserError(
        `${path} was written by an earlier version of the tool: its lines have no checksums. Resume the run with that version, or start a new run in another folder.`,
      );
    }
    throw new UserError(`${path} cannot be trusted: ${error.message}. ${await remedy(folder)}`);
  }
}

/** What to do about a damaged folder, with the job ids that it still holds. */
export async function remedy(folder: string): Promise<string> {
  const jobs = await recordedJobs(folder);
  const lookUp = jobs === "" ? "" : ` Look these jobs up, or cancel them, before you compute them again: ${jobs}.`;
  return `Restore the folder from its artifact or a backup, or start a new run in another folder. The stored results are files with the names of their units: copy those that you need.${lookUp}`;
}

const JOB_ID = /"jobId":\s?"([\w./:~-]{1,100})"/g;
const MAX_JOBS = 20;
/** A text cannot be longer. */
const MAX_SEARCHED_BYTES = 500_000_000;

/** The job ids that the files of a damaged run folder still hold, in one line; empty where there are none. */
async function recordedJobs(folder: string): Promise<string> {
  const texts = await Promise.all(
    [JOURNAL_NAME, MANIFEST_NAME].map(async (name) => {
      const content = await journalContent(join(folder, name)).catch(() => Buffer.of());
      return content.toString("latin1", 0, MAX_SEARCHED_BYTES);
    }),
  );
  const ids = new Set(texts.flatMap((text) => [...text.matchAll(JOB_ID)].map(([, id = ""]) => id)));
  const more = ids.size > MAX_JOBS ? ` and ${ids.size - MAX_JOBS} more` : "";
  return `${[...ids].slice(0, MAX_JOBS).join(", ")}${more}`;
}

/** Checks that the entries make sense together. */
function checkTogether(entries: readonly JournalEntry[]): void {
  try {
    replay(entries);
  } catch (error) {
    throw new JournalDamage(messageOf(error).replace(/\.$/, ""));
  }
}

function isOfEarlierVersion(content: Buffer): boolean {
  try {
    const entry: unknown = JSON.parse(content.toString("utf8", 0, content.indexOf(0x0a)));
    return isObject(entry) && "type" in entry && !("sum" in entry);
  } catch {
    return false;
  }
}

/** The bytes of the journal, or of its commit file; none where there is no file. Throws as `openFile`. */
export async function journalContent(path: string): Promise<Buffer> {
  try {
    return await readWhole(path, { maxBytes: MAX_JOURNAL_BYTES });
  } catch (error) {
    if (hasCode(error, "ENOENT")) return Buffer.of();
    throw error;
  }
}
