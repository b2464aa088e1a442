import { readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { fileOf, manifestOf, unitOf } from "../../test/support/manifests.ts";
import { createToolWorld, weights } from "../../test/support/tool-world.ts";
import type { ManifestFile } from "../folder/manifest/manifest.ts";
import { digestShard, markOf } from "../plan/plan.ts";
import { filesOfShard } from "../plan/shard.ts";
import { openReproduction } from "../reproduce/reproduction.ts";
import { UserError } from "../user-error.ts";
import { type CheckedRun, prepareRun, type RunSource } from "./prepare-run.ts";

const today = "today.pa.json";
const other = "other.pa.json";
const service = "https://api.example.test";

type Request = Parameters<typeof prepareRun>[0];

/** A folder with two parameter files, which are prepared without a service. */
function createBook() {
  const world = createToolWorld();
  const { folder } = world;
  for (const name of [today, other]) world.writeUnits(name, { [name.slice(0, 1)]: weights });
  const prepare = (source: RunSource, more: Partial<Request> = {}) =>
    prepareRun({ folder, source, settings: {}, ...more });
  const ready = async (source: RunSource, more?: Partial<Request>) => {
    const run = await prepare(source, more);
    if (!run.isReady) throw new Error([...run.problems, ...run.errors].join("\n"));
    return run;
  };
  return { ...world, prepare, ready };
}

const found = (...paths: readonly string[]): RunSource => ({ kind: "found", paths });
const pathsOf = ({ files }: Pick<CheckedRun, "files">) => files.map((file) => file.path);

/** A shard of a plan of which it has all files. */
async function shardOf(book: ReturnType<typeof createBook>, ...paths: readonly string[]) {
  const { files } = await book.ready(found(...paths));
  const planFiles = files.map((file) => ({ path: file.path, family: file.family, shard: 1, mark: markOf(file) }));
  const plan = { commit: "0".repeat(40), files: planFiles, digests: [digestShard(files)] };
  return { kind: "shard", shard: filesOfShard(plan, 1) } as const;
}

/** A run of one file, which is opened to be computed again. */
async function reproductionOf(book: ReturnType<typeof createBook>, patterns: readonly string[] = []) {
  const { folder } = await book.run(today, "earlier");
  return { kind: "reproduced", reproduction: await openReproduction(folder, patterns), service } as const;
}

describe("prepareRun", () => {
  it("checks the files that were found, and sends and writes nothing", async () => {
    const book = createBook();
    const before = readdirSync(book.folder);
    const run = await book.ready(found(today, other));
    expect(pathsOf(run)).toEqual([today, other]);
    expect(run.parameters.get(today)?.units).toEqual(["t"]);
    expect(run).toMatchObject({ shard: undefined, reproduction: undefined, pinned: undefined, checks: undefined });
    expect(readdirSync(book.folder)).toEqual(before);
    expect(book.simulator.requests).toEqual([]);
  });

  it("puts the dates and the currency of a set into the requests", async () => {
    const { files } = await createBook().ready(found(today), { settings: { fixedValues: { currency: "EUR" } } });
    expect(files[0]?.request).toMatchObject({ data: { t: { currencyisocode: "EUR" } } });
  });

  it("gives what is wrong with files to the caller, with all issues, and opens nothing more", async () => {
    const book = createBook();
    book.writeUnits(other, { o: { ...weights, dates: 1 } });
    const run = await book.prepare(found(today, other, "none.pa.json"), { checks: { checks: ["none.checks.json"] } });
    expect(run.isReady).toBe(false);
    expect(run.problems).toEqual([expect.stringMatching(/^none\.pa\.json cannot be read/)]);
    expect(run.errors).toEqual([expect.stringMatching(/^other\.pa\.json:1:\d+: /)]);
    expect(run.checked.map(({ issues }) => issues.length > 0)).toEqual([false, true, false]);
  });

  it("tells the paths before it reads the files, and the files before it refuses the run", async () => {
    const book = createBook();
    const shard = await shardOf(book, today);
    book.writeUnits(today, { changed: weights });
    const told: unknown[] = [];
    const prepared = book.prepare(shard, {
      onPaths: (paths) => told.push(paths),
      onChecked: (checked) => told.push(pathsOf(checked)),
    });
    await expect(prepared).rejects.toThrow("asks for something else than when it was planned.");
    expect(told).toEqual([[today], [today]]);
  });

  it("runs the files of a shard, as the families of the plan", async () => {
    const book = createBook();
    const shard = await shardOf(book, other);
    const run = await book.ready(shard);
    expect(pathsOf(run)).toEqual([other]);
    expect(run.shard).toEqual(shard.shard.manifest);
  });

  it("goes on with the files of the run that is resumed, and with its shard", async () => {
    const book = createBook();
    const shard = await shardOf(book, today);
    const run = { ...manifestOf([fileOf(today, [unitOf("t")])]), shard: shard.shard.manifest };
    for (const of of [undefined, shard]) {
      const resumed = await book.ready({ kind: "resumed", run, of });
      expect(pathsOf(resumed)).toEqual([today]);
      expect(resumed.shard).toEqual(run.shard);
    }
    book.writeUnits(today, { changed: weights });
    await expect(book.prepare({ kind: "resumed", run, of: shard })).rejects.toThrow(
      "asks for something else than when it was planned.",
    );
  });

  it("reads a file as the family that was decided earlier", async () => {
    const book = createBook();
    book.writeUnits("odd.json", { o: weights });
    const odd = (family: ManifestFile["family"]) => manifestOf([fileOf("odd.json", [unitOf("o")], { family })]);
    expect((await book.ready({ kind: "resumed", run: odd("pa") })).files[0]?.family).toBe("pa");
    expect((await book.prepare({ kind: "resumed", run: odd("spar") })).isReady).toBe(false);
  });

  it("pins the dates of a run that is computed again", async () => {
    const book = createBook();
    const source = await reproductionOf(book);
    const run = await book.ready(source);
    expect(run.files[0]?.request).toMatchObject({
      data: { t: { dates: { enddate: expect.stringMatching(/^\d{8}$/) } } },
    });
    expect(run.pinned).toMatchObject({ warnings: [], dates: [{ text: "" }, { text: "0M" }] });
    expect(run.reproduction).toBe(source.reproduction);
    const elsewhere = await book.ready({ ...source, service: "https://other.example" });
    expect(elsewhere.pinned?.warnings).toHaveLength(1);
    const resumed = await book.ready({ kind: "resumed", run: manifestOf([fileOf(today, [unitOf("t")])]), of: source });
    expect(resumed.files).toEqual(run.files);
  });

  it("computes again those files that were typed, and refuses one of another run", async () => {
    const book = createBook();
    const source = await reproductionOf(book);
    expect(pathsOf(await book.ready({ ...source, typed: [today] }))).toEqual([today]);
    await expect(book.prepare({ ...source, typed: [other] })).rejects.toThrow(
      "other.pa.json is not in the manifest to reproduce",
    );
  });

  it("refuses files of a list that are missing, and says which list it is", async () => {
    const book = createBook();
    const [shard, reproduced] = [await shardOf(book, today), await reproductionOf(book)];
    const resumed = { kind: "resumed", run: manifestOf([fileOf(today, [unitOf("t")])]) } as const;
    rmSync(path.join(book.folder, today));
    const lists: readonly (readonly [RunSource, string])[] = [
      [shard, "the plan"],
      [reproduced, "the run to reproduce"],
      [resumed, "the run to be resumed"],
    ];
    for (const [source, list] of lists) {
      const refusal = `${today} is part of ${list}, and is not in ${book.folder}. Check out a commit that has it.`;
      await expect(book.prepare(source)).rejects.toThrow(new UserError(refusal));
      const run = await book.prepare(source, { areMissingIssues: true });
      expect(run).toMatchObject({ isReady: false, problems: [expect.stringContaining(today)] });
    }
  });

  it("opens the checks, and refuses a mistake in them", async () => {
    const book = createBook();
    const checks = { checks: ["*.checks.json"], junit: "junit.xml" };
    await expect(book.prepare(found(today), { checks })).rejects.toThrow("No checks file matches *.checks.json");
    writeFileSync(path.join(book.folder, "a.checks.json"), '{"checks": [{"rowCount": {"min": 1}}]}');
    expect((await book.ready(found(today), { checks })).checks).toMatchObject({
      files: [{ path: "a.checks.json" }],
      junit: path.join(book.folder, "junit.xml"),
    });
    book.write("a.checks.json", '{"checks": [{"rowCount": {"mim": 1}}]}');
    await expect(book.prepare(found(today), { checks })).rejects.toThrow("a.checks.json:1:");
    expect(readdirSync(book.folder)).not.toContain("junit.xml");
  });
});
