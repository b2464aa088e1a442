// Writes the version of core, which requests, manifests and logs contain, after the version of the packages was raised.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../steps.ts";
import { readManifest } from "./npm-packages.ts";

const { version } = readManifest("core");
writeFileSync(
  path.join(root, "packages/core/src/service/version.ts"),
  `/** The version of this package. */\nexport const version = "${version}";\n`,
);
