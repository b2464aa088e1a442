import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { IncompleteBodyError, RunTakenOverError } from "@analytics-engines/core";
import { Secrets } from "@analytics-engines/core/testing";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { bodyOf } from "../../../test/support/result-body.ts";
import { watched } from "../../../test/support/watched-files.ts";
import { createRunNames } from "../run-names.ts";
import { createRunStore } from "./run-store.ts";
import { writeBody } from "./write-body.ts";

vi.mock("node:fs/promises", async () => (await import("../../../test/support/watched-files.ts")).watchedFileSystem());
// Results above this are large, so that a test need not write 32 MiB.
vi.mock("./read-stored.ts", async (importOriginal) => ({
  ...(await importOriginal<typeof import("./read-stored.ts")>()),
  MAX_HELD_BYTES: 100,
}));

beforeEach(() => {
  watched.operations.length = 0;
});
afterEach(() => {
  watched.before = () => {};
});

const KEY = "weights.pa.json";
const names = createRunNames([{ key: KEY, units: ["one", "two"] }]);
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
/** A result of this many bytes. */
const resultOf = (bytes: number, letter = "a") => `{"data":"${letter.repeat(bytes - 11)}"}`;

const secrets = new Secrets();
secrets.add("Bearer token-0123456789");
const { redact } = secrets;

/** Calls `act` right before the disk does something. */
function before(operation: string, act: () => void): void {
  watched.before = (one) => {
    if (one === operation) act();
  };
}

const fail = () => {
  throw new Error("the disk is gone");
};

/** The rejections that nothing handles, until the test ends. */
function unhandledRejections(): readonly unknown[] {
  const reasons: unknown[] = [];
  const note = (reason: unknown) => void reasons.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  return reasons;
}

/** Until rejections that nothing handles are reported. */
const rejectionsReported = () => new Promise((resolve) => setImmediate(resolve));

describe("a result of which the disk has other bytes than those that arrived", () => {
  /** Stores a result, with other bytes on the disk before it gets its name. */
  async function storeChanged(text: string, changed: string, more: object = { redact }) {
    const folder = await temporaryFolder();
    const place = join(folder, "weights.pa");
    before("rename one.json", () => writeFileSync(join(place, "one.partial"), changed));
    const body = { ...bodyOf([text], "application/json", text.length), ...more };
    return { place, stored: createRunStore(folder, names).store(KEY, "one", "result", body) };
  }

  it.each([50, 200])(
    "has the digest of what arrived (%d bytes), so that a check of the folder finds it",
    async (bytes) => {
      const { stored } = await storeChanged(resultOf(bytes), resultOf(bytes, "b"));
      expect((await stored).sha256).toBe(sha256(resultOf(bytes)));
    },
  );

  it("is stored where the bytes are those that arrived", async () => {
    const text = resultOf(200);
    const { stored } = await storeChanged(text, text);
    expect(await stored).toEqual(expect.objectContaining({ bytes: 200, sha256: sha256(text) }));
  });
});

describe("a folder that another process has taken over", () => {
  const check = () => {
    throw new RunTakenOverError("another process has it");
  };
  const takenOver = async () => {
    const folder = await temporaryFolder();
    return { folder, store: createRunStore(folder, names, undefined, undefined, check) };
  };

  it("is asked for no result", async () => {
    const { store } = await takenOver();
    await expect(store.ready?.()).rejects.toThrow(RunTakenOverError);
  });

  it("keeps its files where they are", async () => {
    const { folder, store } = await takenOver();
    await mkdir(join(folder, "weights.pa"));
    await writeFile(join(folder, "weights.pa", "one.json"), "{}");
    await expect(store.prepare?.(KEY, "one", "result")).rejects.toThrow(RunTakenOverError);
    expect(await readdir(join(folder, "weights.pa"))).toEqual(["one.json"]);
  });

  it("gets no result that arrives after that", async () => {
    const { folder, store } = await takenOver();
    await expect(store.store(KEY, "one", "result", bodyOf(["{}"]))).rejects.toThrow(RunTakenOverError);
    expect(await readdir(join(folder, "weights.pa"))).toEqual(["one.partial"]);
  });
});

describe("what a killed process left", () => {
  const leave = async (name: string, content: string) => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "weights.pa"));
    const path = join(folder, "weights.pa", name);
    writeFileSync(path, content);
    return { folder, path, store: createRunStore(folder, names, undefined, redact) };
  };

  it("says that its end is not proved, since nobody knows how the answer ended", async () => {
    const { store } = await leave("one.csv", "a,b\n1,2\n");
    expect(await store.recover?.(KEY, "one", "result")).toMatchObject({ state: "whole", file: { end: "not-proved" } });
  });

  it("is reported by name where it is removed meanwhile", async () => {
    const { path, store } = await leave("one.json", "{}");
    before("sync one.json", () => rmSync(path, { force: true }));
    await expect(store.recover?.(KEY, "one", "result")).rejects.toThrow(`${path} was removed while the run used it.`);
  });

  it("is not said to have repeated credentials where it did not", async () => {
    const { path, store } = await leave("one.html", "<html>Sign in</html>");
    const left = await store.recover?.(KEY, "one", "result", "stach");
    expect(left).toMatchObject({ file: { bytes: 20, defect: expect.stringMatching(/Sign in/) } });
    expect(JSON.stringify(left)).not.toContain("credentials");
    expect(readFileSync(path, "utf8")).toBe("<html>Sign in</html>");
  });
});

