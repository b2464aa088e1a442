// The tests that `npm run test:windows` runs on Windows: the projects `unit` and `isolated-e2e`. The project `e2e` is left out, because it starts
// programs of Linux, such as `sh`, and reads their pipes, which Wine does not have. `cases.ts` and `action.ts` start the built command and the
// built Action instead.
import { readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig, type Plugin } from "vitest/config";
import { root } from "../steps.ts";
import { projects, shared } from "../vitest.config.ts";

const SCOPE = "@analytics-engines/";

/** Finds the packages of the workspace without the links in `node_modules`: Wine shows links as plain folders, with a second copy of the code. */
const packagesWithoutLinks: Plugin = {
  name: "packages-without-links",
  enforce: "pre",
  resolveId(source) {
    if (!source.startsWith(SCOPE)) return null;
    const [name = "", ...rest] = source.slice(SCOPE.length).split("/");
    const folder = path.join(root, "packages", name);
    const { exports }: { exports?: Record<string, string | { source?: string; default?: string }> } = JSON.parse(
      readFileSync(path.join(folder, "package.json"), "utf8"),
    );
    const target = exports?.[[".", ...rest].join("/")];
    // A built file is not there yet when the first test names it.
    const file = typeof target === "object" ? (target.source ?? target.default) : target;
    return file === undefined ? null : path.join(folder, file).replaceAll("\\", "/");
  },
};

const onWindows = ({ test, resolve, ssr }: (typeof projects)["unit"]) => ({
  plugins: [packagesWithoutLinks],
  resolve: { ...resolve, preserveSymlinks: true },
  ssr,
  // Processes would talk to vitest through pipes.
  test: { ...test, pool: "threads" as const },
});

export default defineConfig({
  root,
  test: { ...shared, projects: [onWindows(projects.unit), onWindows(projects.isolated)] },
});
