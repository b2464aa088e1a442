import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { IncompleteBodyError, REDACTED } from "@analytics-engines/core";
import { Secrets } from "@analytics-engines/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasLinks } from "../../../../../.ci/tests/links.ts";
import { secretForms } from "../../../../core/test/support/service/secret-forms.ts";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { bodyOf } from "../../../test/support/result-body.ts";
import { createRunNames } from "../run-names.ts";
import { createRunStore } from "./run-store.ts";

const KEY = "weights.pa.json";
const names = createRunNames([{ key: KEY, units: ["one", "a/b", "one.json"] }]);

describe("a stored result", () => {
  it("is the bytes as they came, with their digest", async () => {
    const folder = await temporaryFolder();
    const store = createRunStore(folder, names);
    const file = await store.store(KEY, "one", "result", bodyOf(['{"data"', ":1}"]));
    expect(file).toMatchObject({ file: "weights.pa/one.json", contentType: "application/json", bytes: 10 });
    expect(file.sha256).toBe(createHash("sha256").update('{"data":1}').digest("hex"));
    expect(await readFile(join(folder, file.file), "utf8")).toBe('{"data":1}');
    expect(await readdir(join(folder, "weights.pa"))).toEqual(["one.json"]);
  });

  it.each([
    ["application/json", "json"],
    ["application/vnd.example+json", "json"],
    ["application/pdf", "pdf"],
    ["application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx"],
    ["application/vnd.apache.arrow.file", "arrow"],
    ["application/x-protobuf", "pb"],
    ["application/octet-stream", "bin"],
    ["x/../../y", "bin"],
  ])("of %s ends in .%s", async (contentType, extension) => {
    const store = createRunStore(await temporaryFolder(), names);
    const file = await store.store(KEY, "one", "result", bodyOf(["{}"], contentType));
    expect(file).toMatchObject({ file: `weights.pa/one.${extension}`, contentType });
  });

  it.each([
    ["ARROW1 and more", { file: "weights.pa/one.arrow", contentType: "application/vnd.apache.arrow.file" }],
    ["ARROW", { file: "weights.pa/one.bin", contentType: "application/octet-stream" }],
    ["", { file: "weights.pa/one.bin", contentType: "application/octet-stream" }],
  ])("that names no type and begins with %j has the type of its first bytes", async (text, expected) => {
    const store = createRunStore(await temporaryFolder(), names);
    const file = await store.store(KEY, "one", "result", bodyOf([...text], "application/octet-stream"));
    expect(file).toMatchObject(expected);
    // A file that a killed process left has the same type.
    expect(await store.recover?.(KEY, "one", "result")).toMatchObject({ state: "whole", file: expected });
  });

  it("has its run folder made, with the folders above it", async () => {
    const folder = join(await temporaryFolder(), "results", "today");
    const store = createRunStore(folder, names);
    await store.prepare?.(KEY, "one", "result");
    const { file } = await store.store(KEY, "one", "result", bodyOf(["{}"]));
    expect(await readFile(join(folder, file), "utf8")).toBe("{}");
  });

  it("has no store where its run folder cannot be made", async () => {
    const file = join(await temporaryFolder(), "results");
    await writeFile(file, "");
    expect(() => createRunStore(join(file, "today"), names)).toThrow(/ENOTDIR/);
  });

  it("is judged by what it must be, also when a kill left it, and quotes nothing then", async () => {
    const folder = await temporaryFolder();
    const store = createRunStore(folder, names);
    const page = { ...bodyOf(["<html>Sign in</html>"], "text/html"), redact: (text: string) => text };
    expect((await store.store(KEY, "one", "result", page, "stach")).defect).toContain('"Sign in"');
    const left = await store.recover?.(KEY, "one", "result", "stach");
    expect(left).toMatchObject({ state: "whole", file: { defect: expect.stringContaining("a page of 20 bytes") } });
    expect(JSON.stringify(left)).not.toContain("Sign in");
  });

  it("of any unit stays in the folder, beside its info document", async () => {
    const folder = await temporaryFolder();
    const store = createRunStore(folder, names);
    const files = [];
    for (const unit of ["one", "a/b", "one.json", "../../x", "info"]) {
      files.push(await store.store(KEY, unit, "result", bodyOf([`"${unit}"`])));
      files.push(await store.store(KEY, unit, "info", bodyOf(["{}"])));
    }
    expect(new Set(files.map(({ file }) => file.toLowerCase())).size).toBe(10);
    for (const { file, bytes } of files) {
      expect(file).toMatch(/^weights\.pa\/(info\/)?[^/]+\.json$/);
      expect(await readFile(join(folder, file))).toHaveLength(bytes);
    }
  });

  it("of many pieces of any size is whole and in order", async () => {
    const folder = await temporaryFolder();
    const store = createRunStore(folder, names);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 90_000 }), { maxLength: 40 }), async (sizes) => {
        const pieces = sizes.map((size, index) => new Uint8Array(size).fill(index));
        const whole = Buffer.concat(pieces);
        const file = await store.store(KEY, "one", "result", bodyOf(pieces, "application/pdf", whole.length));
        expect(file.bytes).toBe(whole.length);
        expect(file.sha256).toBe(createHash("sha256").update(whole).digest("hex"));
        expect(whole.equals(await readFile(join(folder, file.file)))).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it("is cut off from the network when the disk fails", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "weights.pa"), "no folder");
    const body = bodyOf(["{}"]);
    await expect(createRunStore(folder, names).store(KEY, "one", "result", body)).rejects.toThrow(/is not a folder/);
    expect(await body.stream.getReader().read()).toEqual({ done: true, value: undefined });
  });

  it("tells its tables, and that it is no JSON although it says so", async () => {
    const store = createRunStore(await temporaryFolder(), names);
    const table = {
      definition: { columns: [{ id: "c" }] },
      data: { rows: [{ values: { c: 1 } }, { values: { c: 2 } }] },
    };
    const good = await store.store(
      KEY,
      "one",
      "result",
      bodyOf([`\uFEFF${JSON.stringify({ data: { tables: { t: table } } })}`]),
    );
    expect(good).toMatchObject({ tables: [{ id: "t", rows: 2, columns: 1 }] });
    expect(good.defect).toBeUndefined();
    const bad = await store.store(KEY, "one", "result", bodyOf(['{"data":']));
    expect(bad.defect).toContain("not valid JSON");
  });
});

