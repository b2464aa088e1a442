import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build, type Metafile, transform } from "esbuild";
import { command } from "../../../packages/cli/build.ts";
import { writeBundle } from "../../build/bundle.ts";
import { root } from "../../steps.ts";
import { licensesOf } from "../licenses.ts";

/**
 * Writes the program of the executable to an empty folder: the modules of the command, the file that loads them, and the licenses of what
 * is bundled. It is the same for every platform. The pages of the viewer must be built.
 */
export async function writeProgram(folder: string): Promise<void> {
  const dist = mkdtempSync(path.join(tmpdir(), "program-"));
  try {
    await writeBundle({ ...command, entry: "src/command.ts", dist, target: "node24" });
    const names = readdirSync(dist).filter((name) => name.endsWith(".js"));
    mkdirSync(path.join(folder, "modules"), { recursive: true });
    await Promise.all(
      names.map(async (name) => {
        const text = toCommonJs(readFileSync(path.join(dist, name), "utf8"));
        writeFileSync(path.join(folder, "modules", name), await text);
      }),
    );
    await build({
      entryPoints: [path.join(command.folder, "src/executable/main.ts")],
      outfile: path.join(folder, "main.cjs"),
      bundle: true,
      minify: true,
      platform: "node",
      target: "node24",
      format: "cjs",
    });
    writeFileSync(path.join(folder, "licenses.txt"), bundledLicenses(dist));
  } finally {
    rmSync(dist, { recursive: true });
  }
}

/** A module of the bundle as the body of a function. Only `import()` of a module script could not find the other modules. */
async function toCommonJs(text: string): Promise<string> {
  const { code } = await transform(text, {
    format: "cjs",
    platform: "node",
    target: "node24",
    minify: true,
    define: { "import.meta.url": "importMetaUrl" },
    supported: { "dynamic-import": false },
  });
  return code;
}

/** The licenses of the packages in the command, and in the pages that it writes. */
function bundledLicenses(dist: string): string {
  const viewer = path.join(root, "packages/viewer");
  const pages: Readonly<Record<string, Metafile>> = readJson(path.join(viewer, "dist/assets.json"));
  const { inputs }: Metafile = readJson(path.join(dist, "meta.json"));
  return licensesOf([
    { folder: command.folder, inputs },
    ...Object.values(pages).map((page) => ({ folder: viewer, inputs: page.inputs })),
  ]);
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, "utf8"));
}
