import path from "node:path";
import { type Bundle, isBundled, writeBundle } from "../../.ci/build/bundle.ts";
import { ensureBuilt as ensureViewerBuilt } from "../viewer/build.ts";

const folder = import.meta.dirname;
const shared = {
  folder,
  target: "node24",
  alias: { "unzip-stream": path.join(folder, "no-unzip.ts") },
  // Packages in CommonJS load Node's modules with `require`, which an ES module does not have.
  banner: 'import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url);',
} as const;

/** Each action is bundled by itself, beside its action.yml. */
const bundles: readonly Bundle[] = [
  { ...shared, entry: "src/run/run.ts", dist: path.join(folder, "dist") },
  { ...shared, entry: "src/validate/validate.ts", dist: path.join(folder, "validate/dist") },
  { ...shared, entry: "src/plan/plan.ts", dist: path.join(folder, "plan/dist") },
  { ...shared, entry: "src/review/review.ts", dist: path.join(folder, "review/dist") },
];

/** Builds what is not newer than everything that it was made from. */
export async function ensureBuilt(): Promise<void> {
  await ensureViewerBuilt();
  for (const bundle of bundles) if (!isBundled(bundle, import.meta.filename)) await writeBundle(bundle);
}

if (import.meta.main) {
  await ensureViewerBuilt();
  for (const bundle of bundles) await writeBundle(bundle);
}
