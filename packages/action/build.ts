import path from "node:path";
import { type Bundle, isBundled, writeBundle } from "../../.ci/bundle.ts";
import { ensureBuilt as ensureViewerBuilt } from "../viewer/build.ts";

const folder = import.meta.dirname;

/** Each action is bundled by itself, beside its action.yml: files that two share would be more files for both to load. */
const bundles: readonly Bundle[] = [
  {
    folder,
    entry: "src/run/run.ts",
    dist: path.join(folder, "dist"),
    target: "node24",
    first: ["src/github/log.ts", "src/run/main.ts", "src/run/run-files.ts"],
  },
  {
    folder,
    entry: "src/validate/validate.ts",
    dist: path.join(folder, "validate/dist"),
    target: "node24",
    first: ["src/validate/main.ts"],
  },
  { folder, entry: "src/plan/plan.ts", dist: path.join(folder, "plan/dist"), target: "node24" },
  { folder, entry: "src/review/review.ts", dist: path.join(folder, "review/dist"), target: "node24" },
];

/** Builds what is not newer than everything that it was made from. A run that refuses its inputs loads neither HTTP nor artifact client. */
export async function ensureBuilt(): Promise<void> {
  await ensureViewerBuilt();
  for (const bundle of bundles) if (!isBundled(bundle, import.meta.filename)) await writeBundle(bundle);
}

if (import.meta.main) {
  await ensureViewerBuilt();
  for (const bundle of bundles) await writeBundle(bundle);
}
