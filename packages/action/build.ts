import path from "node:path";
import { build } from "esbuild";
import { isBundled, writeBundle } from "../../.ci/bundle.ts";
import { ensureBuilt as ensureViewerBuilt } from "../viewer/build.ts";

const folder = import.meta.dirname;

/** An action: what it starts with, and the folder beside its action.yml that its bundle goes to. */
interface Bundle {
  readonly entry: string;
  readonly dist: string;
}

/** Each is bundled by itself: files that two share would be more files for both to load. */
const bundles: readonly Bundle[] = [
  { entry: "src/run/run.ts", dist: path.join(folder, "dist") },
  { entry: "src/validate/validate.ts", dist: path.join(folder, "validate/dist") },
];

/**
 * Bundles the actions for Node 24. Code that is imported when it is used becomes a chunk of its own, so that
 * a run that refuses its inputs loads neither the HTTP client nor the artifact client.
 */
export async function buildActions(): Promise<void> {
  await ensureViewerBuilt();
  for (const bundle of bundles) await buildBundle(bundle);
}

async function buildBundle({ entry, dist }: Bundle): Promise<void> {
  const result = await build({
    absWorkingDir: folder,
    entryPoints: [entry],
    outdir: dist,
    write: false,
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    // Loaded for a stack alone, where debug logging is on.
    sourcemap: "linked",
    platform: "node",
    target: "node24",
    format: "esm",
    conditions: ["source"],
    // The ES modules of packages that have both: what is not used of them is left out.
    mainFields: ["module", "main"],
    legalComments: "none",
    logLevel: "warning",
  });
  writeBundle(result, folder, dist, `${path.basename(entry, ".ts")}.js`);
}

/** Builds what is not newer than everything that it was made from. */
export async function ensureBuilt(): Promise<void> {
  await ensureViewerBuilt();
  for (const bundle of bundles) if (!isBundled(folder, bundle.dist, import.meta.filename)) await buildBundle(bundle);
}

if (import.meta.main) await buildActions();
