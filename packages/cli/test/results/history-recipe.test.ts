import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { childEnvironment } from "../../../../.ci/tests/child-environment.ts";
import { writeHistoryRun } from "../../../runs/test/support/history-run.ts";
import { useBuiltCommand, type Workplace, workplace } from "../support/command.ts";

useBuiltCommand();

interface Step {
  readonly run?: string;
}
interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps?: readonly Step[] }>>;
}

/** The scripts in the workflows of the recipe: that of a branch, and that of a bucket. */
const recipe = readFileSync(path.resolve(import.meta.dirname, "../../../../docs/recipes/history.md"), "utf8");
const scripts = Array.from(recipe.matchAll(/^```yaml\n(.*?)^```/gms), ([, text = ""]): Workflow => parse(text))
  .flatMap(({ jobs }) => Object.values(jobs))
  .flatMap(({ steps = [] }) => steps.flatMap(({ run = [] }) => run));

/** Runs a script as a runner does. */
function play(place: Workplace, script: string, folder: string, env: Readonly<Record<string, string>> = {}) {
  const PATH = `${path.join(place.folder, "bin")}:${process.env["PATH"]}`;
  const { status, stderr } = spawnSync("bash", ["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script], {
    cwd: folder,
    env: { ...childEnvironment(), HOME: place.folder, PATH, ...env },
    encoding: "utf8",
  });
  return { status, stderr };
}

function writeProgram(place: Workplace, name: string, script: string): void {
  chmodSync(place.write(`bin/${name}`, `#!/bin/bash\n${script}\n`), 0o755);
}

test("the recipe's script for a branch pushes what was added, also after another push", () => {
  const place = workplace();
  const [script = ""] = scripts;
  const git = (folder: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd: path.join(place.folder, folder),
      encoding: "utf8",
    });
  git(".", "init", "--quiet", "--bare", "--initial-branch=history", "origin");
  git(".", "init", "--quiet", "--initial-branch=history", "first");
  git("first", "remote", "add", "origin", "../origin");
  git("first", "commit", "--quiet", "--allow-empty", "--message=Begin the history");
  git("first", "push", "--quiet", "--set-upstream", "origin", "history");
  git(".", "clone", "--quiet", "origin", "second");
  for (const folder of ["first", "second"]) {
    place.write(`${folder}/units/month=2026-11/${folder}.parquet`, folder);
    expect(play(place, script, path.join(place.folder, folder), { RUN: folder })).toMatchObject({ status: 0 });
  }
  expect(play(place, script, path.join(place.folder, "second"), { RUN: "known" })).toEqual({ status: 0, stderr: "" });
  expect(git("origin", "log", "--format=%s", "history").trim().split("\n")).toEqual([
    "Add run second",
    "Add run first",
    "Begin the history",
  ]);
});

test("the recipe's script for a bucket keeps the history there, and writes a message only if something changed", async () => {
  const place = workplace();
  const [, script = ""] = scripts;
  const main = path.resolve(import.meta.dirname, "../../dist/main.js");
  writeProgram(place, "npm", `[ "$*" = "install --global @analytics-engines/cli@0.1.0" ]`);
  writeProgram(place, "analytics-engines", `exec ${process.execPath} ${main} "$@"`);
  // `aws s3 sync` with folders in place of buckets.
  writeProgram(
    place,
    "aws",
    `[ "$1 $2 $3" = "s3 sync --only-show-errors" ] || exit 2
from=\${4/s3:\\/\\//$BUCKETS/}; to=\${5/s3:\\/\\//$BUCKETS/}; mkdir -p "$from" "$to"; cp -R "$from/." "$to/"`,
  );
  const runNight = async (day: number, units: Parameters<typeof writeHistoryRun>[2]) => {
    const folder = path.join(place.folder, `night-${day}`);
    for (const index of [1, 2]) {
      const file = `shard-${index}.pa.json`;
      const shard = { index, total: 2, planSha256: "d".repeat(64), files: [{ path: file, shard: index }] };
      const run = path.join(folder, `runs/analytics-run-${index}-of-2`);
      await writeHistoryRun(run, `2026-11-${day}T21:00:00Z`, units, { path: file, shard, runId: day });
    }
    const env = { BUCKET: "firm", BUCKETS: `${place.folder}/buckets/`, GITHUB_OUTPUT: path.join(folder, "output") };
    expect(play(place, script, folder, env)).toEqual({ status: 0, stderr: "" });
    return folder;
  };
  const numbers = { Total: 100 };
  const monday = await runNight(16, { growth: { numbers } });
  expect(existsSync(path.join(monday, "message.json"))).toBe(false);
  expect(readdirSync(path.join(place.folder, "buckets/firm/history/units/month=2026-11"))).toHaveLength(2);

  const tuesday = await runNight(17, { growth: {} });
  expect(readFileSync(path.join(tuesday, "output"), "utf8")).toBe("has-changes=true\n");
  const { blocks } = JSON.parse(readFileSync(path.join(tuesday, "message.json"), "utf8"));
  expect(blocks[0].text).toEqual({
    type: "plain_text",
    text: `Run of 2026-11-17 21:00 UTC in 2 shards: 2 new failures, 0 new breaches of checks, 0 recovered
  failed shard-1.pa.json#growth: success, now failure: No such account
  failed shard-2.pa.json#growth: success, now failure: No such account
`,
  });
});
