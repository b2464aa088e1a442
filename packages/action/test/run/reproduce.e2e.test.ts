import { readFileSync } from "node:fs";
import path from "node:path";
import { systemClock } from "@analytics-engines/core/basics";
import { readManifest } from "@analytics-engines/runs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { examplesFolder, failingUnit, paRequest } from "../support/parameters.ts";
import { createWorld, type World } from "../support/world.ts";

/** The service on a day: relative dates are counted from there. */
function serviceOn(date: string) {
  const ahead = Date.parse(date) - Date.now();
  return { clock: { ...systemClock, now: () => Date.now() + ahead } };
}

const names = ["attribution.pa.json", "official-returns.vault.json", "prices.quant.json", "style.spar.json"];

describe("a run that is computed again", () => {
  let then: World;
  let now: World;
  let corrected: World;
  /** In the repository of then, on another day's service. */
  const reproduce = (inputs: Record<string, string> = {}, world = now) =>
    world.run(
      { files: "", reproduce: "analytics-run/manifest.json", "output-dir": "again", ...inputs },
      { workspace: then.workspace },
    );
  const manifestOf = (folder: string) => readManifest(path.join(then.workspace, folder));

  beforeAll(async () => {
    then = await createWorld(serviceOn("2026-02-11T10:00:00Z"));
    now = await createWorld(serviceOn("2026-07-23T10:00:00Z"));
    corrected = await createWorld({ ...serviceOn("2026-07-23T10:00:00Z"), seed: 2, duplicates: "allow" });
    for (const name of names) then.write(`book/${name}`, readFileSync(path.join(examplesFolder, name), "utf8"));
    expect((await then.run({ files: "book/*.json" })).code).toBe(0);
  });
  afterAll(async () => {
    for (const world of [then, now, corrected]) await world[Symbol.asyncDispose]();
  });

  it("has the earlier numbers on another day", async () => {
    const [plain, step] = await Promise.all([
      now.run({ files: "book/*.json", "output-dir": "plain" }, { workspace: then.workspace }),
      reproduce(),
    ]);
    const [first, other, again] = await Promise.all(["analytics-run", "plain", "again"].map(manifestOf));
    expect(plain).toMatchObject({ code: 0, outputs: { status: "success" } });
    expect(plain.outputs["reproduced"]).toBeUndefined();
    for (const [index, file] of first?.files.entries() ?? [])
      expect(other?.files[index]?.units.map((unit) => unit.sha256)).not.toEqual(file.units.map((unit) => unit.sha256));

    expect(step).toMatchObject({ code: 0, outputs: { status: "success", reproduced: "true" } });
    expect(step.annotations.map(({ level, message }) => [level, message])).toEqual([
      ["warning", `The run was computed by ${then.url}, and is computed again by ${now.url}.`],
    ]);
    expect(step.raw).toContain("book/official-returns.vault.json: /data/");
    expect(step.raw).toMatch(/0M is 20260130\n/);
    expect(step.summary).toMatch(/✅ Against the run of 2026&#45;|✅ Against the run of 2026-/);
    expect(step.summary).toMatch(/reproduced: (\d+) of \1 results the same/);
    expect(again?.reproduces?.compared?.reproduced).toBe(true);
    expect(again?.reproduces?.compared?.units.map(({ path: file }) => file)).toEqual(
      first?.files.flatMap((file) => file.units.map(() => file.path)),
    );
    // What was written of the tables is kept beside it.
    expect(again?.files[0]?.units[0]?.tables?.[0]?.csv).toMatch(/\.csv$/);
  });

  it("fails where the service has other data, and says what differs", { tags: "full" }, async () => {
    const [step, told] = await Promise.all([
      reproduce({ "output-dir": "corrected" }, corrected),
      reproduce({ "output-dir": "told", "fail-on": "never", files: "book/style.spar.json" }, corrected),
    ]);
    expect(step).toMatchObject({ code: 1, outputs: { status: "success", reproduced: "false" } });
    expect(step.annotations).toContainEqual(
      expect.objectContaining({
        level: "error",
        message: expect.stringMatching(/: not reproduced: 0 of \d+ results the same, \d+ differ/),
      }),
    );
    expect(step.summary).toContain("| File | Unit | Against the earlier run | Largest move |");
    expect(step.summary).toMatch(
      /<code>book\/style\.spar\.json<\/code> \| .*differs.*cells differ.* in the earlier run, .* now/,
    );
    expect(step.raw).toMatch(/book\/style\.spar\.json, unit .*: differs: .*; the largest move: /);
    const units = (await manifestOf("corrected")).reproduces?.compared?.units ?? [];
    expect(units.every(({ outcome, moves = [] }) => outcome === "differs" && moves.length > 0)).toBe(true);

    expect(told).toMatchObject({ code: 0, outputs: { reproduced: "false" } });
    expect(new Set((await manifestOf("told")).files.map((file) => file.path))).toEqual(
      new Set(["book/style.spar.json"]),
    );
    expect(told.raw).toContain("3 of the 4 files in the manifest are left out.");
  });

  it("is not compared without waiting, and resumes only with the manifest", { tags: "full" }, async () => {
    const begun = await reproduce({ "output-dir": "later", wait: "false" });
    expect(begun).toMatchObject({ code: 0, outputs: { status: "running" } });
    expect(begun.outputs["reproduced"]).toBeUndefined();
    const resume = { files: "", "resume-from": "later" };
    const without = await now.run(resume, { workspace: then.workspace });
    expect(without.code).toBe(1);
    expect(without.annotations.map(({ message }) => message).join()).toContain(
      "resume it with the manifest of that one",
    );
    const resumed = await reproduce({ ...resume, "output-dir": "" });
    expect(resumed).toMatchObject({ code: 0, outputs: { status: "success", reproduced: "true" } });
  });

  it("is refused before anything is sent, with the names of what is wrong", async () => {
    using other = { [Symbol.dispose]: () => then.write("book/style.spar.json", original) };
    const original = then.read("book/style.spar.json");
    const sent = now.simulator.requests.length;
    const messagesOf = async (inputs: Record<string, string> = {}) => {
      const { code, annotations } = await reproduce({ "output-dir": "refused", ...inputs });
      expect(code).toBe(1);
      return annotations.map(({ message }) => message).join(" ");
    };
    expect(await messagesOf({ reproduce: "gone/manifest.json" })).toMatch(/manifest\.json: no such file or directory/);
    expect(await messagesOf({ reproduce: "book/style.spar.json" })).toMatch(/another version of the tool/);
    expect(await messagesOf({ files: "boks/**" })).toMatch(
      /^No files of .*manifest\.json match the input files: boks\/\*\*\. Name files of that run\.$/,
    );
    then.write("book/style.spar.json", original.replace("-3M", "-4M"));
    expect(await messagesOf()).toBe(
      "book/style.spar.json is not the file that was run: its parameters differ (parametersSha256). Check out the commit of that run, or leave the file out. Nothing was sent to the service.",
    );
    then.write("book/style.spar.json", `${original}\n`);
    expect(await messagesOf()).toMatch(
      /^book\/style\.spar\.json is not the file that was run: it is written in another way/,
    );
    expect(other).toBeDefined();
    expect(now.simulator.requests).toHaveLength(sent);
  });
});

describe("a run of which not all can be computed again", () => {
  it("is refused for relative dates that no result names, unless their files are left out; units without a result stay", {
    tags: "full",
  }, async () => {
    await using then = await createWorld(serviceOn("2026-02-11T10:00:00Z"));
    await using now = await createWorld(serviceOn("2026-07-23T10:00:00Z"));
    for (const name of ["monthly-book.pub.json", "weights.pa.json"])
      then.write(name, readFileSync(path.join(examplesFolder, name), "utf8"));
    const bad = { ...failingUnit(), dates: { enddate: "0M", frequency: "Single" } };
    then.write("bad.pa.json", paRequest({ bad }));
    expect((await then.run({ files: "*.json" })).outputs["status"]).toBe("failure");
    const inputs = { files: "", reproduce: "analytics-run/manifest.json", "output-dir": "again" };
    const refused = await now.run(inputs, { workspace: then.workspace });
    expect(refused.code).toBe(1);
    expect(refused.annotations.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^monthly-book\.pub\.json cannot be computed as it was: .*"-1M".* Leave the file out\.$/),
      "Nothing was sent to the service.",
    ]);
    expect(now.simulator.requests).toEqual([]);
    const rest = await now.run({ ...inputs, files: "!*.pub.json", "fail-on": "never" }, { workspace: then.workspace });
    expect(rest).toMatchObject({ code: 0, outputs: { status: "failure", reproduced: "true" } });
    expect(rest.raw).toContain(
      "bad.pa.json, unit bad: it had no result in the earlier run, so its relative dates stay as they are.",
    );
    expect(rest.summary).toContain("cannot be compared");
  });
});
