import { randomUUID } from "node:crypto";
import { lutimesSync, type Stats } from "node:fs";
import { join } from "node:path";
import { RunTakenOverError } from "@analytics-engines/core";
import { parseObject, property, sleep, systemClock } from "@analytics-engines/core/basics";
import { createWithText, removeIf, retryBusy } from "../../files/busy-files.ts";
import { readFileNow, UnusableFileError } from "../../files/open-file.ts";
import { hasCode, InUseError, UserError } from "../../user-error.ts";
import { type Holder, MAX_PID, stateOf, thisProcess } from "./holder.ts";

export const LOCK_NAME = "run.lock";

/** A lock is a line of some hundred bytes. */
const MAX_LOCK_BYTES = 4096;
/** A process writes a lock right after it creates the file. A file that is still incomplete after these checks was left by a kill. */
const CHECKS = 10;
const BETWEEN_CHECKS_MS = 200;
/** The owner touches its lock this often. File systems may keep times in steps of 2 s. */
const BEAT_MS = 2000;
/** Where the owner cannot be seen, its lock is watched for this long: several beats, of which a busy process may miss some. */
const WATCH_MS = 12_000;
const BETWEEN_LOOKS_MS = 250;
/** A lock that cannot be created because it exists, and that nobody finds, is looked for this often: other runs can remove theirs meanwhile. */
const MAX_MISSES = 50;
const AFTER_MISS_MS = 20;

/** The process that uses a run folder. */
interface LockHolder extends Holder {
  /** ISO 8601, UTC. */
  readonly since: string;
  /** Different for every lock. */
  readonly token: string;
}

/** The lock of a run folder that this process has taken. */
export interface FolderLock {
  /**
   * Call before each change of the folder, and before each request that depends on it. A process that was paused for long can have lost its
   * lock without noticing.
   * @throws RunTakenOverError where the lock is no longer this one
   */
  check(): Promise<void>;
  /** Frees the folder, where the lock is still this one. A lock that cannot be removed stays, and the next run finds that nobody touches it. */
  release(): Promise<void>;
}

/**
 * Locks a run folder for this process. Takes over a lock whose process is certainly dead. Where the process cannot be seen, because it is in
 * another container, on another machine, or was there before the machine started again, and where another process may have its number by now,
 * it watches whether the lock is still touched: no clock of another process counts.
 * @param watchMs for how long, milliseconds
 * @throws UserError, which names the process, where another run uses the folder
 */
export async function lockRunFolder(folder: string, watchMs = WATCH_MS): Promise<FolderLock> {
  const path = join(folder, LOCK_NAME);
  const content = await acquire(path, folder, watchMs);
  const timer = setInterval(() => touch(path, content), BEAT_MS).unref();
  return {
    async check() {
      if (!(await retryBusy(() => isLock(path, content), { path }))) throw await takenOver(path, folder);
    },
    async release() {
      clearInterval(timer);
      await removeOwn(path, content);
    },
  };
}

/** Whether a process uses a run folder now, or `lockRunFolder` would take it. @param watchMs as there */
export async function isRunFolderInUse(folder: string, watchMs = WATCH_MS): Promise<boolean> {
  const path = join(folder, LOCK_NAME);
  const lock = await readLock(path);
  return lock?.holder !== undefined && isAlive(path, lock, lock.holder, watchMs);
}

/** Creates the lock. Returns its content. */
async function acquire(path: string, folder: string, watchMs: number): Promise<string> {
  const since = new Date(systemClock.now()).toISOString();
  const holder: LockHolder = { ...thisProcess(), since, token: randomUUID() };
  const content = `${JSON.stringify(holder)}\n`;
  for (let misses = 0; !(await create(path, content)); ) {
    const lock = await readLock(path);
    if (lock === undefined) {
      misses++;
      if (misses >= MAX_MISSES) throw unusable(path);
      // Once, it was removed in between.
      if (misses > 1) await sleep(systemClock, AFTER_MISS_MS);
      continue;
    }
    if (lock.holder !== undefined && (await isAlive(path, lock, lock.holder, watchMs)))
      throw inUse(folder, lock.holder);
    await removeDead(path, lock, folder, watchMs);
  }
  return content;
}

/** Removes a dead lock, one process at a time, with a lock for that: otherwise it could remove the new lock of another process. */
async function removeDead(path: string, dead: LockFile, folder: string, watchMs: number): Promise<void> {
  const guard = `${path}~`;
  const content = await acquire(guard, folder, watchMs);
  try {
    await removeIf(path, () => {
      const now = readLockNow(path);
      return now !== undefined && isUntouched(dead, now);
    });
  } finally {
    await removeOwn(guard, content);
  }
}

