import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { median, runNode } from "../measure.ts";
import { type Row, under } from "../report.ts";

const ROUNDS = 9;
/** Two of them for what a browser does as well: Parquet, by hyparquet-writer, and the rows of a sweep from CSV, by papaparse. */
const MAX_PACKAGES = 10;
const core = path.resolve(import.meta.dirname, "../../../core");

/** The cost of an import of the client: time, memory, installed packages. */
export async function measureImportClient(): Promise<Row[]> {
  const loaded = await importInChild(`await import(${JSON.stringify(path.join(core, "dist/index.js"))})`);
  return [
    under("import of the client", loaded.milliseconds, "ms", 70, "at most 70 ms"),
    under("memory with the client imported", loaded.mebibytes, "MiB", 65, "at most 65 MiB"),
    under(
      "packages installed with the client",
      installedPackages(),
      "packages",
      MAX_PACKAGES,
      `at most ${MAX_PACKAGES}`,
    ),
  ];
}

async function importInChild(load: string): Promise<{ milliseconds: number; mebibytes: number }> {
  const code = `const s=performance.now();${load};console.log(performance.now()-s,process.memoryUsage.rss()/2**20)`;
  const times: number[] = [];
  const sizes: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { stdout } = await runNode(["--input-type=module", "-e", code]);
    const [milliseconds = Number.NaN, mebibytes = Number.NaN] = stdout.split(" ").map(Number);
    times.push(milliseconds);
    sizes.push(mebibytes);
  }
  return { milliseconds: median(times), mebibytes: median(sizes) };
}

/** Counts core and its dependencies, each package once. */
function installedPackages(): number {
  const names = new Set<string>();
  const visit = (folder: string) => {
    const file = path.join(folder, "package.json");
    const manifest = JSON.parse(readFileSync(file, "utf8"));
    if (names.has(manifest.name)) return;
    names.add(manifest.name);
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const candidates = (createRequire(file).resolve.paths(name) ?? []).map((base) => path.join(base, name));
      const installed = candidates.find((candidate) => existsSync(path.join(candidate, "package.json")));
      if (installed !== undefined) visit(installed);
    }
  };
  visit(core);
  return names.size;
}
