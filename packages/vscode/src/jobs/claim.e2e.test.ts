import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { claimRun, type Elsewhere, fileAddress, type Owned } from "./claim.ts";

const newId = () => randomBytes(16).toString("hex");

async function own(id: string): Promise<Owned> {
  const claim = await claimRun(id);
  if (claim.kind !== "owned") throw new Error("somebody else has it");
  return claim;
}

async function beElsewhere(id: string): Promise<Elsewhere> {
  const claim = await claimRun(id);
  if (claim.kind !== "elsewhere") throw new Error("nobody has it");
  return claim;
}

/** As the job store does. The socket of a killed process may take callers for a moment still: they hear at once that it ended. */
async function ownInTurn(id: string): Promise<Owned> {
  for (;;) {
    const claim = await claimRun(id);
    if (claim.kind === "owned") return claim;
    await claim.ended;
  }
}

describe("the claim on a run", () => {
  it("is one's alone until it is let go, and hears who wants it canceled", async () => {
    const id = newId();
    const owner = await own(id);
    const wanted = Promise.withResolvers<void>();
    owner.onCancelWanted(() => wanted.resolve());
    const other = await beElsewhere(id);
    other.cancel();
    await wanted.promise;
    await owner.release();
    await other.ended;
    await (await own(id)).release();
  });

  it("hears which job is not wanted, and nothing from those who do not know the run", async () => {
    const id = newId();
    const address = fileAddress(`analytics-engines-test-${id}`);
    const owner = await claimRun(id, address);
    if (owner.kind !== "owned") throw new Error("somebody else has it");
    const heard: (string | undefined)[] = [];
    const last = Promise.withResolvers<void>();
    owner.onCancelWanted((path) => {
      heard.push(path);
      if (path === undefined) last.resolve();
    });
    const stranger = await claimRun(newId(), address);
    const other = await claimRun(id, address);
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

  it("takes over a file that nobody listens at", async () => {
    const id = newId();
    const address = fileAddress(`analytics-engines-test-${id}`);
    writeFileSync(address, "");
    const claims = await Promise.all(Array.from({ length: 3 }, () => claimRun(id, address)));
    expect(claims.filter(({ kind }) => kind === "owned")).toHaveLength(1);
    for (const claim of claims) claim.kind === "elsewhere" ? claim.dispose() : await claim.release();
    expect(existsSync(address)).toBe(false);
  });

  it("goes to one of many who want it at once", async () => {
    const id = newId();
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimRun(id)));
    expect(claims.filter(({ kind }) => kind === "owned")).toHaveLength(1);
    for (const claim of claims) claim.kind === "elsewhere" ? claim.dispose() : await claim.release();
  });

  it("is free again when its process is killed", async () => {
    const id = newId();
    const code = `import { claimRun } from ${JSON.stringify(new URL("./claim.ts", import.meta.url).href)};
      const claim = await claimRun(process.argv[1]); process.stdout.write(claim.kind); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", code, id], {
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