describe("a result that arrived whole, and that another program kept from its name until the process was killed", () => {
  const text = '{"data":1}';
  const bytes = text.length;
  const sha256 = createHash("sha256").update(text).digest("hex");
  const arrived = { contentType: "application/json", bytes, sha256 };
  const leave = async (content: string) => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "weights.pa"));
    await writeFile(join(folder, "weights.pa", "one.partial"), content);
    return { folder, store: createRunStore(folder, names) };
  };

  it("gets its name where it has the size and the SHA-256 of the bytes that arrived", async () => {
    const { folder, store } = await leave(text);
    const file = { file: "weights.pa/one.json", contentType: "application/json", bytes, sha256 };
    expect(await store.recover?.(KEY, "one", "result", undefined, arrived)).toMatchObject({ state: "whole", file });
    expect(await readdir(join(folder, "weights.pa"))).toEqual(["one.json"]);
  });

  it("has the end that the answer showed", async () => {
    const { store } = await leave("a,b");
    const known = { contentType: "text/csv", bytes: 3, sha256: createHash("sha256").update("a,b").digest("hex") };
    expect(await store.recover?.(KEY, "one", "result", undefined, { ...known, mayBeCut: true })).toMatchObject({
      file: { file: "weights.pa/one.csv", end: "not-proved" },
    });
  });

  it.each([
    ["a byte less", text.slice(1), arrived],
    ["another byte", text.replace("1", "2"), arrived],
    ["another SHA-256", text, { ...arrived, sha256: "0".repeat(64) }],
  ])(
    "is not taken for the result where it has other bytes than those that arrived (%s)",
    async (_name, content, known) => {
      const { folder, store } = await leave(content);
      const left = await store.recover?.(KEY, "one", "result", undefined, known);
      expect(left).toEqual({ state: "partial", bytes: content.length });
      expect(await readdir(join(folder, "weights.pa"))).toEqual(["one.partial"]);
    },
  );

  it("has its size and digest noted where it cannot get its name, and not where it can", async () => {
    const folder = await temporaryFolder();
    const notes: unknown[] = [];
    const note = async (known: unknown) => void notes.push(known);
    const store = createRunStore(folder, names);
    await store.store(KEY, "a/b", "result", bodyOf([text]), undefined, note);
    expect(notes).toEqual([]);
    await mkdir(join(folder, "weights.pa", "one.json", "in the way"), { recursive: true });
    await expect(store.store(KEY, "one", "result", bodyOf([text]), undefined, note)).rejects.toThrow();
    expect(notes).toEqual([arrived]);
  });
});

