import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { systemClock } from "@analytics-engines/core/basics";
import { createSimulator, type SimulatorOptions } from "@analytics-engines/simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { useBuiltCommand, workplace } from "../support/command.ts";

useBuiltCommand();

/** The service on a day: relative dates are counted from there. */
async function serviceOn(date: string, options: SimulatorOptions = {}) {
  const ahead = Date.parse(date) - Date.now();
  const clock = { ...systemClock, now: () => Date.now() + ahead };
  const simulator = createSimulator({ clock, jobSeconds: 0.1, maxAgeSeconds: 1, duplicates: "allow", ...options });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  const env = { ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo", ANALYTICS_BASE_URL: url };
  return { simulator, env };
}

const example = (name: string) =>
  readFileSync(path.resolve(import.meta.dirname, "../../../../docs/examples", name), "utf8");

/** A folder with a run of a day in February. */
async function ranInFebruary(...names: string[]) {
  const place = workplace();
  const { env } = await serviceOn("2026-02-11T10:00:00Z");
  for (const name of names) place.write(name, example(name));
  expect(await place.run(["run", "--output", "february"], env)).toMatchObject({ code: 0 });
  const again = (...args: string[]) => ["reproduce", "february", "--output", "again", ...args];
  return { ...place, again };
}

describe("a run that is computed again", () => {
  test("has the numbers of then on another day", async () => {
    const { run, again, folder } = await ranInFebruary("prices.quant.json", "weights.pa.json");
    const { env } = await serviceOn("2026-07-23T10:00:00Z");
    const { code, stdout, stderr } = await run(again(), env);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^success: (\d+) of \1 units in 2 files succeeded\. Run folder: again\nreproduced: \1 of \1 results the same, against the run of 2026-/,
      ),
    });
    expect(stderr).toMatch(/is computed again\./);
    const manifest = JSON.parse(readFileSync(path.join(folder, "again/manifest.json"), "utf8"));
    expect(manifest.reproduces.compared.reproduced).toBe(true);
    expect(await run(["verify", "again"])).toMatchObject({ code: 0 });
  });

  test("ends with 1 where the data is another, and says what moved", { tags: "full" }, async () => {
    const { run, again } = await ranInFebruary("prices.quant.json", "weights.pa.json");
    const { env } = await serviceOn("2026-07-23T10:00:00Z", { seed: 2 });
    const { code, stdout, stderr } = await run(again("weights.pa.json"), env);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^success: .*\nnot reproduced: 0 of 1 result the same, 1 differs, against .*\n {2}weights\.pa\.json, unit \w+: differs: .* cells differ.*; the largest move: .* earlier, .* later\nReport: again\/report\.html\n$/,
    );
    expect(stderr).toContain("1 of the 2 files in the manifest are left out.");
    const told = await run([...again("--fail-on", "never", "--json"), "--output", "told"], env);
    expect(told.code).toBe(0);
    expect(JSON.parse(told.stdout)).toMatchObject({
      status: "success",
      reproduces: { compared: { reproduced: false } },
    });
  });

  test("ends with 1 where the data is another, also where nobody reads that", async () => {
    const { start, again } = await ranInFebruary("weights.pa.json");
    const { env } = await serviceOn("2026-02-11T10:00:00Z", { seed: 2 });
    const { child, ended } = start(again(), env);
    child.stdout?.destroy();
    expect((await ended).code).toBe(1);
  });

  test("is refused before anything is sent where a file is another, missing, or of no known day", {
    tags: "full",
  }, async () => {
    const { write, run, again, folder } = await ranInFebruary("monthly-book.pub.json", "weights.pa.json");
    const { env, simulator } = await serviceOn("2026-07-23T10:00:00Z");
    const messageOf = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(args, env);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).not.toContain("    at ");
      return stderr;
    };
    expect(await messageOf(...again())).toMatch(/monthly-book\.pub\.json cannot be computed as it was: .*"-1M"/);
    write("weights.pa.json", example("weights.pa.json").replace("0M", "-1M"));
    expect(await messageOf(...again("weights.pa.json"))).toContain(
      "weights.pa.json is not the file that was run: its parameters differ",
    );
    write("new.pa.json", example("weights.pa.json"));
    expect(await messageOf(...again("new.pa.json"))).toContain("new.pa.json is not in the manifest to reproduce");
    expect(await messageOf("reproduce", "none.json")).toContain("no such file or directory");
    rmSync(path.join(folder, "weights.pa.json"));
    const missing = await run(again(), env);
    expect(missing).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("weights.pa.json") });
    expect(missing.stderr).toContain("Nothing was sent to the service.");
    expect(simulator.requests).toEqual([]);
  });
});