describe("what an earlier job left", () => {
  it("is set aside where it is of this unit, and nothing is synced where there is none", async () => {
    const folder = await temporaryFolder();
    const place = join(folder, "weights.pa");
    await mkdir(place);
    await writeFile(join(place, "two.json"), "{}");
    const store = createRunStore(folder, names);
    await store.prepare?.(KEY, "one", "result");
    expect(readdirSync(place)).toEqual(["two.json"]);
    expect(watched.operations).not.toContain("sync weights.pa");
    await store.prepare?.(KEY, "two", "result");
    expect(readdirSync(place)).toEqual(["two.json.before-1"]);
    expect(watched.operations).toContain("sync weights.pa");
  });
});

describe("the folders of results", () => {
  it("are synced once, and not for each result", async () => {
    const folder = await temporaryFolder();
    const store = createRunStore(join(folder, "run"), names);
    await store.store(KEY, "one", "result", bodyOf(["{}"]));
    await store.store(KEY, "two", "result", bodyOf(["{}"]));
    const syncs = watched.operations.filter((one) => one === "sync run" || one === `sync ${basename(folder)}`);
    expect(syncs.sort()).toEqual([`sync ${basename(folder)}`, "sync run"].sort());
  });

  it("do not end the process where their sync fails while the result still arrives", async () => {
    const rejections = unhandledRejections();
    for (const kind of ["result", "info"] as const) {
      const folder = await temporaryFolder();
      before(`sync ${basename(folder)}`, fail);
      const end = Promise.withResolvers<void>();
      const stream = new ReadableStream<Uint8Array>({
        async pull(controller) {
          await end.promise;
          controller.enqueue(new TextEncoder().encode("{}"));
          controller.close();
        },
      });
      const stored = createRunStore(folder, names).store(KEY, "one", kind, { ...bodyOf([]), stream });
      await expect
        .poll(() => readdirSync(folder, { recursive: true }).some((name) => /partial$/.test(String(name))))
        .toBe(true);
      await rejectionsReported();
      end.resolve();
      await expect(stored).rejects.toThrow("the disk is gone");
    }
    expect(rejections).toEqual([]);
  });
});

describe("a write that fails", () => {
  const path = async () => join(await temporaryFolder(), "one");

  it("is reported where it is the only one", async () => {
    before("writev one", fail);
    await expect(writeBody(await path(), bodyOf(["{}"]))).rejects.toThrow("the disk is gone");
  });

  it("is reported instead of the end of the body", async () => {
    before("writev one", fail);
    const body = bodyOf(["{", new Error("terminated")]);
    await expect(writeBody(await path(), body)).rejects.toThrow("the disk is gone");
  });

  it("is reported where the file cannot be made, and ends the body", async () => {
    const body = bodyOf(["{}"]);
    await expect(writeBody(join(await path(), "one"), body)).rejects.toThrow("ENOENT");
    expect(await body.stream.getReader().read()).toEqual({ done: true, value: undefined });
  });

  it("is reported when more arrives, and ends the body", async () => {
    const rejections = unhandledRejections();
    before("writev one", fail);
    const next = Promise.withResolvers<void>();
    const cancel = vi.fn();
    let pieces = 0;
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (pieces++ > 0) await next.promise;
        controller.enqueue(new Uint8Array(600_000));
      },
      cancel,
    });
    const written = writeBody(await path(), { ...bodyOf([]), stream });
    await expect.poll(() => pieces).toBe(2);
    await rejectionsReported();
    next.resolve();
    await expect(written).rejects.toThrow("the disk is gone");
    expect(cancel).toHaveBeenCalledOnce();
    expect(rejections).toEqual([]);
  });
});

describe("a body that does not arrive whole", () => {
  it("is refused with the reason of the connection", async () => {
    const cause = new Error("terminated");
    const path = join(await temporaryFolder(), "one");
    const error = await writeBody(path, bodyOf(["{", cause])).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(IncompleteBodyError);
    expect(error).toMatchObject({ message: "terminated", bytesRead: 1, cause });
  });

  it("is refused with a reason where the connection has none", async () => {
    const stream = new ReadableStream<Uint8Array>({ start: (controller) => controller.error() });
    const written = writeBody(join(await temporaryFolder(), "one"), { ...bodyOf([]), stream });
    await expect(written).rejects.toThrow("the body ended early");
  });

  it("is refused with the length that was announced", async () => {
    const written = writeBody(join(await temporaryFolder(), "one"), bodyOf(["{}"], "application/json", 3));
    await expect(written).rejects.toThrow("3 bytes were announced");
  });
});

it("a body is written in pieces of at least 512 KiB", async () => {
  const pieces = [524_288, 524_287, 1, 524_288, 300_000, 300_000, 5].map((bytes) => new Uint8Array(bytes));
  const { bytes } = await writeBody(join(await temporaryFolder(), "one"), bodyOf(pieces));
  expect(bytes).toBe(2_172_869);
  expect(watched.operations.filter((one) => one === "writev one")).toHaveLength(5);
});
