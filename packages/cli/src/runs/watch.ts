import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import path from "node:path";
import { type Clock, printable, sleep, systemClock } from "@analytics-engines/core/basics";
import { readPieces } from "@analytics-engines/runs/files";
import { InUseError, listenToSignals, type StopSignal, userLines } from "@analytics-engines/runs/progress";
import { type ExitCode, exitCodeOfSignal, note } from "../terminal/output.ts";

/** Looks at files: the name of each, with a digest of its content. */
type TakeSnapshot = () => Promise<ReadonlyMap<string, string>>;

/** How often the files are looked at, unless a look takes long. */
const PAUSE_MS = 500;
/** A pause lasts at least this many times the look before it, so that many files keep no processor busy. */
const PAUSE_PER_LOOK = 20;
/** Editors save in several steps, and many files at once: a change counts when nothing more has changed for so long. */
const SETTLED_MS = 200;
/** How often work is tried again that something else kept from its files or its folder. */
const RETRY_MS = 3000;

/**
 * Begins to watch files. The files are looked at again and again: the events of operating systems get lost, and do not exist on many network
 * disks and in containers.
 *
 * @param signal ends the watch
 * @returns resolves to the names of the files that were saved, added or removed since its last call, as soon as there are some, and to none where
 *   the time given passes without a change; rejects with the reason of the signal
 */
export async function watchChanges(
  look: TakeSnapshot,
  signal: AbortSignal,
  clock: Clock = systemClock,
): Promise<(maxMs?: number) => Promise<readonly string[]>> {
  let before = await look();

  /** The files when they have settled. */
  async function settle(first: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
    for (let earlier = first; ; ) {
      await sleep(clock, SETTLED_MS, signal);
      const latest = await look();
      if (changedNames(earlier, latest).length === 0) return latest;
      earlier = latest;
    }
  }

  return async (maxMs = Infinity) => {
    const calledAt = clock.now();
    for (;;) {
      const startedAt = clock.now();
      const latest = await look();
      const tookMs = clock.now() - startedAt;
      if (changedNames(before, latest).length > 0) {
        const settled = await settle(latest);
        const changedFiles = changedNames(before, settled);
        before = settled;
        if (changedFiles.length > 0) return changedFiles;
      }
      if (clock.now() - calledAt >= maxMs) return [];
      await sleep(clock, Math.max(PAUSE_MS, PAUSE_PER_LOOK * tookMs), signal);
    }
  };
}

function changedNames(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const allNames = new Set([...before.keys(), ...after.keys()]);
  return [...allNames].filter((name) => before.get(name) !== after.get(name)).sort();
}

/** The most names of files in a note. */
const MAX_NAMES = 3;

/**
 * Does a work, and again after each change of files, until a signal ends it. A change that finds the files or the folder of the work in use is not
 * forgotten: the work is done when they are free.
 * @returns the exit code of the signal
 * @throws what the work throws the first time, such as an option without effect; later, the user corrects a file and saves it
 */
export async function repeatOnChange(look: TakeSnapshot, work: () => Promise<ExitCode>): Promise<ExitCode> {
  let stoppedBy: StopSignal | undefined;
  using interruption = listenToSignals((name) => {
    stoppedBy ??= name;
  });
  const nextChange = await watchChanges(look, interruption.signal);
  let earlierProblem = "";
  for (let isFirst = true; ; isFirst = false) {
    const problem = await problemOf(work, isFirst);
    if (stoppedBy !== undefined) return exitCodeOfSignal(stoppedBy);
    // The problem stays the same while the folder is in use.
    const isNew = !problem.isInUse || problem.text !== earlierProblem;
    earlierProblem = problem.text;
    if (isNew) {
      process.stderr.write(problem.text);
      note(`Waiting until ${problem.isInUse ? "it is free or " : ""}a file is saved. Ctrl-C ends.`);
    }
    const names = await nextChange(problem.isInUse ? RETRY_MS : undefined).catch((error: unknown) => {
      if (stoppedBy === undefined) throw error;
    });
    if (names === undefined) return exitCodeOfSignal(stoppedBy ?? "SIGINT");
    if (names.length > 0) note(`Changed: ${namesText(names)}`);
  }
}

/** Does a work. @returns the lines of its error, where the user or time can correct that @throws its error the first time */
async function problemOf(work: () => Promise<ExitCode>, isFirst: boolean) {
  try {
    await work();
    return { text: "", isInUse: false };
  } catch (error) {
    const lines = userLines(error);
    if (isFirst || lines === undefined) throw error;
    return { text: lines.map((line) => `error: ${printable(line)}\n`).join(""), isInUse: error instanceof InUseError };
  }
}

function namesText(fileNames: readonly string[]): string {
  const more = fileNames.length - MAX_NAMES;
  return `${fileNames.slice(0, MAX_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

interface FileDigest {
  /** The file's time, size and number, which change when it is saved. */
  readonly stamp: string;
  readonly sha256: string;
}

/** Makes a function that digests files, and reads again only those that were saved since its last call. */
export function createFileDigests(folder: string) {
  let earlierFiles = new Map<string, FileDigest>();

  async function digest(name: string): Promise<FileDigest | undefined> {
    const file = path.resolve(folder, name);
    try {
      const { mtimeMs, size, ino } = await stat(file);
      const stamp = `${mtimeMs} ${size} ${ino}`;
      const earlier = earlierFiles.get(name);
      if (earlier?.stamp === stamp) return earlier;
      const hash = createHash("sha256");
      for await (const piece of readPieces(file, { isNamedByUser: true })) hash.update(piece);
      return { stamp, sha256: hash.digest("hex") };
    } catch {
      // A file that is away for a moment, while an editor replaces it.
      return undefined;
    }
  }

  /** The digest of each file that can be read. */
  return async (fileNames: Iterable<string>): Promise<ReadonlyMap<string, string>> => {
    const files = new Map<string, FileDigest>();
    for (const name of fileNames) {
      const file = await digest(name);
      if (file !== undefined) files.set(name, file);
    }
    earlierFiles = files;
    return new Map(Array.from(files, ([name, { sha256 }]) => [name, sha256]));
  };
}
