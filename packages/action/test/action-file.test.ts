import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { planAction, reviewAction, runAction, validateAction } from "./support/runner/runner.ts";
import { readDocumentation, renderDocumentation, withoutPadding } from "./support/workflow/documentation.ts";
import { loadLanguageService, readOwnAction, type Validate } from "./support/workflow/load-language-service.ts";

const actions = [
  { name: "run", folder: runAction },
  { name: "validate", folder: validateAction },
  { name: "plan", folder: planAction },
  { name: "review", folder: reviewAction },
];

let validate: Validate;
beforeAll(async () => {
  validate = await loadLanguageService();
});

describe.each(actions)("the action $name", ({ folder }) => {
  const readme = readFileSync(path.join(folder, "README.md"), "utf8");
  const actionFile = readFileSync(path.join(folder, "action.yml"), "utf8");

  it("has in its README.md the inputs and outputs of its action.yml (written by `node test/support/workflow/documentation.ts`)", () => {
    expect(withoutPadding(readDocumentation(readme))).toBe(withoutPadding(renderDocumentation(folder)));
  });

  it("has links in its README.md to what there is", () => {
    const links = Array.from(readme.matchAll(/\]\(([^)#:]+)(?:#([^)]*))?\)/g), ([, file = "", heading]) => ({
      file,
      heading,
    }));
    expect(links.length).toBeGreaterThan(0);
    for (const { file, heading } of links) {
      const target = path.join(folder, file);
      expect(existsSync(target)).toBe(true);
      if (heading !== undefined) expect(readFileSync(target, "utf8").toLowerCase()).toContain(`\n## ${heading}\n`);
    }
  });

  it("has an action.yml that GitHub takes, and one with a mistake would be refused", async () => {
    expect(await validate("action.yml", actionFile)).toEqual([]);
    const mistaken = actionFile.replace("using: node24", "using: node24\n  mian: x");
    expect(await validate("mistaken/action.yml", mistaken)).not.toEqual([]);
  });

  it("has recipes that name each action by commit and version, state permissions, and store no credentials", () => {
    const recipes = Array.from(readme.matchAll(/```yaml\n([\s\S]*?)```/g), ([, recipe = ""]) => recipe);
    for (const recipe of recipes) {
      for (const [line, action, version] of recipe.matchAll(used)) {
        expect(action, line).toMatch(/@[0-9a-f]{40}$/);
        expect(version, line).toBeDefined();
      }
      const count = (pattern: RegExp) => [...recipe.matchAll(pattern)].length;
      expect(count(/persist-credentials: false/g), recipe).toBe(count(/uses: actions\/checkout@/g));
      if (recipe.includes("uses:")) expect(recipe).toMatch(/^permissions:/m);
    }
  });

  it("warns of pull_request_target, which runs with the secrets of the repository", () => {
    expect(readme).toContain("\n> [!WARNING]\n> Do not use this action in a workflow on `pull_request_target`");
  });

  it("has recipes that GitHub takes, with inputs that there are", async () => {
    const recipes = Array.from(readme.matchAll(/```yaml\n([\s\S]*?)```/g), ([, recipe = ""]) => asWorkflow(recipe));
    expect(recipes.length).toBeGreaterThan(3);
    for (const [index, recipe] of recipes.entries())
      expect(await validate(`.github/workflows/${index}.yml`, recipe, readOwnAction)).toEqual([]);
    const wrong = recipes[0]?.replace(
      /(analytics-engines\/action\S*) # \S+\n(?:\s+with:\n)?/,
      "$1\n        with:\n          fiels: x\n",
    );
    expect(await validate(".github/workflows/wrong.yml", wrong ?? "", readOwnAction)).toContainEqual(
      expect.stringContaining("fiels"),
    );
  });
});

/** An action of a step or a whole job, with the version that a comment names. */
const used = /uses: (\S+)(?: # (v[\d.]+))?$/gm;

const runStep = `- id: run
  uses: analytics-engines/action@${"0".repeat(40)}
  with:
    base-url: https://api.vendor.example
`;

/** A recipe that shows a job with its permissions and steps, or steps after a run, as a whole workflow. */
function asWorkflow(recipe: string): string {
  if (/^jobs:/m.test(recipe)) return recipe;
  const job = recipe.startsWith("- ") ? `steps:\n${`${runStep}${recipe}`.replace(/^(?=.)/gm, "  ")}` : recipe;
  const call = "on:\n  workflow_dispatch:\n    inputs:\n      submitted-by:\n        type: string\n";
  return `${call}jobs:\n  job:\n    runs-on: ubuntu-latest\n${job.replace(/^(?=.)/gm, "    ")}`;
}
