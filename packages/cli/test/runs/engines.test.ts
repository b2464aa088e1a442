import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { readManifest } from "@analytics-engines/runs";
import { Ajv } from "ajv";
import { validate as lint } from "dockerfile-utils";
import { Job } from "kubernetes-models/batch/v1/Job";
import { PersistentVolumeClaim } from "kubernetes-models/v1/PersistentVolumeClaim";
import { Secret } from "kubernetes-models/v1/Secret";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { useBuiltCommand } from "../support/command.ts";
import { recipeBlocks, recipeScene, type ScriptResult } from "../support/recipe.ts";

useBuiltCommand();

/** Expects a script to end with success; a failure shows what it printed. */
async function expectSuccess(ended: Promise<ScriptResult>): Promise<void> {
  const { code, output } = await ended;
  expect(code, output).toBe(0);
}

/** What each recipe leaves: all five files, each computed once. */
async function expectWhole(scene: Awaited<ReturnType<typeof recipeScene>>, folder: string) {
  const { status, files, shard } = await readManifest(folder);
  expect({ status, files: files.length, shard }).toEqual({ status: "success", files: 5, shard: undefined });
  expect(scene.simulator.jobs.map(({ creates }) => creates)).toEqual([1, 1, 1, 1, 1]);
  expect(scene.simulator.requests.filter((request) => request.status === 429)).toEqual([]);
}

/** A job of GitLab. */
interface GitLabJob {
  readonly stage: string;
  readonly script: readonly string[];
  readonly parallel?: number;
  readonly artifacts?: { readonly paths?: readonly string[] };
}

describe("the recipe for GitLab", () => {
  const [text = ""] = recipeBlocks("gitlab", "yaml");

  test("is what GitLab's schema allows", async () => {
    const scene = await recipeScene();
    writeFileSync(path.join(scene.folder, "origin/.gitlab-ci.yml"), text);
    scene.git("remote", "add", "origin", "git@gitlab.example:house/book.git");
    const list = (file: string) =>
      spawnSync(
        process.execPath,
        [createRequire(import.meta.url).resolve("gitlab-ci-local/dist/index.js"), "--list", "--file", file],
        {
          cwd: path.join(scene.folder, "origin"),
          encoding: "utf8",
        },
      );
    expect(list(".gitlab-ci.yml")).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/validate .*\nplan .*\nshards: \[1\/4\](?:.*\n)+merge /),
      stderr: expect.stringContaining("json schema validated"),
    });
    // The schema is in use.
    writeFileSync(path.join(scene.folder, "origin/wrong.yml"), text.replace("parallel: 4", "parallel: four"));
    expect(list("wrong.yml").stderr).toContain("'parallel' property type must be integer");
  });

  test("checks, plans, runs its shards with the variables of GitLab, merges, and comments on the merge request", {
    tags: "full",
  }, async () => {
    const scene = await recipeScene();
    const pipeline: Readonly<Record<string, GitLabJob>> = parse(text);
    const artifacts = path.join(scene.folder, "artifacts");
    mkdirSync(artifacts);
    const play = async (name: string, variables: Record<string, string> = {}) => {
      const { script = [], artifacts: kept } = pipeline[name] ?? {};
      const folder = scene.checkout(`${name}-${variables["CI_NODE_INDEX"] ?? ""}`);
      scene.pass(artifacts, folder, ...readdirSync(artifacts));
      await expectSuccess(scene.script(script, folder, { CI_NODE_TOTAL: "1", ...variables }));
      scene.pass(folder, artifacts, ...(kept?.paths ?? []));
      return folder;
    };
    await play("validate");
    await play("plan");
    const total = pipeline["shards"]?.parallel ?? 0;
    for (let index = 1; index <= total; index++)
      await play("shards", { CI_NODE_INDEX: `${index}`, CI_NODE_TOTAL: `${total}` });
    const merge = await play("merge");
    expect(readFileSync(path.join(merge, "junit.xml"), "utf8")).toContain("<testsuites");
    await expectWhole(scene, path.join(artifacts, "merged"));
    const review = await play("review", {
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
      CI_MERGE_REQUEST_IID: "7",
      CI_PROJECT_ID: "12",
      CI_API_V4_URL: "https://gitlab.example/api/v4",
      REVIEW_TOKEN: "token",
    });
    expect(readFileSync(path.join(review, "review.md"), "utf8")).toMatch(/^#+ /m);
    expect(scene.read("curl.txt")).toContain("https://gitlab.example/api/v4/projects/12/merge_requests/7/notes");
  });
});

/** A step of Azure Pipelines. */
interface AzureStep {
  readonly script?: string;
  readonly publish?: string;
  readonly artifact?: string;
  readonly download?: string;
}

interface AzureJob {
  readonly job: string;
  readonly strategy?: { readonly parallel: number };
  readonly steps: readonly AzureStep[];
}

