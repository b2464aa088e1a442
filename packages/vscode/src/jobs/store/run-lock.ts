import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseObject } from "@analytics-engines/core/basics";
import {
  removeFolderNow,
  removeTemporary,
  removeTemporaryNow,
  removeTree,
  renameNow,
} from "@analytics-engines/runs/files";
import { hasCode } from "@analytics-engines/runs/host";
import * as z from "zod/mini";

/**
 * The lock of a run. Two windows must not drive the same run: a result that both read is lost for one of them. The owner listens on a local
 * socket, which the system removes when its process ends for any reason. The lock of the run folder, which keeps other programs out, can neither
 * wake a waiting window nor carry its request to cancel.
 */
export type RunLock = OwnedRunLock | ForeignRunLock;

export interface OwnedRunLock {
  readonly kind: "owned";
  /** Sets what happens when another window cancels the run, or the job of one of its files. */
  onCancelRequest(callback: (path?: string) => void): void;
  /** Releases the run, and wakes the windows that wait for it. */
  release(): Promise<void>;
}

/** The lock when another window of this machine drives the run. */
export interface ForeignRunLock {
  readonly kind: "elsewhere";
  /** Asks the owner to cancel the run, or the job of one of its files. */
  cancel(path?: string): void;
  /** Resolves when the owner has released the run, or has ended. */
  readonly ended: Promise<void>;
  /** Stops waiting. */
  dispose(): void;
}

const MAX_ATTEMPTS = 5;
/** Longer than any path of a file. */
const MAX_MESSAGE_CHARACTERS = 100_000;

/**
 * Takes the lock of a run, or finds its owner.
 * @param address where the owner listens
 * @throws if the system provides no socket
 */
export async function lockRunForWindow(runId: string, address = addressOf(runId)): Promise<RunLock> {
  // Pipes of Windows and abstract names of Linux end with their process. A file does not.
  const isFile = address.startsWith("/");
  for (let attempt = 1; ; attempt++) {
    const server = await (isFile ? listenInFolder(address) : listen(address));
    if (server !== undefined) return owned(server, runId, () => isFile && leaveFolder(address, server));
    const socket = await (isFile ? reachInFolder(address) : reach(address)).catch(() => undefined);
    if (socket !== undefined) return elsewhere(socket, runId);
    if (attempt >= MAX_ATTEMPTS)
      throw new Error(
        "Whether another window drives this run is unknown: its socket does not answer. Close the other windows, then resume the run.",
      );
  }
}

/*
 * Where a socket is a file, the address is a folder with the socket of the owner, whose name is random. There is one owner at most:
 * - The folder gets its socket when a window moves its own folder there, in which it listens already. The system moves a folder over an empty one,
 *   but never over one with content.
 * - A socket that refuses a caller has no process, and never will. Who removes it by its name removes no other.
 * So a window that is killed at any step leaves nothing that blocks another.
 */

/** Undefined if the folder has a socket. */
async function listenInFolder(address: string): Promise<Server | undefined> {
  const ownFolder = await mkdtemp(path.join(path.dirname(address), "analytics-engines-"));
  let server: Server | undefined;
  try {
    server = await listen(path.join(ownFolder, randomBytes(5).toString("hex")));
    // At once: a caller must not come before the owner hears it.
    renameNow(ownFolder, address);
    return server;
  } catch (error) {
    server?.close();
    await removeTemporary(ownFolder);
    if (hasCode(error, "ENOTEMPTY", "EEXIST")) return undefined;
    throw error;
  }
}

/** Undefined if the folder has no owner. Removes the socket of a killed process. */
async function reachInFolder(address: string): Promise<Socket | undefined> {
  const [name] = await readdir(address);
  if (name === undefined) return undefined;
  const file = path.join(address, name);
  try {
    return await reach(file);
  } catch (error) {
    if (hasCode(error, "ECONNREFUSED")) await removeTree(file);
    throw error;
  }
}

/** Removes the socket of this window, and the folder unless another window has it already. */
function leaveFolder(address: string, server: Server): void {
  removeTemporaryNow(path.join(address, path.basename(String(server.address()))));
  try {
    removeFolderNow(address);
  } catch {
    // Another window has it.
  }
}

/** A name that nobody can guess, since the id of a run is random. It is short, since the length of such names is limited. */
function addressOf(runId: string): string {
  const name = `analytics-engines-${createHash("sha256").update(runId).digest("hex").slice(0, 24)}`;
  switch (process.platform) {
    case "win32":
      return `\\\\.\\pipe\\${name}`;
    case "linux":
      // An abstract name without a file: a killed process leaves nothing behind.
      return `\0${name}`;
    default:
      return fileAddress(name);
  }
}

/** The folder of a socket that is a file, for systems without abstract names. */
export function fileAddress(name: string): string {
  return path.join(tmpdir(), name);
}

/** Undefined if the name is in use. */
function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(error);
    });
    // The lock does not keep the process alive.
    server.listen(address, () => resolve(server.unref()));
  });
}

/** @throws if no process listens */
function reach(address: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    socket.once("error", reject);
    socket.once("connect", () => resolve(socket));
  });
}

function owned(server: Server, runId: string, leave: () => void): OwnedRunLock {
  const sockets = new Set<Socket>();
  let onCancel: (path?: string) => void = () => {};
  server.on("connection", (socket) => {
    sockets.add(socket.unref());
    let pending = "";
    socket.setEncoding("utf8").on("data", (text: string) => {
      const lines = (pending + text).split("\n");
      pending = lines.pop() ?? "";
      for (const line of lines) {
        const message = messageSchema.safeParse(parseObject(line)).data;
        if (message?.run === runId) onCancel(message.cancel);
      }
      if (pending.length > MAX_MESSAGE_CHARACTERS) socket.destroy();
    });
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  return {
    kind: "owned",
    onCancelRequest(callback) {
      onCancel = callback;
    },
    release() {
      leave();
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
  // The end of the socket shows only while it is read.
  socket.unref().resume();
  return {
    kind: "elsewhere",
    cancel: (file) => void socket.write(`${JSON.stringify({ run: runId, cancel: file } satisfies Message)}\n`),
    ended,
    dispose: () => socket.destroy(),
  };
}

/** A request to cancel the run, or the job of a file. It contains the id of the run, which only windows with access to the history know. */
const messageSchema = z.object({ run: z.string(), cancel: z.optional(z.string()) });
type Message = z.infer<typeof messageSchema>;
