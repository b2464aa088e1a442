import { cruise } from "dependency-cruiser";
import { rulesFor } from "./rules.ts";

/** Reads the imports of the files in these folders of a workspace, and names each that breaks a rule. */
export async function findViolations(
  root: string,
  folders: readonly string[],
): Promise<{ violations: string[]; modules: number }> {
  const ruleSet = { forbidden: rulesFor(root) };
  const { output } = await cruise(
    [...folders],
    {
      baseDir: root,
      ruleSet,
      validate: true,
      // Types, too: a type that a lower room takes from a higher one ties them as a value does.
      tsPreCompilationDeps: true,
      doNotFollow: { path: "node_modules" },
      exclude: { path: ["/dist/", "^.ci/release/consumer/"] },
    },
    {
      // As TypeScript and the tests resolve: to the sources of the workspace.
      conditionNames: ["source", "import", "node", "types", "default"],
      exportsFields: ["exports"],
      extensions: [".ts", ".mjs", ".cjs", ".js", ".json"],
    },
  );
  if (typeof output === "string") throw new Error(output);
  const violations = output.summary.violations.map(({ rule, from, to, cycle }) => {
    const way = cycle === undefined ? to : cycle.map(({ name }) => name).join(" -> ");
    const comment = ruleSet.forbidden.find(({ name }) => name === rule.name)?.comment ?? "";
    return `${rule.name}: ${from} -> ${way}\n  ${comment}`;
  });
  return { violations, modules: output.summary.totalCruised };
}