describe("the recipe for Azure Pipelines", () => {
  const [text = ""] = recipeBlocks("azure-pipelines", "yaml");

  test("is what the schema of Azure Pipelines allows", () => {
    const file =
      "schemastore/schemas/json/raw.githubusercontent.com/microsoft/azure-pipelines-vscode/master/service-schema.json";
    const schema = JSON.parse(readFileSync(createRequire(import.meta.url).resolve(file), "utf8"));
    const isValid = new Ajv({ strict: false, unicodeRegExp: false, validateFormats: false }).compile(schema);
    // The schema sees every scalar as a text, as the service does.
    const isAllowed = (pipeline: string) => isValid(parse(pipeline, { schema: "failsafe" }));
    expect(isAllowed(text), JSON.stringify(isValid.errors)).toBe(true);
    // The schema is in use.
    expect(isAllowed(text.replace("parallel: 4", "paralel: 4"))).toBe(false);
    expect(isAllowed(text.replace("PublishTestResults@2", "PublishTestResult@2"))).toBe(false);
  });

  test("checks, plans, runs its shards with the variables of Azure, and merges", { tags: "full" }, async () => {
    const scene = await recipeScene();
    const { jobs }: { readonly jobs: readonly AzureJob[] } = parse(text);
    expect(jobs.map(({ job }) => job)).toEqual(["plan", "shards", "merge"]);
    const workspace = path.join(scene.folder, "artifacts");
    mkdirSync(workspace);
    for (const { job, steps, strategy } of jobs) {
      const total = strategy?.parallel ?? 1;
      for (let index = 1; index <= total; index++) {
        const folder = scene.checkout(`${job}-${index}`);
        for (const { script, publish, artifact = "" } of steps) {
          const variables = {
            PIPELINE_WORKSPACE: workspace,
            SYSTEM_JOBPOSITIONINPHASE: `${index}`,
            SYSTEM_TOTALJOBSINPHASE: `${total}`,
          };
          if (script !== undefined) await expectSuccess(scene.script(script, folder, variables));
          // A folder is published with what is in it, a file under its name.
          const target = path.join(workspace, artifact.replace("$(System.JobPositionInPhase)", `${index}`));
          if (publish?.includes(".")) scene.pass(folder, target, publish);
          else if (publish !== undefined)
            scene.pass(path.join(folder, publish), target, ...readdirSync(path.join(folder, publish)));
        }
        if (job === "merge") expect(existsSync(path.join(folder, "junit.xml"))).toBe(true);
      }
    }
    await expectWhole(scene, path.join(workspace, "analytics"));
  });
});

describe("the recipe for Jenkins", () => {
  test("checks, plans, runs a shard for each value of its axis, and merges", { tags: "full" }, async () => {
    const scene = await recipeScene();
    const [text = ""] = recipeBlocks("jenkins", "groovy");
    const scripts = [...text.matchAll(/^ *sh '(.*)'$/gm)].map(([, script = ""]) => script);
    const shards = [...(/values (.*?) \}/.exec(text)?.[1]?.matchAll(/'([^']+)'/g) ?? [])].map(
      ([, shard = ""]) => shard,
    );
    expect(shards).toEqual(["1/2", "2/2"]);
    const folder = scene.checkout("work");
    for (const script of scripts) {
      const isShard = script.includes("$SHARD");
      for (const shard of isShard ? shards : [""]) await expectSuccess(scene.script(script, folder, { SHARD: shard }));
    }
    // Each stash has a name that the last stage asks for.
    const names = shards.map((shard) => `unstash 'shard-${shard.replace("/", "-")}'`);
    for (const name of names) expect(text).toContain(name);
    expect(existsSync(path.join(folder, "junit.xml"))).toBe(true);
    await expectWhole(scene, path.join(folder, "merged"));
  });
});

