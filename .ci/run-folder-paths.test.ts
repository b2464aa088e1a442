import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { root } from "./steps.ts";

/** The only module that joins a run folder with a path from its manifest or journal. */
const RESOLVER = "packages/runs/src/files/inside.ts";

/** Modules that handle such paths and open other files: which ones. */
const others: Readonly<Record<string, string>> = {
  "packages/vscode/src/results/source/run-source.ts": "a file that the user opens",
  "packages/vscode/src/results/viewers/viewer.ts": "where the user saves a table",
  "packages/action/src/run/post.ts": "whether there is a manifest",
  "packages/cli/src/runs/keep-earlier-run.ts": "a whole run folder, which it renames",
  "packages/runs/src/folder/earlier-run.ts": "the folders of a folder, to find the latest run of an earlier day",
  "packages/runs/src/run-steps/prepare-run.ts": "whether there are parameter files",
  "packages/runs/src/tools/open-files.ts": "whether there is a file in an open folder",
  "packages/runs/src/folder/manifest/manifest-file.ts": "when the manifest of a folder was written",
  "packages/runs/src/plan/merge-shards.ts": "the folders in a folder, to find those with a manifest",
  "packages/runs/src/reproduce/reproduction.ts": "whether a name is a folder",
  "packages/action/demo/demo.ts": "the journal, to print it",
  "packages/bench/src/data/run-folder.ts": "results that it makes",
};

/** The names that bring such a path into a module. */
const seesPaths =
  /\b(?:Manifest(?:Unit|File|Table)?|MergedRun|FoundRun|RunSource|OpenRunFolder|StoredFile|StoredEntry|JournalEntry|UnitOutcome|JobOutcome|readManifest|findManifest|readJournal|openJournal)\b/;
const opens =
  /^(?:access|appendFile|copyFile|cp|create\w+Stream|exists|l?stat|open|read\w*|rename|rm|unlink|write\w*)(?:Sync)?$/;
const joined =
  /\b(?:join|resolve|joinPath|normalize)\((?:[^()]|\([^()]*\))*?\b(?:unit|table|stored|outcome|entry|info|result)\??\.(?:file|info|csv)\b/;

const sources = globSync("packages/*/{src,demo}/**/*.ts", { cwd: root })
  .map((file) => file.split(path.sep).join("/"))
  .filter((file) => !file.endsWith(".test.ts") && file !== RESOLVER)
  .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));

it("no other module joins a folder with a path that a manifest or a journal names", () => {
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter(({ text }) => joined.test(text)).map(({ file }) => file)).toEqual([]);
  // The pattern matches what it must find.
  expect("path.join(await realpath(folder), unit.file)").toMatch(joined);
  expect("join(folder, table.csv)").toMatch(joined);
});

it("no other module with such paths opens files, except for the listed purposes", () => {
  const found = sources.filter(({ text }) => {
    const imports = [...text.matchAll(/import \{([^}]*)\} from "node:fs(?:\/promises)?"/g)];
    const names = imports.flatMap(([, list = ""]) => list.split(",").map((name) => name.trim().replace(/ as .*/, "")));
    // A namespace, or the one of VS Code, does not show which function the module uses.
    const isOpen = /import (?:\* as )?\w+ from "node:fs|vscode\.workspace\.fs\b/.test(text);
    return seesPaths.test(text) && (isOpen || names.some((name) => opens.test(name)));
  });
  expect(found.map(({ file }) => file).sort()).toEqual(Object.keys(others).sort());
});
