import { cruise } from "dependency-cruiser";
import { rulesFor } from "./rules.ts";

/** Reads the imports of the files in these folders of a workspace. Returns a text for each that breaks a rule. */
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
      // Includes imports of types, because a type from a higher layer also makes a lower layer depend on it.
      tsPreCompilationDeps: true,
      doNotFollow: { path: "node_modules" },
      exclude: { path: ["/dist/", "^.ci/release/consumer/"] },
    },
    {
      // Resolves packages of the workspace to their sources, as TypeScript and the tests do.
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
