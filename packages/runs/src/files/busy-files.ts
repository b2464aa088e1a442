import { AsyncLocalStorage } from "node:async_hooks";
import { accessSync, constants, copyFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type FileHandle, open, rename, rm, unlink, writeFile } from "node:fs/promises";
import { type Clock, sleep, systemClock } from "@analytics-engines/core/basics";
import { hasCode, InUseError } from "../user-error.ts";
import { isFolder, pathFrom } from "./paths.ts";

// The only module that opens for writing, renames or removes. On Windows, a virus scanner, a backup, OneDrive or Excel has a file open for some
// milliseconds or hours, and then these calls fail. So each is tried again for some seconds.

/** How the calls of this module wait. */
interface BusyRule {
  /** Whether a file that another program has open refuses calls: on Windows. Elsewhere the same errors are permanent. */
  readonly isOn: boolean;
  readonly clock: Clock;
  /** Waits without leaving the call, milliseconds. */
  readonly pauseNow: (ms: number) => void;
  /** What a user does after closing the other program: the end of a sentence. */
  readonly remedy: string;
  /** Called before a call is tried again for the first time: the process can be killed while it waits. */
  readonly beforeWait?: () => Promise<unknown>;
}

const usualRule: BusyRule = {
  isOn: process.platform === "win32",
  clock: systemClock,
  pauseNow: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
  remedy: "run the command again",
};

const rules = new AsyncLocalStorage<BusyRule>();
const currentRule = () => rules.getStore() ?? usualRule;

/** Does work whose calls of this module wait by another rule, such as on the clock of a run. */
export function withBusyRule<T>(rule: Partial<BusyRule>, work: () => T): T {
  return rules.run({ ...currentRule(), ...rule }, work);
}

/** Windows answers with one of these where another program has the file open, or opens one that is about to vanish. */
const BUSY_CODES = ["EPERM", "EBUSY", "EACCES"];
/** A folder whose last file is about to vanish is not empty yet. */
const BUSY_TREE_CODES = [...BUSY_CODES, "ENOTEMPTY"];

/** For how long a call is tried again, milliseconds. */
const MAX_WAIT_MS = 10_000;
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 500;

/** The pauses between the attempts, milliseconds: growing, because a scanner takes milliseconds, and a backup seconds. */
function* pauses(): Generator<number> {
  let pauseMs = FIRST_PAUSE_MS;
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += pauseMs, pauseMs = Math.min(pauseMs * 1.5, MAX_PAUSE_MS))
    yield pauseMs;
}

/** A file that another program still had open when the time for new attempts was over. */
export class FileBusyError extends InUseError {
  /** @param remedy what a user does after closing the other program: the end of a sentence */
  constructor(path: string, remedy: string) {
    super(`${pathFrom(process.cwd(), path)} is open in another program, such as Excel. Close it there, and ${remedy}.`);
  }
}

/** What a call works on. */
interface BusyCall {
  /** The file that the call needs. */
  readonly path: string;
  /** The file that a user knows, where `path` is a temporary one. */
  readonly shownPath?: string;
  /** What must not be a folder: no program closes that, so the call is not made again. */
  readonly newFile?: string;
  readonly codes?: readonly string[];
}

/**
 * Makes a call, and again where another program has its file open.
 * @throws FileBusyError where that program does not close it; the errors of the call
 */
export async function retryBusy<T>(call: () => T | Promise<T>, about: BusyCall): Promise<T> {
  const rule = currentRule();
  const rest = pauses();
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await call();
    } catch (error) {
      requireBusy(error, about, rule);
      if (isFirst) await rule.beforeWait?.();
      const pause = rest.next();
      if (pause.done === true) throw explained(error, about, rule);
      await sleep(rule.clock, pause.value);
    }
  }
}

/** Makes a call as `retryBusy`, and waits without leaving it. For what must happen at once, such as at the end of a process. */
export function retryBusyNow<T>(call: () => T, about: BusyCall): T {
  const rule = currentRule();
  const rest = pauses();
  for (;;) {
    try {
      return call();
    } catch (error) {
      requireBusy(error, about, rule);
      const pause = rest.next();
      if (pause.done === true) throw explained(error, about, rule);
      rule.pauseNow(pause.value);
    }
  }
}

