import { randomUUID } from "node:crypto";
import { closeSync, constants, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { sleep, systemClock } from "@analytics-engines/core/client";
import { hasCode, NO_FOLLOW } from "./folder.ts";
import { count, json, property, text } from "./parse.ts";
import { RunFolderError } from "./run-folder-error.ts";

export const LOCK_NAME = "run.lock";

/** Who makes a lock writes it in the next moment; one that is still no lock after this was left by a kill. */
const LOOKS = 10;
const BETWEEN_LOOKS_MS = 200;

/** Who holds a run folder. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** What tells the process from a later one of the same number; empty where the system does not say. */
  readonly started: string;
  /** ISO 8601, UTC. */
  readonly since: string;
  /** Tells this lock from any other. */
  readonly token: string;
}

/**
 * Takes a run folder for this process, until what is returned is called. A lock whose process does not live on this host (it was
 * killed, or the folder was brought here) is taken over.
 * @throws RunFolderError where another run holds it, naming the process
 */
export async function lockRun(folder: string): Promise<() => Promise<void>> {
  return acquire(join(folder, LOCK_NAME), folder);
}

async function acquire(path: string, folder: string): Promise<() => Promise<void>> {
  const content = `${JSON.stringify(ownHolder())}\n`;
  while (!create(path, content)) {
    const found = await readLock(path);
    if (found?.holder !== undefined && lives(found.holder)) throw isHeld(folder, found.holder);
    if (found !== undefined) await removeDead(path, found.content, folder);
  }
  // A lock is a line: the system reads and writes it in less time than it takes to hand that to a thread and to hear of it.
  return async () => {
    if (readContent(path) === content) rmSync(path, { force: true });
  };
}

/** One at a time removes a dead lock, under a lock of its own, or it might remove the one that another has made in its place. */
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

function create(path: string, content: string): boolean {
  let file: number;
  try {
    file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW, 0o644);
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
  try {
    writeFileSync(file, content);
  } finally {
    closeSync(file);
  }
  return true;
}

/** `undefined`: it is gone meanwhile. Without a holder: it was left half written. */
async function readLock(path: string): Promise<{ content: string; holder?: Holder } | undefined> {
  for (let looks = 1; ; looks++) {
    const content = readContent(path);
    if (content === undefined) return undefined;
    const holder = readHolder(content);
    if (holder !== undefined) return { content, holder };
    if (looks >= LOOKS) return { content };
    await sleep(systemClock, BETWEEN_LOOKS_MS);
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

function readHolder(content: string): Holder | undefined {
  try {
    const place = json(content, LOCK_NAME);
    return {
      pid: count(property(place, "pid")),
      host: text(property(place, "host")),
      started: text(property(place, "started")),
      since: text(property(place, "since")),
      token: text(property(place, "token")),
    };
  } catch (error) {
    if (error instanceof RunFolderError) return undefined;
    throw error;
  }
}

function lives({ pid, host, started }: Holder): boolean {
  if (host !== hostname()) return false;
  const now = startOf(pid);
  return now !== undefined && (now === "" || started === "" || now === started);
}

/** When a process began, in the system's own count; empty where it does not say, `undefined` where there is no such process. */
function startOf(pid: number): string | undefined {
  const stat = readStat(pid);
  if (stat !== undefined) {
    // After the name, which may hold anything: the state, and as the 20th the start. A dead process may wait for its parent.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : (fields[19] ?? "");
  }
  try {
    process.kill(pid, 0);
    return "";
  } catch (error) {
    // Somebody else's process lives all the same.
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

function isHeld(folder: string, { pid, host, since }: Holder): RunFolderError {
  return new RunFolderError(
    `${folder} is in use by another run (process ${pid} on ${host}, since ${since}). Wait for its end or stop it, or choose another run folder.`,
  );
}