describe("a result that does not arrive whole", () => {
  it.each([
    ["breaks off", bodyOf(['{"data"', new Error("terminated")])],
    ["is shorter than announced", bodyOf(['{"data"'], "application/json", 10)],
    ["is longer than announced", bodyOf(['{"data"'], "application/json", 5)],
  ])("(it %s) is refused with the bytes that came, which are kept and not taken for a result", async (_name, body) => {
    const folder = await temporaryFolder();
    const store = createRunStore(folder, names);
    const failure = store.store(KEY, "one", "result", body);
    await expect(failure).rejects.toThrow(IncompleteBodyError);
    await expect(failure).rejects.toMatchObject({ bytesRead: 7 });
    expect(await store.recover?.(KEY, "one", "result")).toEqual({ state: "partial", bytes: 7 });
    expect(await readFile(join(folder, "weights.pa", "one.partial"), "utf8")).toBe('{"data"');
  });

  it("is kept without the credentials that it repeats", async () => {
    const folder = await temporaryFolder();
    const secrets = new Secrets();
    secrets.add("Bearer token-0123456789");
    const { redact } = secrets;
    const pages: readonly Buffer[] = [
      Buffer.from("<html>you sent token-0123456789"),
      Buffer.from('{"errors":[{"detail":"you sent \\u0074oken-0123456789'),
    ];
    for (const page of pages) {
      const body = { ...bodyOf([page, new Error("terminated")]), redact };
      const failure = createRunStore(folder, names).store(KEY, "one", "result", body);
      await expect(failure).rejects.toMatchObject({ message: "terminated", bytesRead: page.length });
      expect(await readdir(join(folder, "weights.pa"))).toEqual(["one.partial"]);
      const kept = await readFile(join(folder, "weights.pa", "one.partial"));
      expect(kept.toString("latin1")).toMatch(/you sent \(redacted\)$/);
    }
  });
});

describe("the ids of the tables of a result", () => {
  const secrets = new Secrets();
  secrets.add(`Basic ${btoa("DEMO-1:hunter2-hunter2")}`);
  const { redact } = secrets;
  const table = { definition: { columns: [{ id: "a" }] }, data: { rows: [{ values: { a: 1 } }] } };

  it.each(secretForms)("repeat no credential $name, and stay apart", async ({ write }) => {
    const echo = write("hunter2-hunter2");
    const content = JSON.stringify({ data: { tables: { [echo]: table, weights: table, [`2 ${echo}`]: table } } });
    const folder = await temporaryFolder();
    const store = createRunStore(folder, names, undefined, redact);
    const stored = await store.store(KEY, "one", "result", { ...bodyOf([content]), redact }, "stach");
    const ids = stored.tables?.map(({ id }) => id) ?? [];
    expect([ids.length, new Set(ids).size, ids[1]]).toEqual([3, 3, "weights"]);
    expect([ids[0], ids[2]]).toEqual([expect.stringContaining(REDACTED), expect.stringContaining(REDACTED)]);
    expect(secrets.occursIn(ids.join())).toBe(false);
    // The bytes are the service's, and are needed as they are.
    expect(await readFile(join(folder, stored.file), "utf8")).toBe(content);
    expect(await store.recover?.(KEY, "one", "result", "stach")).toMatchObject({ file: { tables: stored.tables } });
  });
});

