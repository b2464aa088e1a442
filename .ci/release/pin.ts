// `node pin.ts FOLDER COMMIT vX.Y.Z` names our actions by the commit of a release in all pages and workflows of a folder.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

/** The steps that build an action from its sources, until there is a release. */
const BUILT_FROM_SOURCES =
  /^( *)# Until the first release.*\n(?:\1.*\n)*?\1- uses: \.\/\.analytics-engines\/packages\/action((?:\/\w+)?)$/gm;
/** The notes that say so. */
const BEFORE_RELEASE = /^> Until the first release, .*\n\n/gm;
const PINNED = /(\banalytics-engines\/action(?:\/[\w./-]+)?)@[0-9a-f]{40} # v[\w.-]+/g;

/** The version of our hooks in the settings of pre-commit. */
const HOOKS_VERSION = /(repo: \S*\/analytics-engines\/action\n +rev: )v[\w.-]+/g;

/** A text that names our actions by the commit of a version, also where it builds them from their sources, and our hooks by the version. */
export function pinActions(text: string, commit: string, version: string): string {
  return text
    .replaceAll(BEFORE_RELEASE, "")
    .replaceAll(BUILT_FROM_SOURCES, `$1- uses: analytics-engines/action$2@${commit} # ${version}`)
    .replaceAll(PINNED, `$1@${commit} # ${version}`)
    .replaceAll(HOOKS_VERSION, `$1${version}`);
}

/** The Markdown and the workflows of a folder, and the workflow that `init` writes. */
function pinnedFiles(folder: string): readonly string[] {
  return globSync(["**/*.md", ".github/**/*.yml", "packages/cli/src/files/init.ts"], {
    cwd: folder,
    exclude: ["**/node_modules", "**/dist"],
  });
}

if (import.meta.main) {
  const [folder = "", commit = "", version = ""] = parseArgs({ allowPositionals: true }).positionals;
  if (!/^[0-9a-f]{40}$/.test(commit) || !/^v\d+\.\d+\.\d+$/.test(version))
    throw new Error(`"${commit}" "${version}" is no commit with its version. Call pin.ts FOLDER COMMIT vX.Y.Z.`);
  for (const name of pinnedFiles(folder)) {
    const file = path.join(folder, name);
    const text = readFileSync(file, "utf8");
    const changed = pinActions(text, commit, version);
    if (changed !== text) writeFileSync(file, changed);
  }
}
