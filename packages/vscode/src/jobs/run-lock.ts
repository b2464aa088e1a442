import { createHash, randomUUID } from "node:crypto";
import { lstat, rename, rm } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * Who carries on with a run. A run must not be driven twice: a result that two windows read is lost for one of them. The owner holds a local
 * socket, which the system takes away when its process ends, however it ends.
 */
export type RunLock = OwnedRunLock | ForeignRunLock;

export interface OwnedRunLock {
  readonly kind: "owned";
  /** Called when another window wants the run canceled, or the job of one file of it. */
  onCancelWanted(callback: (path?: string) => void): void;
  /** Lets others have the run, and tells those who wait. */
  release(): Promise<void>;
}

/** Another window of this machine has the run. */
export interface ForeignRunLock {
  readonly kind: "elsewhere";
  /** Asks the owner to cancel the run, or the job of one file of it. */
  cancel(path?: string): void;
  /** When the owner has let go of it, or has ended. */
  readonly ended: Promise<void>;
  /** Waits no longer. */
  dispose(): void;
}

const attempts = 5;
/** More than a path that a file can have. */
const longestMessage = 100_000;

/**
 * @param address where the owner listens
 * @throws when the machine gives no socket
 */
export async function lockRun(runId: string, address = addressOf(runId)): Promise<RunLock> {
  for (let attempt = 1; ; attempt++) {
    const server = await listen(address);
    if (server !== undefined) return owned(server, runId);
    const found = await identityOf(address);
    const socket = await reach(address);
    if (socket !== undefined) return elsewhere(socket, runId);
    if (attempt >= attempts) throw new Error("It cannot be told whether another window carries on with this run.");
    if (path.isAbsolute(address)) await removeLeftover(address, found);
  }
}

/** Removes what a killed process left behind, and not the new socket of a window that was quicker. */
async function removeLeftover(address: string, identity: string | undefined): Promise<void> {
  const aside = `${address}.${randomUUID()}`;
  try {
    await rename(address, aside);
  } catch {
    return;
  }
  if ((await identityOf(aside)) === identity) await rm(aside, { force: true });
  else await rename(aside, address);
}

async function identityOf(file: string): Promise<string | undefined> {
  const found = await lstat(file).catch(() => undefined);
  return found && `${found.ino} ${found.birthtimeMs}`;
}

/** The id of a run is random, so nobody else can guess the name. Short, since the length of such names is limited. */
function addressOf(runId: string): string {
  const name = `analytics-engines-${createHash("sha256").update(runId).digest("hex").slice(0, 24)}`;
  switch (process.platform) {
    case "win32":
      return `\\\\.\\pipe\\${name}`;
    case "linux":
      // A name that is no file: a killed process leaves nothing behind.
      return `\0${name}`;
    default:
      return fileAddress(name);
  }
}

/** A socket that is a file, where the system has no other. */
export function fileAddress(name: string): string {
  return path.join(tmpdir(), `${name}.sock`);
}

/** Undefined where the name is taken. */
function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(error);
    });
    // A run alone does not keep a process alive.
    server.listen(address, () => resolve(server.unref()));
  });
}

/** Undefined where nobody listens. */
function reach(address: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once("error", () => resolve(undefined));
    socket.once("connect", () => resolve(socket));
  });
}

function owned(server: Server, runId: string): OwnedRunLock {
  const sockets = new Set<Socket>();
  let wanted: (path?: string) => void = () => {};
  server.on("connection", (socket) => {
    sockets.add(socket.unref());
    let heard = "";
    socket.setEncoding("utf8").on("data", (text: string) => {
      const lines = (heard + text).split("\n");
      heard = lines.pop() ?? "";
      for (const line of lines) {
        const message = parseMessage(line, runId);
        if (message !== undefined) wanted(message.cancel);
      }
      if (heard.length > longestMessage) socket.destroy();
    });
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  return {
    kind: "owned",
    onCancelWanted(callback) {
      wanted = callback;
    },
    release() {
      return new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      });
    },
  };
}

function elsewhere(socket: Socket, runId: string): ForeignRunLock {
  const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("error", () => {});
  // Read on, or its end would not be noticed.
  socket.unref().resume();
  return {
    kind: "elsewhere",
    cancel: (file) => void socket.write(`${JSON.stringify({ run: runId, cancel: file } satisfies Message)}\n`),
    ended,
    dispose: () => socket.destroy(),
  };
}

/** Wants the run canceled, or the job of a file. Whoever knows a socket's name does not know the run's id: it shows who is entitled. */
interface Message {
  readonly run: string;
  readonly cancel?: string | undefined;
}

function parseMessage(line: string, runId: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== "object" || value === null || !("run" in value) || value.run !== runId) return undefined;
    if (!("cancel" in value)) return { run: runId };
    return typeof value.cancel === "string" ? { run: runId, cancel: value.cancel } : undefined;
  } catch {
    return undefined;
  }
}
