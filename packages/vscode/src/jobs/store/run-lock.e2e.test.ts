import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
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
async function ownInTurn(id: string): Promise<OwnedRunLock> {
  for (;;) {
    const lock = await lockRunForWindow(id);
    if (lock.kind === "owned") return lock;
    await lock.ended;
  }
}

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

  it("replaces a socket file without an owner", async () => {
    const id = newId();
    const address = fileAddress(`analytics-engines-test-${id}`);
    writeFileSync(address, "");
    const locks = await Promise.all(Array.from({ length: 3 }, () => lockRunForWindow(id, address)));
    expect(locks.filter(({ kind }) => kind === "owned")).toHaveLength(1);
    for (const lock of locks) lock.kind === "elsewhere" ? lock.dispose() : await lock.release();
    expect(existsSync(address)).toBe(false);
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