/** Removes a lock of this process. One that cannot be removed stays, and is taken over because nobody touches it. */
async function removeOwn(path: string, content: string): Promise<void> {
  await removeIf(path, () => isLock(path, content)).catch(() => {});
}

/** Returns false where the lock exists. A link in its place is not followed. */
async function create(path: string, content: string): Promise<boolean> {
  try {
    await createWithText(path, content, 0o644);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** Shows others that this process lives. A disk that refuses it is noticed at the next change of the folder. */
function touch(path: string, content: string): void {
  const now = systemClock.now() / 1000;
  try {
    if (isLock(path, content)) lutimesSync(path, now, now);
  } catch {
    // The next beat tries again.
  }
}

/** Whether a lock is still the one with this content. Anything that is not a file is not. */
function isLock(path: string, content: string): boolean {
  try {
    return readLockNow(path)?.content === content;
  } catch (error) {
    if (error instanceof UnusableFileError) return false;
    throw error;
  }
}

interface LockFile {
  readonly content: string;
  readonly stats: Stats;
}

/** Reads a lock at once where it can: a check before a write must leave no time for another process. */
function readLockFile(path: string): Promise<LockFile | undefined> {
  return retryBusy(() => readLockNow(path), { path });
}

function readLockNow(path: string): LockFile | undefined {
  const file = readFileNow(path, { maxBytes: MAX_LOCK_BYTES });
  return file && { content: file.content.toString("utf8"), stats: file.stats };
}

function isUntouched(before: LockFile, now: LockFile): boolean {
  return before.content === now.content && before.stats.mtimeMs === now.stats.mtimeMs;
}

/** `undefined` where the lock has been removed meanwhile; without a holder where it was left half written. */
async function readLock(path: string): Promise<(LockFile & { readonly holder?: LockHolder }) | undefined> {
  for (let checks = 1; ; checks++) {
    const file = await readLockFile(path);
    if (file === undefined) return undefined;
    const holder = readHolder(file.content);
    if (holder !== undefined) return { ...file, holder };
    if (checks >= CHECKS) return file;
    await sleep(systemClock, BETWEEN_CHECKS_MS);
  }
}

/** The process that a lock names; `undefined` where its content is damaged. */
function readHolder(content: string): LockHolder | undefined {
  const { pid, ...rest } = parseObject(content) ?? {};
  const fieldNames = ["host", "started", "boot", "namespace", "since", "token"] as const;
  if (!isPid(pid) || !hasTexts(rest, fieldNames)) return undefined;
  const { host, started, boot, namespace, since, token } = rest;
  return { pid, host, started, boot, namespace, since, token };
}

function isPid(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1 && value <= MAX_PID;
}

function hasTexts<Name extends string>(value: object, fieldNames: readonly Name[]): value is Record<Name, string> {
  return fieldNames.every((name) => typeof property(value, name) === "string");
}

/** Whether the owner of a lock lives. */
async function isAlive(path: string, lock: LockFile, holder: Holder, watchMs: number): Promise<boolean> {
  const state = stateOf(holder);
  if (state !== "unknown") return state === "lives";
  // Timers do not follow the clock of the machine.
  for (let watchedMs = 0; watchedMs < watchMs; watchedMs += BETWEEN_LOOKS_MS) {
    await sleep(systemClock, BETWEEN_LOOKS_MS);
    const now = await readLockFile(path);
    if (now?.content !== lock.content) return false;
    if (!isUntouched(lock, now)) return true;
  }
  return false;
}

function inUse(folder: string, holder: LockHolder): InUseError {
  return new InUseError(
    `${folder} is in use by another run (${nameOf(holder)}). Wait until it ends, stop it, or choose another run folder.`,
  );
}

function unusable(path: string): UserError {
  return new UserError(
    `${path} can neither be created nor read: the file system says that it exists, and that it does not. Check the disk, or choose another run folder.`,
  );
}

async function takenOver(path: string, folder: string): Promise<RunTakenOverError> {
  const holder = await holderOf(path);
  const by = holder === undefined ? `its ${LOCK_NAME} is gone or damaged` : nameOf(holder);
  return new RunTakenOverError(
    `Another process took over the run in ${folder} (${by}), so this process stops and changes nothing more there. The other process continues the jobs; if there is none, resume the run.`,
  );
}

async function holderOf(path: string): Promise<LockHolder | undefined> {
  try {
    return readHolder((await readLockFile(path))?.content ?? "");
  } catch {
    return undefined;
  }
}

function nameOf({ pid, host, since }: LockHolder): string {
  return `process ${pid} on ${host}, since ${since}`;
}
