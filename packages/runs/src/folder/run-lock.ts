import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { sleep, systemClock } from "@analytics-engines/core/client";
import { hasCode } from "../files/system-reason.ts";
import { UserError } from "../user-error.ts";
import { count, json, object, text } from "./manifest/parse.ts";

export const LOCK_NAME = "run.lock";

/** A process writes a lock right after it creates the file. A file that is still incomplete after these checks was left by a kill. */
const CHECKS = 10;
const BETWEEN_CHECKS_MS = 200;

/** The process that uses a run folder. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process started: distinguishes it from a later one of the same number. Empty where the system does not report it. */
  readonly started: string;
  /** ISO 8601, UTC. */
  readonly since: string;
  /** Different for every lock. */
  readonly token: string;
}

/**
 * Locks a run folder for this process, until the returned function is called. Takes over a lock whose process is not alive on this host: it
 * was killed, or the folder was copied here.
 * @throws UserError, which names the process, where another run uses the folder
 */
export async function lockRunFolder(folder: string): Promise<() => Promise<void>> {
  return acquire(join(folder, LOCK_NAME), folder);
}

async function acquire(path: string, folder: string): Promise<() => Promise<void>> {
  const content = `${JSON.stringify(ownHolder())}\n`;
  while (!create(path, content)) {
    const found = await readLock(path);
    if (found?.holder !== undefined && lives(found.holder)) throw inUse(folder, found.holder);
    if (found !== undefined) await removeDead(path, found.content, folder);
  }
  // A lock is one line: to read and write it synchronously takes less time than to hand that to a thread.
  return async () => {
    if (readContent(path) === content) rmSync(path, { force: true });
  };
}

/** Removes a dead lock, one process at a time, with a lock for that: otherwise it could remove the new lock of another process. */
async function removeDead(path: string, dead: string, folder: string): Promise<void> {
  const release = await acquire(`${path}~`, folder);
  try {
    if (readContent(path) === dead) rmSync(path, { force: true });
  } finally {
    await release();
  }
}

function ownHolder(): Holder {
  const { pid } = process;
  const since = new Date(systemClock.now()).toISOString();
  return { pid, host: hostname(), started: startOf(pid) ?? "", since, token: randomUUID() };
}

/** Returns false where the lock exists. A link in its place is not followed. */
function create(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: "wx", mode: 0o644 });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** `undefined` where the lock has been removed meanwhile; without a holder where it was left half written. */
async function readLock(path: string): Promise<{ content: string; holder?: Holder } | undefined> {
  for (let checks = 1; ; checks++) {
    const content = readContent(path);
    if (content === undefined) return undefined;
    const holder = readHolder(content);
    if (holder !== undefined) return { content, holder };
    if (checks >= CHECKS) return { content };
    await sleep(systemClock, BETWEEN_CHECKS_MS);
  }
}

function readContent(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

const parseHolder = object<Holder>({ pid: count, host: text, started: text, since: text, token: text });

function readHolder(content: string): Holder | undefined {
  try {
    return parseHolder(json(content, LOCK_NAME));
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

function lives({ pid, host, started }: Holder): boolean {
  if (host !== hostname()) return false;
  const now = startOf(pid);
  return now !== undefined && (now === "" || started === "" || now === started);
}

/** When a process started, in the units of the system; empty where the system does not report it, `undefined` where there is no such process. */
function startOf(pid: number): string | undefined {
  const stat = readStat(pid);
  if (stat !== undefined) {
    // After the name, which can hold anything: the state, and the start as the 20th field. A dead process can wait for its parent.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : (fields[19] ?? "");
  }
  try {
    process.kill(pid, 0);
    return "";
  } catch (error) {
    // A process of another user cannot be signaled, but it is alive.
    return hasCode(error, "ESRCH") ? undefined : "";
  }
}

function readStat(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return undefined;
  }
}

function inUse(folder: string, { pid, host, since }: Holder): UserError {
  return new UserError(
    `${folder} is in use by another run (process ${pid} on ${host}, since ${since}). Wait until it ends, stop it, or choose another run folder.`,
  );
}
