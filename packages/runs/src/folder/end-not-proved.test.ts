import { describe, expect, it } from "vitest";
import { clientBefore, createWorld, ORIGIN, only, requests, type World } from "../../../core/test/support/world.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { runFileOf } from "../../test/support/run-file.ts";
import { checkRun } from "../verify/check-run.ts";
import { readManifest } from "./manifest/manifest-file.ts";
import type { RunToFolderOptions } from "./run-options.ts";
import { runToFolder } from "./run-to-folder.ts";

/** An Arrow stream without its end mark, which its writer may leave out. */
const stream = Buffer.concat([Buffer.alloc(4, 0xff), Buffer.from("account,weight\nA,1\n")]);

/** Runs a file whose results come as such a stream, with these headers. */
async function runStreams(headers: Readonly<Record<string, string>>) {
  const request = requests.quant();
  const file = runFileOf({ ...request, body: { ...Object(request.body), meta: { format: "Feather" } } });
  const world: World = createWorld();
  const folder = await temporaryFolder();
  const client = clientBefore(world, ({ url }) =>
    url.endsWith("/result")
      ? new Response(stream, { headers: { "content-type": "application/octet-stream", ...headers } })
      : undefined,
  );
  const run = (options: Partial<RunToFolderOptions> = {}) =>
    world.clock.run(() =>
      runToFolder([file], { client, clock: world.clock, folder, tool: "test/1", service: ORIGIN, ...options }),
    );
  return { folder, run };
}

describe("a result in a format without an end", () => {
  it("whose answer has none either is a success with a state of its own and a warning, also after a resume", async () => {
    const { folder, run } = await runStreams({});
    const manifest = await run();
    const units = only(manifest.files).units;
    expect(manifest.status).toBe("success");
    for (const { end, warnings, file } of units) {
      expect(end).toBe("not-proved");
      expect(warnings).toEqual([
        expect.stringMatching(/^The end of the result is not proved: .* bytes may be missing/),
      ]);
      expect(warnings[0]).toContain(file);
    }
    expect(await readManifest(folder)).toEqual(manifest);
    expect((await run({ resume: true })).files).toEqual(manifest.files);
    const { problems, unproved } = await checkRun(folder, () => {});
    expect([problems, unproved.map(({ unit }) => unit)]).toEqual([[], units.map(({ id }) => id)]);
  });

  it("whose answer has a length or chunks has no such state", async () => {
    for (const headers of [{ "content-length": `${stream.length}` }, { "transfer-encoding": "chunked" }]) {
      const { folder, run } = await runStreams(headers);
      const units = only((await run()).files).units;
      const plain = units.map(() => ["success", undefined, []]);
      expect(units.map(({ status, end, warnings }) => [status, end, warnings])).toEqual(plain);
      expect((await checkRun(folder, () => {})).unproved).toEqual([]);
    }
  });

  it("that is a part, as its answer says, is lost", async () => {
    const { run } = await runStreams({ "content-range": "bytes 0-22/30304", "content-length": `${stream.length}` });
    const units = only((await run()).files).units;
    expect(units.map(({ status }) => status)).toEqual(units.map(() => "lost"));
    expect(units[0]?.errors[0]?.detail).toMatch(/arrived only as a part of it \(Content-Range: bytes 0-22\/30304\)/);
  });
});