describe("the recipe for Kubernetes", () => {
  const [text = ""] = recipeBlocks("kubernetes", "yaml");
  const objects = parseAllDocuments(text).map((document) => document.toJS());
  const [secret, claim, job] = objects;

  test("has objects that the schema of the Kubernetes API allows", () => {
    expect(objects.map(({ kind }) => kind)).toEqual(["Secret", "PersistentVolumeClaim", "Job"]);
    new Secret(secret).validate();
    new PersistentVolumeClaim(claim).validate();
    new Job(job).validate();
    // The schema is in use.
    expect(() => new Job({ ...job, spec: { ...job.spec, completions: "four" } }).validate()).toThrow("completions");
    const [container] = job.spec.template.spec.containers;
    expect(container.env.at(-1)).toEqual({ name: "ANALYTICS_SHARD_COUNT", value: `${job.spec.completions}` });
    const mounts = container.volumeMounts.map(({ name }: { name: string }) => name);
    expect(mounts).toEqual(job.spec.template.spec.volumes.map(({ name }: { name: string }) => name));
  });

  test("runs its shards from mounted files with the variables of a pod, again after a lost pod, and merges", {
    tags: "full",
  }, async () => {
    const scene = await recipeScene();
    const [script = ""] = recipeBlocks("kubernetes", "bash");
    const folder = scene.checkout("plan");
    await expectSuccess(scene.script(script.replace(/^kubectl .*$/m, ""), folder));
    // A ConfigMap is mounted as links into a folder whose name begins with two dots.
    const mount = path.join(scene.folder, "parameters");
    scene.pass(path.join(folder, "book"), path.join(mount, "..2026_11_26"), ...readdirSync(path.join(folder, "book")));
    symlinkSync("..2026_11_26", path.join(mount, "..data"));
    for (const name of readdirSync(path.join(mount, "..data"))) symlinkSync(`..data/${name}`, path.join(mount, name));
    const { spec } = job;
    const [container] = spec.template.spec.containers;
    const args: string[] = container.args.map((arg: string) => arg.replace("/runs/", `${scene.folder}/runs/`));
    const runPod = (index: number) =>
      scene.script(`analytics-engines ${args.join(" ")}`, mount, {
        JOB_COMPLETION_INDEX: `${index}`,
        ANALYTICS_SHARD_COUNT: `${spec.completions}`,
      });
    for (let index = 0; index < spec.completions; index++) await expectSuccess(runPod(index));
    await expectSuccess(runPod(0));
    const runs = path.join(scene.folder, "runs");
    await expectSuccess(scene.script(`analytics-engines merge ${runs}/nightly --output ${runs}/merged`, mount));
    await expectWhole(scene, path.join(runs, "merged"));
  });

  test("has a Dockerfile without findings, for a user without rights", () => {
    const text = readFileSync(path.join(import.meta.dirname, "../../Dockerfile"), "utf8");
    expect(lint(text).map(({ message }) => message)).toEqual([]);
    expect(lint(text.replace("USER 65532", "USR 65532"))).not.toEqual([]);
    const last = text.slice(text.lastIndexOf("\nFROM "));
    expect(last).toMatch(/FROM \S*distroless\/nodejs24-\S+:nonroot\n/);
    expect(last).toMatch(/^USER 65532$/m);
    expect(job.spec.template.spec.securityContext.runAsUser).toBe(65532);
  });
});

const python = spawnSync("python3", ["--version"]).status === 0;

/** Stands in for Airflow: prints the operators of a DAG as JSON, in the order in which they depend on each other. */
const stub = `
import json, sys, types

tasks = []

class Task:
    def __init__(self, **options):
        self.options = options
        tasks.append(self)
    def __rshift__(self, other):
        assert tasks.index(self) < tasks.index(other)
        other.after = self.options["task_id"]
        return other

class DAG:
    def __init__(self, dag_id, schedule, start_date, catchup, max_active_runs, default_args): pass
    def __enter__(self): return self
    def __exit__(self, *error): return False

for name, member in {
    "airflow.providers.standard.operators.bash": ("BashOperator", Task),
    "airflow.providers.standard.sensors.bash": ("BashSensor", Task),
    "airflow.sdk": ("DAG", DAG),
    "pendulum": ("datetime", lambda *parts, tz: parts),
}.items():
    parts = name.split(".")
    for length in range(1, len(parts) + 1):
        sys.modules.setdefault(".".join(parts[:length]), types.ModuleType(".".join(parts[:length])))
    setattr(sys.modules[name], *member)
exec(compile(open(sys.argv[1]).read(), sys.argv[1], "exec"), {})
print(json.dumps([{**task.options, "after": getattr(task, "after", None)} for task in tasks]))
`;

describe("the recipe for Airflow", () => {
  test.runIf(python)(
    "is a DAG that submits, collects when results are ready, and adds to the history",
    { tags: "full" },
    async () => {
      const scene = await recipeScene();
      const dag = scene.write("dag.py", recipeBlocks("airflow", "python")[0] ?? "");
      const printed = execFileSync("python3", [scene.write("stub.py", stub), dag], { encoding: "utf8" });
      const tasks: readonly {
        task_id: string;
        bash_command: string;
        retry_exit_code?: number;
        after: string | null;
      }[] = JSON.parse(printed);
      expect(tasks.map(({ task_id, after }) => [task_id, after])).toEqual([
        ["submit", null],
        ["collect", "submit"],
        ["history", "collect"],
      ]);
      const folder = scene.checkout("data");
      const play = (name: string) => {
        const { bash_command = "exit 99" } = tasks.find(({ task_id }) => task_id === name) ?? {};
        const command = bash_command.replaceAll("/data/analytics", folder).replaceAll("{{ ds }}", "2026-11-26");
        return scene.script(command, folder);
      };
      await expectSuccess(play("submit"));
      // An attempt after a lost worker.
      await expectSuccess(play("submit"));
      let collected = await play("collect");
      while (collected.code === tasks[1]?.retry_exit_code) collected = await play("collect");
      expect(collected.code, collected.output).toBe(0);
      await expectSuccess(play("history"));
      await expectWhole(scene, path.join(folder, "runs/2026-11-26"));
    },
  );
});