/** @throws the error of a call that no wait helps; EISDIR, as other systems say, where Windows refuses a file in the place of a folder */
function requireBusy(error: unknown, { codes = BUSY_CODES, newFile }: BusyCall, { isOn }: BusyRule): void {
  if (!isOn || !hasCode(error, ...codes)) throw error;
  if (newFile !== undefined && isFolder(newFile))
    throw Object.assign(new Error(`EISDIR: illegal operation on a directory, '${newFile}'`), { code: "EISDIR" });
}

/** Only EBUSY is certain. The other codes also mean that the file may not be changed at all, which Windows shows for some files. */
function explained(error: unknown, { path, shownPath = path }: BusyCall, { remedy }: BusyRule): unknown {
  const isInUse = hasCode(error, "EBUSY") || (hasCode(error, ...BUSY_CODES) && mayWrite(path));
  return isInUse ? new FileBusyError(shownPath, remedy) : error;
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Opens a file, as `open` of Node does. */
export function openHandle(path: string, flags: number, mode?: number, shownPath = path): Promise<FileHandle> {
  return retryBusy(() => open(path, flags, mode), { path, shownPath, newFile: path });
}

/** Renames a file or a folder. A file of the new name is replaced, a folder is not. */
export function renamePath(from: string, to: string): Promise<void> {
  return retryBusy(() => rename(from, to), { path: from, shownPath: to, newFile: to });
}

/** Removes a file or a link. */
export function removeFile(path: string): Promise<void> {
  return retryBusy(() => unlink(path), { path });
}

/** Creates a small file with its content, and fails where something has its name. It happens at once, but for the waits. */
export function createWithText(path: string, text: string, mode: number): Promise<void> {
  return retryBusy(() => writeFileSync(path, text, { flag: "wx", mode }), { path });
}

/** Removes a file if it exists and `mayRemove` allows it, which is asked right before: nothing of this process comes in between. */
export function removeIf(path: string, mayRemove: () => boolean): Promise<void> {
  const remove = () => {
    if (mayRemove()) rmSync(path, { force: true });
  };
  return retryBusy(remove, { path });
}

/** Removes a file, or a folder with all that is in it, if it exists. */
export function removeTree(path: string): Promise<void> {
  return retryBusy(() => rm(path, { recursive: true, force: true }), { path, codes: BUSY_TREE_CODES });
}

/** Removes what nobody needs any more as `removeTree`: where it cannot be removed, it stays, and nothing else fails for that. */
export async function removeTemporary(path: string): Promise<void> {
  await removeTree(path).catch(() => {});
}

/** Removes what nobody needs any more at once, as `removeTemporary`. */
export function removeTemporaryNow(path: string): void {
  try {
    retryBusyNow(() => rmSync(path, { recursive: true, force: true }), { path, codes: BUSY_TREE_CODES });
  } catch {
    // Another program has it open for long.
  }
}

/** Renames a file or a folder at once, as `renamePath`. */
export function renameNow(from: string, to: string): void {
  retryBusyNow(() => renameSync(from, to), { path: from, shownPath: to, newFile: to });
}

/** How a file is written. */
interface WriteOptions {
  /** `w` replaces an existing file, `wx` fails where there is one, `a` adds to it. Default: `w`. */
  readonly flag?: "w" | "wx" | "a";
  readonly mode?: number | undefined;
  /** Whether the content is synced. */
  readonly flush?: boolean;
  /** The file that a user knows, where this one is temporary. */
  readonly shownPath?: string;
}

/** Writes a content into a file. A kill can leave a part of it. */
export function writeContent(path: string, content: string | Uint8Array, options: WriteOptions = {}): Promise<void> {
  const { shownPath = path, ...rest } = options;
  return retryBusy(() => writeFile(path, content, rest), { path, shownPath, newFile: path });
}

/** Writes a content into a file at once. A kill can leave a part of it. */
export function writeNow(path: string, content: string | Uint8Array, options: WriteOptions = {}): void {
  const { shownPath = path, ...rest } = options;
  retryBusyNow(() => writeFileSync(path, content, rest), { path, shownPath, newFile: path });
}

/** Copies a file at once. */
export function copyNow(from: string, to: string): void {
  retryBusyNow(() => copyFileSync(from, to), { path: from });
}
