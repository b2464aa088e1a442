import { readFileSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { clientBefore, createWorld, ORIGIN, only, requests, type World } from "../../../core/test/support/world.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { runFileOf } from "../../test/support/run-file.ts";
import { readJournal } from "./journal/journal-file.ts";
import { readManifest } from "./manifest/manifest-file.ts";
import { readStoredCommentary } from "./results/stored-commentary.ts";
import type { RunToFolderOptions } from "./run-options.ts";
import { runToFolder } from "./run-to-folder.ts";

const file = runFileOf(requests.attribution(["effects", "rest"]));

function runIn({ client, clock }: World, folder: string, options: Partial<RunToFolderOptions> = {}) {
  const given = { client, clock, folder, tool: "test/1", service: ORIGIN, random: () => 0.5, ...options };
  return clock.run(() => runToFolder([file], given));
}
const creates = ({ simulator }: World) =>
  simulator.requests.filter(({ operation }) => operation === "pa.commentaries.create").length;

describe("commentaries in a run folder", () => {
  it("stand beside the results, with their digests in the manifest", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    const manifest = await runIn(world, folder, { commentary: ["*#effects"] });
    expect(manifest).toMatchObject({ status: "success", commentary: ["*#effects"] });
    const [effects, rest] = only(manifest.files).units;
    expect(effects).toMatchObject({
      commentary: "effects.pa/effects.commentary.json",
      commentaryBytes: readFileSync(join(folder, "effects.pa/effects.commentary.json")).length,
      commentarySha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect([rest?.commentary, rest?.warnings]).toEqual([undefined, []]);
    expect(await readdir(join(folder, "effects.pa"))).toEqual(["effects.commentary.json", "effects.json", "rest.json"]);
    expect(await readManifest(folder)).toEqual(manifest);
    expect(effects && (await readStoredCommentary(folder, effects))).toEqual({
      text: readFileSync(join(folder, "effects.pa/effects.commentary.json"), "utf8"),
    });
  });

  it("are warnings of their units where they fail, and the run succeeds", async () => {
    const world = createWorld({ faults: ["commentaries.create=500"] });
    const folder = await temporaryFolder();
    const manifest = await runIn(world, folder, { commentary: ["**"] });
    expect(manifest.status).toBe("success");
    expect(only(manifest.files).units.map(({ warnings }) => warnings.length)).toEqual([1, 1]);
    world.simulator.faults.clear();
    const resumed = await runIn(world, folder, { resume: true });
    expect(only(resumed.files).units.map(({ warnings, commentary }) => [warnings, commentary])).toEqual([
      [[], "effects.pa/effects.commentary.json"],
      [[], "effects.pa/rest.commentary.json"],
    ]);
  });

  it("are not asked for again when the run is resumed", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    const first = await runIn(world, folder, { commentary: ["**"] });
    const before = world.simulator.requests.length;
    const resumed = await runIn(world, folder, { resume: true });
    expect(resumed.files).toEqual(first.files);
    expect([creates(world), world.simulator.requests.length]).toEqual([2, before]);
  });

  it("that were altered do not count, and are not asked for again", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    await runIn(world, folder, { commentary: ["**"] });
    writeFileSync(join(folder, "effects.pa/rest.commentary.json"), "{}");
    const [, rest] = only((await runIn(world, folder, { resume: true })).files).units;
    expect(rest).toMatchObject({
      status: "success",
      warnings: [expect.stringMatching(/^The commentary effects\.pa\/rest\.commentary\.json does not count: /)],
    });
    expect([rest?.commentary, creates(world)]).toEqual([undefined, 2]);
  });

  it("go on where the run was stopped, and the journal has no credential", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    const stop = new AbortController();
    const onEvent = ({ type }: { type: string }) => type === "commentary-created" && stop.abort(new Error("stopped"));
    const stopped = await runIn(world, folder, { commentary: ["**"], signal: stop.signal, onEvent });
    expect(stopped.status).toBe("success");
    const resumed = await runIn(world, folder, { resume: true });
    expect(only(resumed.files).units.every(({ commentary, warnings }) => commentary && warnings.length === 0)).toBe(
      true,
    );
    expect(creates(world)).toBe(2);
    expect(JSON.stringify(await readJournal(folder))).not.toContain(Buffer.from("DEMO-1:demo").toString("base64"));
  });

  it("leave the CSV of a table called commentary where it is", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    await runIn(world, folder);
    const csv = join(folder, "effects.pa/effects.commentary.csv");
    writeFileSync(csv, "a,b");
    const manifest = await runIn(world, folder, { resume: true, commentary: ["*#effects"] });
    expect(only(manifest.files).units[0]?.commentary).toBe("effects.pa/effects.commentary.json");
    expect(readFileSync(csv, "utf8")).toBe("a,b");
  });

  it("never take credentials that an answer repeats into a warning", async () => {
    const world = createWorld();
    const secret = Buffer.from("DEMO-1:demo").toString("base64");
    const client = clientBefore(world, ({ url, method }) =>
      method === "POST" && url.endsWith("/commentary")
        ? Response.json({ errors: [{ code: "BadRequest", detail: `Basic ${secret} is bad` }] }, { status: 400 })
        : undefined,
    );
    const folder = await temporaryFolder();
    await runIn({ ...world, client }, folder, { commentary: ["**"] });
    expect(readFileSync(join(folder, "manifest.json"), "utf8")).toContain("is bad");
    for (const name of ["manifest.json", "journal.jsonl"])
      expect(readFileSync(join(folder, name), "utf8")).not.toContain(secret);
  });
});
