import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Manifest } from "@analytics-engines/runs";
import { describe, expect, it } from "vitest";
import { startAzurite } from "../support/github/azurite.ts";
import { startGitHub } from "../support/github/github.ts";
import { readArtifact } from "../support/github/zip.ts";
import { paRequest, paUnit } from "../support/parameters.ts";
import { createWorld, type World } from "../support/world.ts";

const secret = "stolen-row";
/** A result with a row that no run computed. */
const elsewhere = JSON.stringify({
  data: {
    tables: {
      t: { definition: { columns: [{ id: "n", type: "string" }] }, data: { rows: [{ values: { n: secret } }] } },
    },
  },
});

/** A finished run in `analytics-run`, and files of somebody else in `outside`. */
async function createRun(): Promise<World & { readonly manifest: Manifest; readonly result: string }> {
  const world = await createWorld();
  world.write("p/a.pa.json", paRequest({ a: paUnit() }));
  const first = await world.run({ files: "p/*.json" });
  expect(first).toMatchObject({ code: 0 });
  world.write("outside/s.json", elsewhere);
  world.write("outside/s.csv", "kept");
  const manifest: Manifest = JSON.parse(world.read("analytics-run/manifest.json"));
  const result = manifest.files[0]?.units[0]?.file ?? "";
  // A resumed run writes them again.
  for (const file of ["report.html", result.replace(/json$/, "csv")])
    rmSync(path.join(world.workspace, "analytics-run", file));
  return { ...world, manifest, result };
}

/** Writes in a journal or a manifest another path for the result. */
function rename(world: World, file: string, from: string, to: string): void {
  const text = world.read(file);
  expect(text).toContain(JSON.stringify(from));
  world.write(file, text.replaceAll(JSON.stringify(from), JSON.stringify(to)));
}

const resume = (world: World, inputs: Record<string, string> = {}, env: Record<string, string> = {}) =>
  world.run({ files: "", "resume-from": "analytics-run", ...inputs }, { env });
const inPlace = (world: World, file: string) => path.join(world.workspace, "analytics-run", file);

describe.concurrent("a run folder from elsewhere", () => {
  it.each(["journal.jsonl", "manifest.json"])(
    "whose %s names a file outside shows nothing of it and overwrites nothing",
    async (record) => {
      await using world = await createRun();
      rename(world, `analytics-run/${record}`, world.result, "../outside/s.json");
      const step = await resume(world);
      expect(step).toMatchObject({ code: 1, stderr: "" });
      expect(world.read("outside/s.csv")).toBe("kept");
      expect(`${step.summary}${step.raw}`).not.toContain(secret);
      expect(step.annotations[0]?.message).toContain(record);
      expect(step.raw).not.toContain("defect");
    },
  );

  it("whose results are reached by a link shows nothing of them, and writes no CSV beside them", {
    tags: "full",
  }, async () => {
    await using world = await createRun();
    const folder = path.dirname(inPlace(world, world.result));
    const outside = path.join(world.workspace, "outside", "a.pa");
    renameSync(folder, outside);
    symlinkSync(outside, folder);
    const step = await resume(world);
    expect(step.stderr).toBe("");
    expect(world.list("outside/a.pa")).toEqual([path.basename(world.result)]);
    expect(step.summary).not.toContain("### Tables");
  });

  it("with a link in place of a file of the run does not change the link's target", {
    tags: "full",
  }, async () => {
    await using world = await createRun();
    const csv = world.result.replace(/json$/, "csv");
    const own = ["summary.md", "summary.md.partial", "report.html", csv, `${csv}.partial`];
    for (const file of own) {
      rmSync(inPlace(world, file), { force: true });
      symlinkSync(path.join(world.workspace, "outside/s.csv"), inPlace(world, file));
    }
    const step = await resume(world);
    const annotations = [{ level: "notice", message: expect.stringMatching(/^The run was over: /) }];
    expect(step).toMatchObject({ code: 0, stderr: "", annotations });
    expect(world.read("outside/s.csv")).toBe("kept");
    expect(world.read("analytics-run/summary.md")).toContain("## ✅ Analytics run: success");
  });

  it("whose result was altered shows nothing of it: no preview, no CSV, no report", async () => {
    await using world = await createRun();
    writeFileSync(inPlace(world, world.result), elsewhere);
    const step = await resume(world);
    expect(step.stderr).toBe("");
    expect(step.summary).not.toContain(secret);
    for (const file of world.list("analytics-run").filter((name) => name !== world.result))
      expect(readFileSync(inPlace(world, file), "utf8"), file).not.toContain(secret);
    expect(step.annotations.map(({ message }) => message).join("\n")).toContain(world.result);
    expect(existsSync(inPlace(world, world.result.replace(/json$/, "csv")))).toBe(false);
  });

  it("with links among its files has none of what they lead to uploaded", { tags: "full" }, async () => {
    await using azurite = await startAzurite();
    await using github = await startGitHub(azurite);
    await using world = await createRun();
    world.write("outside/folder/s.json", elsewhere);
    mkdirSync(inPlace(world, "a"), { recursive: true });
    symlinkSync(path.join(world.workspace, "outside/s.json"), inPlace(world, "a/s.json"));
    symlinkSync(path.join(world.workspace, "outside/folder"), inPlace(world, "b"));
    symlinkSync(path.join(world.workspace, "outside/s.json"), inPlace(world, "report.html"));
    const step = await resume(world, { artifacts: "run" }, github.env);
    expect(step).toMatchObject({ code: 0, stderr: "" });
    // The post step looks for the report by itself.
    const state = { "run-path": path.join(world.workspace, "analytics-run"), settled: "true" };
    await world.run({ "resume-from": "analytics-run", artifacts: "run" }, { env: github.env, post: state });
    const stored = github.artifacts();
    expect(stored.length).toBeGreaterThan(3);
    for (const { name } of stored) {
      for (const [file, content] of readArtifact(name, await github.download(name)))
        expect(content.toString(), `${name}: ${file}`).not.toContain(secret);
    }
  });
});
