import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readManifest } from "@analytics-engines/runs";
import { createSimulator } from "@analytics-engines/simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { codeBlocks, readDocuments } from "../../../../.ci/docs/documents.ts";
import { useBuiltCommand, workplace } from "../support/command.ts";
import { ensureSlurm, startSlurm } from "../support/slurm.ts";

useBuiltCommand();

const JOBS = 1000;
const main = path.resolve(import.meta.dirname, "../../dist/main.js");

const parameters = (index: number) =>
  JSON.stringify({
    data: {
      prices: {
        universe: { source: "IdentifierUniverse", universeType: "Equity", identifiers: [`ID${index}`] },
        dates: { source: "FdsDate", startDate: "20240101", endDate: "20240331", frequency: "M", calendar: "FIVEDAY" },
        formulas: [{ source: "FqlExpression", expr: "P_PRICE(0)", name: "Price" }],
      },
    },
  });

async function service(rateLimit?: { limit: number; windowSeconds: number }) {
  const simulator = createSimulator({
    jobSeconds: 2,
    maxAgeSeconds: 2,
    duplicates: "allow",
    ...(rateLimit && { rateLimit }),
  });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  const env = { ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo", ANALYTICS_BASE_URL: url };
  return { simulator, env };
}

describe("the recipe for Slurm", { tags: "full" }, () => {
  test.runIf(ensureSlurm())(
    "computes 1,000 jobs in 8 tasks that are killed and queued again: each once, none refused, and merged as one run",
    { timeout: 900_000 },
    async () => {
      const place = workplace();
      const { folder, write, run } = place;
      const recipe = readDocuments().find(({ file }) => file === "docs/recipes/slurm.md");
      if (recipe === undefined) throw new Error("no recipe");
      const [shard = "", merge = "", nightly = ""] = codeBlocks(recipe, "bash").map(({ code }) => code);
      write("shard.sbatch", shard);
      write("merge.sbatch", merge);
      chmodSync(write("nightly.sh", nightly), 0o755);
      chmodSync(write("bin/analytics-engines", `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`), 0o755);
      for (let index = 0; index < JOBS; index++) write(`book/${index}.quant.json`, parameters(index));
      const git = (...args: string[]) =>
        execFileSync("git", ["-C", folder, "-c", "user.name=Q", "-c", "user.email=q@house.example", ...args]);
      git("init", "--quiet");
      git("add", "book");
      git("commit", "--quiet", "--message=x");

      const limited = await service({ limit: 300, windowSeconds: 5 });
      const env = { PATH: `${path.join(folder, "bin")}:${process.env["PATH"]}`, PWD: folder, ...limited.env };
      const slurm = await startSlurm(path.join(folder, "slurm"), env);
      slurm.run("./nightly.sh", "night");
      const states = () =>
        slurm
          .run("squeue", "--noheader", "--array", "--format=%F_%K %T %j")
          .trim()
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => line.split(" "));

      let kills = 0;
      for (let at = 0; existsSync(path.join(folder, "night/merged/manifest.json")) === false; at++) {
        await wait(1000);
        const tasks = states();
        const running = tasks.filter(([, state, name]) => state === "RUNNING" && name === "analytics");
        const [task] = running[at % Math.max(1, running.length)] ?? [];
        // Slurm lets a task that is queued again wait for two minutes. Whoever may can start it before.
        for (const [id = "", state] of tasks)
          if (state === "PENDING") slurm.tryRun("scontrol", "update", `jobid=${id}`, "starttime=now");
        // A requeue stops the task by a signal first; the other way leaves it no time. The task may have ended since it was listed.
        if (task !== undefined && at % 4 === 0 && kills < 12) {
          const isKilled = kills % 2 === 1 && slurm.tryRun("scancel", "--signal=KILL", "--full", task);
          let isQueued = slurm.tryRun("scontrol", "requeue", task);
          // Slurm may refuse a task that is just ending, and does not start a killed one by itself.
          while (isKilled && !isQueued) {
            await wait(500);
            isQueued = slurm.tryRun("scontrol", "requeue", task);
          }
          if (isQueued) kills += 1;
        }
        if (tasks.length === 0 && !existsSync(path.join(folder, "night/merged/manifest.json"))) {
          const logs = readdirSync(folder).filter((name) => name.endsWith(".log"));
          throw new Error(
            logs.map((name) => `${name}:\n${readFileSync(path.join(folder, name), "utf8").slice(-800)}`).join("\n"),
          );
        }
      }
      expect(kills).toBeGreaterThan(5);

      const merged = await readManifest(path.join(folder, "night/merged"));
      expect(merged.files).toHaveLength(JOBS);
      const creates = limited.simulator.jobs.map((job) => job.creates);
      expect(creates).toEqual(Array.from({ length: JOBS }, () => 1));
      expect(limited.simulator.requests.filter(({ status }) => status === 429)).toEqual([]);
      const units = merged.files.flatMap((file) => file.units.map((unit) => ({ path: file.path, ...unit })));
      expect(units).toHaveLength(JOBS);
      // A kill between the answer and the disk loses a result, since the service gives it once. Then the run says so.
      const lost = units.filter(({ status }) => status !== "success");
      expect(lost.map(({ status }) => status)).toEqual(lost.map(() => "lost"));
      expect(lost.length).toBeLessThanOrEqual(kills);
      expect(await run(["verify", "night/merged"])).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`${JOBS - lost.length} of ${JOBS} units have results`),
      });

      const whole = await service();
      await run(["run", "book", "--output", "whole", "--max-concurrency", "100", "--write", "csv"], whole.env);
      const one = await readManifest(path.join(folder, "whole"));
      const resultsOf = ({ files }: typeof one) =>
        files.flatMap((file) => file.units.map(({ file: name, sha256 }) => `${file.path} ${name} ${sha256}`));
      const lostPaths = new Set(lost.map((unit) => unit.path));
      const isKept = (line: string) => !lostPaths.has(line.split(" ")[0] ?? "");
      expect(resultsOf(merged).filter(isKept)).toEqual(resultsOf(one).filter(isKept));
    },
  );
});
