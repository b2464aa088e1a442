import { readFileSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { clientBefore, createWorld, ORIGIN, requests, type World } from "../../../core/test/support/world.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { runFileOf } from "../../test/support/run-file.ts";
import { readManifest } from "./manifest/manifest-file.ts";
import { readStoredCommentary } from "./results/read-stored.ts";
import { runToFolder } from "./run-to-folder.ts";
import { type CommentaryOptions, writeCommentaries } from "./write-commentaries.ts";

const path = "effects.pa.json";
const stored = { path, unit: "effects", file: "effects.pa/effects.commentary.json", bytes: expect.any(Number) };

async function afterRun(
  units: readonly string[] = ["effects", "rest"],
  options: Parameters<typeof createWorld>[0] = {},
) {
  const world = createWorld(options);
  const folder = await temporaryFolder();
  const files = [runFileOf(requests.attribution(units)), runFileOf(requests.quant())];
  const { client, clock } = world;
  await clock.run(() =>
    runToFolder(files, { client, clock, folder, tool: "test/1", service: ORIGIN, random: () => 0.5 }),
  );
  return { world, folder };
}

const write = ({ clock, client }: World, folder: string, options: CommentaryOptions = {}) =>
  clock.run(() => writeCommentaries(folder, client, { clock, ...options }));

/** The same world, whose service answers the requests for commentaries with `answer`. */
function answering(world: World, answer: (method: string, url: string) => Response | undefined): World {
  const client = clientBefore(world, ({ method, url }) =>
    url.includes("/commentary") ? answer(method, url) : undefined,
  );
  return { ...world, client };
}

describe("the commentaries of a run folder", () => {
  it("are written beside the results, and the manifest stays as it is", async () => {
    const { world, folder } = await afterRun();
    const manifest = readFileSync(join(folder, "manifest.json"), "utf8");
    const ended: string[] = [];
    const outcomes = await write(world, folder, { onEnd: ({ unit }) => ended.push(unit) });
    expect(outcomes).toEqual([stored, { ...stored, unit: "rest", file: "effects.pa/rest.commentary.json" }]);
    expect(ended.sort()).toEqual(["effects", "rest"]);
    expect(readFileSync(join(folder, "manifest.json"), "utf8")).toBe(manifest);
    expect(await readdir(join(folder, "effects.pa"))).toEqual([
      "effects.commentary.json",
      "effects.json",
      "rest.commentary.json",
      "rest.json",
    ]);
    const [unit] = (await readManifest(folder)).files[0]?.units ?? [];
    const shown = unit && (await readStoredCommentary(folder, unit));
    expect(shown).toEqual({ text: readFileSync(join(folder, stored.file), "utf8") });
    expect(shown && "text" in shown && shown.text).toContain("Executive Summary");
  });

  it.each([["effects"], ["*#eff*"], ["effects.pa.json#effects"]])("are those that %s selects", async (pattern) => {
    const { world, folder } = await afterRun();
    expect(await write(world, folder, { patterns: [pattern] })).toEqual([stored]);
    const creates = world.simulator.requests.filter(({ operation }) => operation === "pa.commentaries.create");
    expect(creates).toHaveLength(1);
  });

  it("are refused for a pattern that selects no unit, before anything is sent", async () => {
    const { world, folder } = await afterRun();
    const sent = world.simulator.requests.length;
    await expect(write(world, folder, { patterns: ["effects", "*.quant.json#*"] })).rejects.toThrow(
      '"*.quant.json#*" selects no unit of the family pa',
    );
    expect(world.simulator.requests).toHaveLength(sent);
  });

  it("replace earlier texts whole, and a failure leaves the earlier text", async () => {
    const { world, folder } = await afterRun();
    await write(world, folder);
    const text = readFileSync(join(folder, stored.file), "utf8");
    writeFileSync(join(folder, stored.file), "earlier");
    world.simulator.faults.add("commentaries.result=500");
    expect(await write(world, folder, { patterns: ["effects"] })).toMatchObject([{ problem: expect.any(String) }]);
    expect(readFileSync(join(folder, stored.file), "utf8")).toBe("earlier");
    world.simulator.faults.clear();
    expect(await write(world, folder, { patterns: ["effects"] })).toEqual([stored]);
    expect(readFileSync(join(folder, stored.file), "utf8")).toBe(text);
  });

  it("that come with the answer to the create are written at once", async () => {
    const { world, folder } = await afterRun(["effects"]);
    const text = '{"data":{"sections":[{"title":"At once"}]}}';
    const atOnce = answering(world, (method) =>
      method === "POST"
        ? new Response(text, { status: 201, headers: { "content-type": "application/json" } })
        : undefined,
    );
    expect(await write(atOnce, folder)).toEqual([{ ...stored, bytes: text.length }]);
    expect(readFileSync(join(folder, stored.file), "utf8")).toBe(text);
  });

  it.each([
    ["has no sections", { data: { sections: [] } }, 201, "The commentary has no sections."],
    [
      "ended with another status",
      { data: { status: "Failed" } },
      202,
      'The service ended it with the status "Failed".',
    ],
    ["is about another unit", { data: { status: "Queued", unitid: "rest" } }, 202, "is another request's."],
    [
      "is refused",
      { errors: [{ detail: "no attribution" }] },
      400,
      "A commentary needs one portfolio with a benchmark",
    ],
  ])("are a problem of their unit where the text %s", async (_, json, status, problem) => {
    const { world, folder } = await afterRun(["effects"]);
    const outcomes = await write(
      answering(world, () => Response.json(json, { status })),
      folder,
    );
    expect(outcomes).toMatchObject([{ path, unit: "effects", problem: expect.stringContaining(problem) }]);
    expect(await readdir(join(folder, "effects.pa"))).toEqual(["effects.json"]);
  });

  it("are given up after half an hour", async () => {
    const { world, folder } = await afterRun(["effects"]);
    const busy = answering(world, () => Response.json({ data: { status: "Executing" } }, { status: 202 }));
    expect(await write(busy, folder)).toMatchObject([{ problem: expect.stringContaining("within half an hour") }]);
  });

  it("never repeat credentials of an answer", async () => {
    const { world, folder } = await afterRun(["effects"]);
    const secret = Buffer.from("DEMO-1:demo").toString("base64");
    const refusing = answering(world, () =>
      Response.json({ errors: [{ code: "BadRequest", detail: `Basic ${secret} is bad` }] }, { status: 400 }),
    );
    const [outcome] = await write(refusing, folder);
    expect(JSON.stringify(outcome)).toContain("is bad");
    expect(JSON.stringify(outcome)).not.toContain(secret);
  });

  it("stop with the signal, and the folder can be used again", async () => {
    const { world, folder } = await afterRun(["effects"]);
    const stopped = new Error("stopped");
    await expect(write(world, folder, { signal: AbortSignal.abort(stopped) })).rejects.toBe(stopped);
    expect(await write(world, folder)).toEqual([stored]);
  });

  it("are asked only of the service of the run", async () => {
    const { world, folder } = await afterRun(["effects"]);
    const client = { ...world.client, baseUrl: "https://other.vendor.example" };
    await expect(writeCommentaries(folder, client)).rejects.toThrow("The jobs of this run are at another service");
  });

  it("are set aside when a result is stored again", async () => {
    const { world, folder } = await afterRun(["effects"]);
    await write(world, folder);
    const { createRunStore } = await import("./results/run-store.ts");
    const { createRunNames } = await import("./run-names.ts");
    await createRunStore(folder, createRunNames([{ key: path, units: ["effects"] }])).prepare?.(
      path,
      "effects",
      "result",
    );
    expect(await readdir(join(folder, "effects.pa"))).toEqual([
      "effects.commentary.json.before-1",
      "effects.json.before-1",
    ]);
  });
});
