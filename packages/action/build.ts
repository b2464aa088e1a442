import path from "node:path";
import { type Bundle, isBundled, writeBundle } from "../../.ci/build/bundle.ts";
import { ensureBuilt as ensureViewerBuilt } from "../viewer/build.ts";
import { toolkit } from "./toolkit/plugin.ts";

const folder = import.meta.dirname;
const pluginFile = path.join(folder, "toolkit/plugin.ts");

const shared = { folder, target: "node24", plugins: [toolkit] } as const;

/** Each action is bundled by itself, beside its action.yml: files that two share would be more files for both to load. */
const bundles: readonly Bundle[] = [
  {
    ...shared,
    entry: "src/run/run.ts",
    dist: path.join(folder, "dist"),
    first: ["src/run/main.ts", "src/run/run-files.ts"],
  },
  {
    ...shared,
    entry: "src/validate/validate.ts",
    dist: path.join(folder, "validate/dist"),
    first: ["src/github/step.ts", "src/validate/inputs.ts", "src/validate/validate-files.ts"],
  },
  {
    ...shared,
    entry: "src/plan/plan.ts",
    dist: path.join(folder, "plan/dist"),
    first: ["src/plan/plan-files.ts"],
  },
  { ...shared, entry: "src/review/review.ts", dist: path.join(folder, "review/dist") },
];

/** Builds what is not newer than everything that it was made from. A run that refuses its inputs loads neither HTTP nor artifact client. */
export async function ensureBuilt(): Promise<void> {
  await ensureViewerBuilt();
  for (const bundle of bundles) if (!isBundled(bundle, import.meta.filename, pluginFile)) await writeBundle(bundle);
}

if (import.meta.main) {
  await ensureViewerBuilt();
  for (const bundle of bundles) await writeBundle(bundle);
}
