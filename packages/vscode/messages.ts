import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { getL10nJson } from "@vscode/l10n-dev";

/** The English texts of the code, for translators. A translation is a file `bundle.l10n.LANGUAGE.json` beside it. */
export const messagesFile = path.join(import.meta.dirname, "l10n", "bundle.l10n.json");

/** Collects the texts of all `l10n.t` calls as the content of the file. */
export async function collectMessages(): Promise<string> {
  const files = globSync("src/**/*.ts", {
    cwd: import.meta.dirname,
    exclude: (file) => file.endsWith(".test.ts"),
  }).sort();
  const contents = files.map((file) => readFileSync(path.join(import.meta.dirname, file), "utf8"));
  const messages = await getL10nJson(contents.map((text) => ({ contents: text, extension: ".ts" })));
  const sorted = Object.entries(messages).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}

export async function writeMessages(): Promise<void> {
  mkdirSync(path.dirname(messagesFile), { recursive: true });
  writeFileSync(messagesFile, await collectMessages());
}
