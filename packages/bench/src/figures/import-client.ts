import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { atMost, median, runNode } from "../measure.ts";
import type { Row } from "../row.ts";

const runs = 9;
const core = path.resolve(import.meta.dirname, "../../../core");

/** What it costs to import the client: time, memory, packages installed. */
export async function run(): Promise<Row[]> {
  const source = (load: string) =>
    `const s=performance.now();${load};console.log(JSON.stringify([performance.now()-s,process.resourceUsage().maxRSS/1024]))`;
  const measured = await repeat(source(`await import(${JSON.stringify(path.join(core, "dist/index.js"))})`));
  const empty = await repeat(source(""));
  return [
    { ...atMost("import of the client", measured.milliseconds, "ms", 70, 1, "at most 70 ms") },
    { ...atMost("memory with the client imported", measured.mebibytes, "MiB", 65, 1, "at most 65 MiB") },
    { ...atMost("  memory of an empty process", empty.mebibytes, "MiB", 65, 1, "for comparison"), met: true },
    atMost("packages installed with the client", installedPackages(), "packages", 8, 1, "at most 8"),
  ];
}

async function repeat(code: string): Promise<{ milliseconds: number; mebibytes: number }> {
  const times: number[] = [];
  const sizes: number[] = [];
  for (let i = 0; i < runs; i += 1) {
    const result = await runNode(["--input-type=module", "-e", code]);
    const [milliseconds = Number.NaN, mebibytes = Number.NaN]: number[] = JSON.parse(result.stdout);
    times.push(milliseconds);
    sizes.push(mebibytes);
  }
  return { milliseconds: median(times), mebibytes: median(sizes) };
}

/** Counts core and everything that its dependencies bring, each package once. */
function installedPackages(): number {
  const found = new Set<string>();
  const visit = (folder: string) => {
    const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    if (found.has(manifest.name)) return;
    found.add(manifest.name);
    const require = createRequire(path.join(folder, "package.json"));
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const place = (require.resolve.paths(name) ?? []).map((base) => path.join(base, name)).find(holdsPackage);
      if (place !== undefined) visit(place);
    }
  };
  visit(core);
  return found.size;
}

function holdsPackage(folder: string): boolean {
  try {
    readFileSync(path.join(folder, "package.json"));
    return true;
  } catch {
    return false;
  }
}
