import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createSimulator, type SimulatorOptions } from "@analytics-engines/simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { useBuiltCommand, type Workplace, workplace } from "../support/command.ts";

useBuiltCommand();

async function service(options: SimulatorOptions = {}) {
  const simulator = createSimulator({ jobSeconds: 0.1, maxAgeSeconds: 1, duplicates: "allow", ...options });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  const env = { ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo", ANALYTICS_BASE_URL: url };
  return { simulator, env };
}

const prices = (...identifiers: string[]) =>
  JSON.stringify({
    data: Object.fromEntries(
      identifiers.map((identifier) => [
        identifier,
        {
          universe: { source: "IdentifierUniverse", universeType: "Equity", identifiers: [identifier] },
          dates: { source: "FdsDate", startDate: "20240101", endDate: "20240630", frequency: "M", calendar: "FIVEDAY" },
          formulas: [{ source: "FqlExpression", expr: "P_PRICE(0)", name: "Price" }],
        },
      ]),
    ),
  });

/** A repository with parameter files whose results have the same name in two folders, and a sweep. */
function repository() {
  const place = workplace();
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", place.folder, "-c", "user.name=Q", "-c", "user.email=q@house.example", ...args]);
  git("init", "--quiet", "--initial-branch=main");
  const names = ["a/one", "b/one", "c", "d", "e"];
  for (const [at, name] of names.entries()) place.write(`${name}.quant.json`, prices("ALDR", `BRK${at}`));
  // It names a file that only one of the shards has.
  place.write("c.checks.json", JSON.stringify({ checks: [{ files: "c.quant.json", rowCount: { min: 1 } }] }));
  place.write("analytics-engines.json", JSON.stringify({ checks: ["c.checks.json"] }));
  place.write(
    "accounts.csv",
    "name,account,currency\none,Client:/Growth/GLOBAL_EQUITY.ACCT,USD\ntwo,Client:/Growth/GLOBAL_EQUITY.ACCT,EUR\nthree,Client:/Growth/GLOBAL_EQUITY.ACCT,GBP\n",
  );
  place.write(
    "book.pa.sweep.json",
    JSON.stringify({
      template: {
        componentid: "D53D3CEE248C7AE310F1C18BAD9465F7B24462654EE111BEC2E0066603598FDC",
        accounts: [{ id: "filled by each row", holdingsmode: "B&H" }],
        dates: { enddate: "20240628", frequency: "Single" },
        currencyisocode: "USD",
      },
      rows: "accounts.csv",
      id: "{name}",
      fill: { "/accounts/0/id": "{account}", "/currencyisocode": "{currency}" },
    }),
  );
  const commit = () => {
    git("add", "--all", ":!/analytics-plan.txt", ":!/nightly", ":!/whole", ":!/merged");
    git("commit", "--quiet", "--message=x");
  };
  commit();
  return { ...place, commit };
}

/** The files of a folder with their bytes; a page and a lock are not results. */
function filesOf(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return new Map(names.sort().map((name) => [name, readFileSync(path.join(folder, name), "latin1")]));
}

/** A manifest without what two runs cannot have in common: times, keys, ids of jobs, and the order in which units ended. */
function timeless(text: string | undefined): unknown {
  const { startedAt: _, finishedAt: __, contentSha256: ___, files, ...head } = JSON.parse(text ?? "");
  return {
    ...head,
    files: files.map(
      ({
        jobId: _,
        requestKeys: __,
        units,
        ...file
      }: {
        jobId: string;
        requestKeys: string[];
        units: { id: string }[];
      }) => ({
        ...file,
        units: units.sort((one, other) => (one.id < other.id ? -1 : 1)),
      }),
    ),
  };
}

const volatile = ["manifest.json", "journal.jsonl", "journal.commit", "checks.json", "report.html"];

async function runShards(place: Workplace, env: Record<string, string>, total: number, more: readonly string[] = []) {
  const indexes = Array.from({ length: total }, (_, at) => at + 1);
  return Promise.all(
    indexes.map((index) =>
      place.run(
        [
          ...[
            "run",
            "--plan",
            "analytics-plan.txt",
            "--shard",
            `${index}/${total}`,
            "--output",
            "nightly",
            "--write",
            "csv",
          ],
          ...more,
        ],
        env,
      ),
    ),
  );
}

describe("a plan that is run in shards, and merged", () => {
  test("is what one run would have written, byte for byte, except for times and keys", async () => {
    const place = repository();
    const { env, simulator } = await service({ rateLimit: { limit: 60, windowSeconds: 5 } });
    const planned = await place.run(["plan", "--shards", "3"]);
    expect(planned).toMatchObject({ code: 0, stderr: "" });
    expect(planned.stdout).toMatch(
      /^6 files with 13 units of commit [0-9a-f]{12}, in 3 shards\.\nShard 1\/3: .*\nShard 2\/3: .*\nShard 3\/3: .*\nPlan: analytics-plan\.txt\n$/,
    );
    expect((await runShards(place, env, 3)).map(({ code, stderr }) => (code === 0 ? 0 : stderr))).toEqual([0, 0, 0]);
    expect(await place.run(["run", "--output", "whole", "--write", "csv"], env)).toMatchObject({ code: 0 });
    expect(simulator.requests.filter(({ status }) => status === 429)).toEqual([]);
    const merged = await place.run(["merge", "nightly", "--output", "merged"]);
    expect(merged).toMatchObject({
      code: 0,
      stdout: "success: 13 of 13 units in 6 files succeeded. Run folder: merged\nReport: merged/report.html\n",
    });
    // The checks of the project are those of all units, so the shards did not apply them.
    expect(await place.run(["check", "merged"])).toMatchObject({ code: 0 });
    const [one, other] = [filesOf(path.join(place.folder, "whole")), filesOf(path.join(place.folder, "merged"))];
    expect(timeless(other.get("manifest.json"))).toEqual(timeless(one.get("manifest.json")));
    for (const name of volatile) for (const files of [one, other]) files.delete(name);
    expect([...other.keys()]).toEqual([...one.keys()]);
    expect([...other].filter(([name, bytes]) => one.get(name) !== bytes)).toEqual([]);
    expect(await place.run(["verify", "merged"])).toMatchObject({ code: 0 });
    // Nothing is left to do, so the service is not asked.
    const requests = simulator.requests.length;
    expect(await place.run(["run", "--output", "merged", "--resume", "--write", "csv"], env)).toMatchObject({
      code: 0,
    });
    expect(simulator.requests).toHaveLength(requests);
  });

  test("names what is wrong with the shards, and writes nothing", { tags: "full" }, async () => {
    const place = repository();
    const { env } = await service();
    await place.run(["plan", "--shards", "2"]);
    await Promise.all([
      runShards(place, env, 2, ["--write", "none"]),
      place.run(["run", "c.quant.json", "--output", "single", "--write", "csv"], env),
    ]);
    const merge = async (...args: string[]) => {
      const { code, stderr } = await place.run(["merge", ...args, "--output", "merged", "--quiet"]);
      expect({ code, isThere: existsSync(path.join(place.folder, "merged")) }).toEqual({ code: 2, isThere: false });
      return stderr;
    };
    const [first, second] = ["nightly/shard-1-of-2", "nightly/shard-2-of-2"];
    expect(await merge(first)).toMatch(
      /^error: Shard 2 of 2 is missing, with \d files: .*\nerror: To merge the others nevertheless, add --allow-missing\.\n$/,
    );
    cpSync(path.join(place.folder, first), path.join(place.folder, "copy"), { recursive: true });
    expect(await merge("nightly", "copy")).toBe(
      `error: Shard 1 of 2 is given 2 times: ${first}, copy. Name one of them.\n`,
    );
    expect(await merge("nowhere")).toMatch(/^error: nowhere is no run folder, and has none in it/);
    expect(await merge("nightly", "single")).toBe(
      "error: single: no shard of a plan. Name run folders that run --plan has written.\n",
    );
    const manifest = JSON.parse(place.read(`${second}/manifest.json`));
    const result = `${second}/${manifest.files[0].units[0].file}`;
    const bytes = readFileSync(path.join(place.folder, result));
    writeFileSync(path.join(place.folder, result), `${bytes} `);
    expect(await merge("nightly")).toMatch(
      new RegExp(`^error: ${second}: .*: it has \\d+ bytes, and \\d+ were stored\\. Get the folder again`),
    );
    writeFileSync(path.join(place.folder, result), bytes);
    place.write("c.quant.json", prices("CRVN"));
    place.commit();
    await place.run(["plan", "--shards", "2", "--output", "other.txt"]);
    await place.run(["run", "--plan", "other.txt", "--shard", "1/2", "--output", "other", "--write", "csv"], env);
    expect(await merge(second, "other")).toMatch(
      /^error: The run folders do not belong together: they are of 2 plans: .*other\/shard-1-of-2 of [0-9a-f]{60}.*\. Name only those of one plan\.\n$/,
    );
  });

  test("refuses a shard whose journal or files are not those of its run and its plan, and writes nothing", async () => {
    const place = repository();
    const { env } = await service();
    await place.run(["plan", "--shards", "2"]);
    await runShards(place, env, 2, ["--write", "none"]);
    const shard = "broken/shard-1-of-2";
    const journal = place.read("nightly/shard-1-of-2/journal.jsonl");
    const whole = JSON.parse(place.read("nightly/shard-1-of-2/manifest.json"));
    const { contentSha256: _, files, ...head } = whole;
    const [first, ...others] = files;
    const withFiles = (changed: readonly unknown[]) => JSON.stringify({ ...head, files: changed });
    const faults: [string, string, RegExp][] = [
      ["journal.jsonl", "", /journal\.jsonl cannot be trusted: it ends after line 0/],
      ["journal.jsonl", `${journal.split("\n").slice(0, -2).join("\n")}\n`, /journal\.jsonl cannot be trusted/],
      ["manifest.json", withFiles(others), /shard-1-of-2 lacks .*, which the plan gives to shard 1\./],
      [
        "manifest.json",
        withFiles([{ ...first, units: first.units.slice(1) }, ...others]),
        /journal\.jsonl names the unit .* of .*, and manifest\.json does not\. Get the folder again/,
      ],
    ];
    for (const [name, content, message] of faults) {
      cpSync(path.join(place.folder, "nightly"), path.join(place.folder, "broken"), { recursive: true });
      place.write(`${shard}/${name}`, content);
      const merged = await place.run(["merge", "broken", "--output", "merged"]);
      expect(merged).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(message) });
      expect(existsSync(path.join(place.folder, "merged"))).toBe(false);
    }
  });

  test("takes a shard that was killed where shards may miss", async () => {
    const place = repository();
    const { env } = await service();
    await place.run(["plan", "--shards", "2"]);
    await runShards(place, env, 2, ["--write", "none"]);
    const file = "nightly/shard-1-of-2/manifest.json";
    const { contentSha256: _, finishedAt: __, files, ...head } = JSON.parse(place.read(file));
    // As a run writes it before its first request.
    const begun = files.map(({ jobId: ___, ...rest }: { jobId: string }) => {
      return { ...rest, status: "unknown", requestKeys: [], units: [] };
    });
    place.write(file, JSON.stringify({ ...head, status: "unknown", files: begun }));
    expect(await place.run(["merge", "nightly", "--output", "merged"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("has not ended: run it again with --resume"),
    });
    const merged = await place.run(["merge", "nightly", "--output", "merged", "--allow-missing"]);
    expect(merged).toMatchObject({ code: 1, stdout: expect.stringMatching(/^unknown: /) });
  });

  test("without a shard says so in the manifest and the report, and cannot be resumed as if it were whole", async () => {
    const place = repository();
    const { env } = await service();
    await place.run(["plan", "--shards", "2"]);
    await runShards(place, env, 2);
    rmSync(path.join(place.folder, "nightly/shard-2-of-2"), { recursive: true });
    const merged = await place.run(["merge", "nightly", "--output", "merged", "--allow-missing"]);
    expect(merged.code).toBe(1);
    expect(merged.stdout).toMatch(/^unknown: .*\nMissing: shard 2 of 2, with \d files\nReport: /);
    const manifest = JSON.parse(place.read("merged/manifest.json"));
    expect(manifest).toMatchObject({ status: "unknown", missing: [{ index: 2, total: 2 }] });
    const resumed = await place.run(["run", "--output", "merged", "--resume"], env);
    expect(resumed).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /merged was merged without shard 2 of 2: resume the shards, and merge them again\.\n$/,
      ),
    });
  });
});

