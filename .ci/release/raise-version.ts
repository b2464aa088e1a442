// npm run version: moves the sentences of .changeset to the changelogs and raises the version of all packages, also the one that requests,
// manifests and logs contain, the one that git hooks install, and the one
// in the addresses of the schemas.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root, script, tool } from "../steps.ts";
import { readManifest } from "./npm-packages.ts";

if (!(await tool("changeset", ["version"]))) process.exit(1);
const { version } = readManifest("core");
writeFileSync(
  path.join(root, "packages/core/src/service/version.ts"),
  `/** The version of this package. */\nexport const VERSION = "${version}";\n`,
);
const hooks = path.join(root, "packages/action/.pre-commit-hooks.yaml");
writeFileSync(hooks, readFileSync(hooks, "utf8").replace(/(?<=@analytics-engines\/cli@)[\d.]+/, version));
if (!(await script(".ci/generate/write-schemas.ts"))) process.exit(1);
