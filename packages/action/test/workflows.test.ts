import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { loadLanguageService, readOwnAction, type Validate } from "./support/workflow/load-language-service.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const reusable = ".github/workflows/analytics.yml";

interface Workflow {
  readonly on: { readonly workflow_call?: { readonly inputs: object; readonly secrets: object } };
  readonly permissions?: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly uses?: string;
  readonly with?: object;
  readonly secrets?: object;
  readonly steps?: readonly Step[];
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Source {
  readonly name: string;
  readonly text: string;
}

let validate: Validate;
beforeAll(async () => {
  validate = await loadLanguageService();
});

const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const workflows: readonly Source[] = globSync(".github/workflows/*.yml", { cwd: root }).map((name) => ({
  name,
  text: read(name),
}));
/** The workflow that `analytics-engines init` writes, out of the text of its module: no test imports another shell. */
const initModule = "packages/cli/src/files/init.ts";
const ofInit: Source = {
  name: `${initModule}#0`,
  text: (/return `(name: [^`]+)`/.exec(read(initModule))?.[1] ?? "")
    .replaceAll("\\${", "${")
    .replace(/\$\{JSON[^}]*\}/, "https://api.vendor.example"),
};
/** The whole workflows that the pages show. A pipeline of another system has no `on`. */
const pages: readonly Source[] = globSync("{docs/**/*.md,README.md}", { cwd: root }).flatMap((name) =>
  Array.from(read(name).matchAll(/```ya?ml\n([\s\S]*?)```/g), ([, text = ""], index) => ({
    name: `${name}#${index}`,
    text,
  })).filter(({ text }) => /^jobs:/m.test(text) && /^on:/m.test(text)),
);
const shown = [...pages, ofInit];
const recipes = shown.filter(({ name }) => name.startsWith("docs/recipes/"));

function jobsOf({ text }: Source): Job[] {
  const workflow: Workflow = parse(text);
  return Object.values(workflow.jobs);
}

function stepsOf(source: Source) {
  return jobsOf(source).flatMap(({ steps = [] }) => steps);
}

describe("workflows", () => {
  it("are there", () => {
    expect(workflows.map(({ name }) => name)).toContain(reusable);
    expect(ofInit.text).toContain("set: nightly");
    expect(recipes.map(({ name }) => name).sort()).toEqual([
      "docs/recipes/fork.md#0",
      "docs/recipes/fork.md#1",
      "docs/recipes/history.md#0",
      "docs/recipes/history.md#1",
      "docs/recipes/monthly.md#0",
      "docs/recipes/nightly.md#0",
      "docs/recipes/pull-request.md#0",
      "docs/recipes/telemetry.md#0",
    ]);
  });

  it.each([...workflows, ...shown])(
    "$name is one that GitHub takes, with inputs that our actions have",
    async ({ name, text }) => {
      const file = name.includes("#") ? `.github/workflows/${name.replaceAll(/\W/g, "-")}.yml` : name;
      expect(await validate(file, text, readOwnAction)).toEqual([]);
    },
  );

  it("would be refused with an input that no action has, and with an expression that is none", async () => {
    const text = read(reusable);
    const wrong = text
      .replace("units-per-shard: ${{", "unitsper-shard: ${{")
      .replace("fromJSON(needs.plan", "fromYAML(needs.plan");
    const found = (await validate(".github/workflows/wrong.yml", wrong, readOwnAction)).join(" ");
    expect(found).toContain("unitsper-shard");
    expect(found).toContain("fromYAML");
  });

  it.each([...workflows, ...shown])("$name pins all actions by commit, also ours", (source) => {
    const uses = [...stepsOf(source), ...jobsOf(source)].flatMap((each) => each.uses ?? []);
    for (const action of uses.filter((each) => !each.startsWith("./")))
      expect(action).toMatch(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/);
  });

  it.each([...workflows, ...recipes])("$name puts no value into a script, where it would be executed", (source) => {
    for (const { run = "" } of stepsOf(source)) expect(run).not.toContain("${{");
  });

  it.each([...workflows, ...shown])("$name leaves credentials in a checkout only to push with a key", (source) => {
    for (const { uses = "", with: inputs = {} } of stepsOf(source))
      if (uses.startsWith("actions/checkout@")) expect(inputs["persist-credentials"]).toBe("ssh-key" in inputs);
  });

  it.each(workflows)("$name sets up Node with nothing that another run left", (source) => {
    for (const { uses = "", with: inputs = {} } of stepsOf(source))
      if (uses.startsWith("actions/setup-node@")) expect(inputs["package-manager-cache"]).toBe(false);
  });

  it.each([...workflows, ...shown])("$name states the permissions that it needs", ({ text }) => {
    const { on, permissions }: Workflow = parse(text);
    // What is only called has those of its caller.
    if (Object.keys(on).join() !== "workflow_call") expect(permissions).toBeDefined();
  });

  it("calls the reusable workflow with inputs and secrets that it has", () => {
    const { on }: Workflow = parse(read(reusable));
    const calls = recipes.flatMap(jobsOf).filter(({ uses }) => uses !== undefined);
    expect(calls).toHaveLength(3);
    for (const { uses = "", with: inputs = {}, secrets = {} } of calls) {
      expect(existsSync(path.join(root, uses.replace(/^analytics-engines\/action\/|@.*$/g, "")))).toBe(true);
      expect(Object.keys(on.workflow_call?.inputs ?? {})).toEqual(expect.arrayContaining(Object.keys(inputs)));
      expect(Object.keys(on.workflow_call?.secrets ?? {})).toEqual(expect.arrayContaining(Object.keys(secrets)));
    }
  });
});