describe("a shard", () => {
  test("is found by the variables of an engine, begins, and goes on where it stopped when its task is started again", async () => {
    const place = repository();
    const { env, simulator } = await service();
    await place.run(["plan", "--shards", "2"]);
    const task = (index: number, total: number) =>
      place.run(
        ["run", "--plan", "analytics-plan.txt", "--shard", "auto", "--output", "nightly", "--resume", "--write", "csv"],
        {
          ...env,
          SLURM_ARRAY_TASK_ID: `${index}`,
          SLURM_ARRAY_TASK_MIN: "0",
          SLURM_ARRAY_TASK_MAX: `${total - 1}`,
          SLURM_ARRAY_TASK_STEP: "1",
          SLURM_ARRAY_TASK_COUNT: `${total}`,
        },
      );
    expect(await task(0, 2)).toMatchObject({ code: 0 });
    const jobs = simulator.jobs.length;
    expect(await task(0, 2)).toMatchObject({ code: 0 });
    expect(simulator.jobs).toHaveLength(jobs);
    expect(await task(2, 3)).toMatchObject({
      code: 0,
      stderr: "Task 3 of 3 has nothing to run: the plan has 2 shards.\n",
    });
    expect(await task(0, 1)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^error: --shard auto: Slurm \(job array\) runs 1 tasks, and the plan has 2 shards/,
      ),
    });
    expect(readdirSync(path.join(place.folder, "nightly"))).toEqual(["shard-1-of-2"]);
  });

  test("refuses wrong options and other files before anything is sent", async () => {
    const place = repository();
    const { env, simulator } = await service();
    await place.run(["plan", "--shards", "2"]);
    place.write("bad.txt", "AAAA");
    const refusals: [string[], RegExp][] = [
      [["--plan", "analytics-plan.txt"], /--plan and --shard belong together/],
      [["--shard", "1/2"], /--plan and --shard belong together/],
      [["--plan", "analytics-plan.txt", "--shard", "3/2"], /--shard 3\/2: expected a number and a total/],
      [["--plan", "analytics-plan.txt", "--shard", "1/3"], /--shard 1\/3 is of 3, and the plan has 2/],
      [["--plan", "analytics-plan.txt", "--shard", "auto"], /no variable of an engine says which shard this is/],
      [["--plan", "bad.txt", "--shard", "1/2"], /--plan bad\.txt is not a plan/],
      [["--plan", "none.txt", "--shard", "1/2"], /--plan none\.txt cannot be read: /],
      [
        ["c.quant.json", "--plan", "analytics-plan.txt", "--shard", "1/2"],
        /--plan names the files: give it without files/,
      ],
    ];
    for (const [args, message] of refusals)
      expect(await place.run(["run", ...args], env)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
    for (const name of ["a/one", "b/one", "c", "d", "e"]) place.write(`${name}.quant.json`, prices("OTHR"));
    const changed = await place.run(["run", "--plan", "analytics-plan.txt", "--shard", "1/2"], env);
    expect(changed).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/asks for something else than when it was planned\.\nerror: Check out commit/),
    });
    expect(simulator.requests).toEqual([]);
  });

  test("gets its plan by a pipe, as plan prints it", async () => {
    const place = repository();
    const { stdout, stderr } = await place.run(["plan", "--changed-since", "HEAD", "--output", "-"]);
    expect(stderr).toMatch(/^Nothing to run of commit/);
    expect(stdout).toMatch(/^[\w-]+\n$/);
    const printed = await place.run(["plan", "c.quant.json", "--json"]);
    expect(JSON.parse(printed.stdout)).toMatchObject({
      version: 1,
      plan: "analytics-plan.txt",
      shards: [{ shard: "1/1", files: 1, units: 2 }],
      files: [{ path: "c.quant.json", family: "quant", shard: 1 }],
    });
    expect(await place.run(["plan", "--head", "nowhere"])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error: --head: there is no commit nowhere here/),
    });
    place.write("c.quant.json", '{ "data": 1 }');
    place.commit();
    const wrong = await place.run(["plan", "--output", "never.txt"]);
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toMatch(/^c\.quant\.json:1:\d+: error: .*\nNothing is planned\./);
    expect(existsSync(path.join(place.folder, "never.txt"))).toBe(false);
  });
});