describe("after a kill", () => {
  it("takes credentials out of a partial result, and out of a page that is not a result", async () => {
    const folder = await temporaryFolder();
    const secrets = new Secrets();
    secrets.add("Bearer token-0123456789");
    const store = createRunStore(folder, names, undefined, secrets.redact);
    await mkdir(join(folder, "weights.pa"), { recursive: true });
    const place = join(folder, "weights.pa", "one.partial");
    await writeFile(place, "<html>you sent token-0123456789");
    expect(await store.recover?.(KEY, "one", "result")).toEqual({ state: "partial", bytes: 31 });
    expect(await readFile(place, "utf8")).toBe("<html>you sent (redacted)");
    await writeFile(join(folder, "weights.pa", "one.html"), "<html>you sent token-0123456789");
    expect(await store.recover?.(KEY, "one", "result", "stach")).toMatchObject({
      state: "whole",
      file: {
        file: "weights.pa/one.html",
        bytes: 25,
        defect: expect.stringContaining("credentials, which were removed"),
      },
    });
  });

  it("what was moved to its name is whole, and described as when it was stored", async () => {
    const store = createRunStore(await temporaryFolder(), names);
    for (const contentType of ["application/json", "application/pdf"]) {
      await store.prepare?.(KEY, "one", "result");
      const file = await store.store(KEY, "one", "result", bodyOf(["{}"], contentType));
      expect(await store.recover?.(KEY, "one", "result")).toEqual({ state: "whole", file });
    }
  });

  it("another unit's file is not taken for it", async () => {
    const store = createRunStore(await temporaryFolder(), names);
    await store.store(KEY, "one.json", "result", bodyOf(["{}"], "application/pdf"));
    await store.store(KEY, "one", "info", bodyOf(["{}"]));
    expect(await store.recover?.(KEY, "one", "result")).toBeUndefined();
  });

  it("what an earlier job left is set aside before a new read, and never deleted or overwritten", async () => {
    const folder = await temporaryFolder();
    const store = createRunStore(folder, names);
    for (const text of ["1", "2"]) {
      await store.prepare?.(KEY, "one", "result");
      expect(await store.recover?.(KEY, "one", "result")).toBeUndefined();
      await store.store(KEY, "one", "result", bodyOf([text]));
    }
    await store.store(KEY, "one", "result", bodyOf(["3"]));
    await writeFile(join(folder, "weights.pa", "one.partial"), "4");
    await store.prepare?.(KEY, "one", "result");
    const left = (await readdir(join(folder, "weights.pa"))).sort();
    expect(left).toEqual(["one.json.before-1", "one.json.before-2", "one.json.before-3", "one.partial.before-1"]);
    const texts = await Promise.all(left.map((name) => readFile(join(folder, "weights.pa", name), "utf8")));
    expect(texts).toEqual(["1", "2", "3", "4"]);
  });

  it("what was set aside is no unit's result", async () => {
    const folder = await temporaryFolder();
    const store = createRunStore(folder, names);
    await store.store(KEY, "one", "result", bodyOf(["{}"]));
    await store.prepare?.(KEY, "one", "result");
    for (const unit of ["one", "one.json"]) expect(await store.recover?.(KEY, unit, "result")).toBeUndefined();
  });
});

describe("a link in the run folder", () => {
  it.runIf(hasLinks)("in the place of a file's folder stops the store before a byte is written", async () => {
    const outside = await temporaryFolder();
    const folder = await temporaryFolder();
    await symlink(outside, join(folder, "weights.pa"));
    const store = createRunStore(folder, names);
    await expect(store.store(KEY, "one", "result", bodyOf(["{}"]))).rejects.toThrow(/is not a folder/);
    expect(await readdir(outside)).toEqual([]);
  });

  it.runIf(hasLinks)("in the place of a result is replaced, not followed", async () => {
    const outside = join(await temporaryFolder(), "outside");
    await writeFile(outside, "untouched");
    const folder = await temporaryFolder();
    await mkdir(join(folder, "weights.pa"));
    await symlink(outside, join(folder, "weights.pa", "one.json"));
    await symlink(outside, join(folder, "weights.pa", "one.partial"));
    await createRunStore(folder, names).store(KEY, "one", "result", bodyOf(["{}"]));
    expect(await readFile(outside, "utf8")).toBe("untouched");
    expect(await readFile(join(folder, "weights.pa", "one.json"), "utf8")).toBe("{}");
  });
});
