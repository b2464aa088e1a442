import path from "node:path";
import { build } from "esbuild";

const folder = import.meta.dirname;
const dist = path.join(folder, "dist");
await build({
  absWorkingDir: folder,
  entryPoints: ["src/page.ts"],
  outfile: path.join(dist, "viewer.js"),
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  conditions: ["source"],
  external: ["apache-arrow"],
  metafile: true,
  legalComments: "none",
});
