import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type ForeignRunLock, fileAddress, lockRunForWindow, type OwnedRunLock } from "./run-lock.ts";

const newId = () => randomBytes(16).toString("hex");

async function own(id: string): Promise<OwnedRunLock> {
  const lock = await lockRunForWindow(id);
  if (lock.kind !== "owned") throw new Error("somebody else has it");
  return lock;
}

async function beElsewhere(id: string): Promise<ForeignRunLock> {
  const lock = await lockRunForWindow(id);
  if (lock.kind !== "elsewhere") throw new Error("nobody has it");
  return lock;
}

/** As the run store does. The socket of a killed process may take callers for a moment still: they hear at once that it ended. */
async function ownInTurn(id: string, address?: string): Promise<OwnedRunLock> {
  for (;;) {
    const lock = await lockRunForWindow(id, address);
    if (lock.kind === "owned") return lock;
    await lock.ended;
  }
}

/** What a window leaves that is killed while it takes the lock, has it, or releases it. */
const leftovers = {
  nothing: () => {},
  "an empty folder": (address: string) => mkdirSync(address),
  async "the socket of a killed process"(address: string) {
    mkdirSync(address);
    const server = createServer().listen(join(address, "first"));
    await once(server, "listening");
    // The end of the server removes only the name at which it began.
    renameSync(join(address, "first"), join(address, "second"));
    server.close();
    await once(server, "close");
  },
};

describe("the lock of a run", () => {
  it("has one owner until its release, and receives requests to cancel", async () => {
    const id = newId();
    const owner = await own(id);
    const wanted = Promise.withResolvers<void>();
    owner.onCancelRequest(() => wanted.resolve());
    const other = await beElsewhere(id);
    other.cancel();
    await wanted.promise;
    await owner.release();
    await other.ended;
    await (await own(id)).release();
  });

  it("receives requests to cancel a job only with the id of the run", async () => {
    const id = newId();
    const address = fileAddress(`analytics-engines-test-${id}`);
    const owner = await lockRunForWindow(id, address);
    if (owner.kind !== "owned") throw new Error("somebody else has it");
    const heard: (string | undefined)[] = [];
    const last = Promise.withResolvers<void>();
    owner.onCancelRequest((path) => {
      heard.push(path);
      if (path === undefined) last.resolve();
    });
    const stranger = await lockRunForWindow(newId(), address);
    const other = await lockRunForWindow(id, address);
    if (stranger.kind !== "elsewhere" || other.kind !== "elsewhere") throw new Error("nobody has it");
    stranger.cancel("x.pa.json");
    stranger.cancel();
    // What it says is there before what the other says.
    await new Promise(setImmediate);
    other.cancel('books/ü \n"a".pa.json');
    other.cancel();
    await last.promise;
    expect(heard).toEqual(['books/ü \n"a".pa.json', undefined]);
    stranger.dispose();
    other.dispose();
    await owner.release();
  });

  it.each(Object.entries(leftovers))("goes to one of many windows at an address with %s", async (_, leave) => {
    const folder = mkdtempSync(join(tmpdir(), "locks-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (let round = 0; round < 30; round++) {
      const id = newId();
      const address = join(folder, "lock");
      await leave(address);
      const locks = await Promise.all(Array.from({ length: 6 }, () => lockRunForWindow(id, address)));
      expect(locks.filter(({ kind }) => kind === "owned")).toHaveLength(1);
      for (const lock of locks) lock.kind === "elsewhere" ? lock.dispose() : await lock.release();
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  it("goes from owner to owner, and has one at a time", async () => {
    for (let round = 0; round < 20; round++) {
      const id = newId();
      const address = fileAddress(`analytics-engines-test-${id}`);
      await leftovers["the socket of a killed process"](address);
      let owners = 0;
      let together = 0;
      const takeTurn = async () => {
        const owner = await ownInTurn(id, address);
        together = Math.max(together, ++owners);
        await new Promise(setImmediate);
        owners--;
        await owner.release();
      };
      // So few that no window can miss as many owners as there are attempts.
      await Promise.all(Array.from({ length: 4 }, takeTurn));
      expect(together).toBe(1);
      expect(existsSync(address)).toBe(false);
    }
  });

  it("goes to one of many concurrent processes", async () => {
    const id = newId();
    const locks = await Promise.all(Array.from({ length: 8 }, () => lockRunForWindow(id)));
    expect(locks.filter(({ kind }) => kind === "owned")).toHaveLength(1);
    for (const lock of locks) lock.kind === "elsewhere" ? lock.dispose() : await lock.release();
  });

  it("is free after its process is killed", async () => {
    const id = newId();
    const code = `import { lockRunForWindow } from ${JSON.stringify(new URL("./run-lock.ts", import.meta.url).href)};
      const lock = await lockRunForWindow(process.argv[1]); process.stdout.write(lock.kind); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--conditions=source", "--input-type=module-typescript", "-e", code, id], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [said] = await once(child.stdout, "data");
    expect(String(said)).toBe("owned");
    const other = await beElsewhere(id);
    child.kill("SIGKILL");
    await other.ended;
    let owners = 0;
    let together = 0;
    const takeOver = async () => {
      const owner = await ownInTurn(id);
      together = Math.max(together, ++owners);
      // A turn of the event loop, in which others would show themselves.
      await new Promise(setImmediate);
      owners--;
      await owner.release();
    };
    await Promise.all([takeOver(), takeOver(), takeOver()]);
    expect(together).toBe(1);
  });
});
