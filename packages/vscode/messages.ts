import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { getL10nJson } from "@vscode/l10n-dev";
import { parseSync, Visitor } from "oxc-parser";

/** The English texts of the code, for translators. A translation is a file `bundle.l10n.LANGUAGE.json` beside it. */
export const messagesFile = path.join(import.meta.dirname, "l10n", "bundle.l10n.json");

/** Collects the texts of all `l10n.t` calls of the extension, and of all `t` calls of the page with results, as the content of the file. */
export async function collectMessages(): Promise<string> {
  const own = sourcesIn("src");
  const messages = await getL10nJson(own.map(({ text }) => ({ contents: text, extension: ".ts" })));
  const ofPage = [...own, ...sourcesIn("../viewer/src")].flatMap(textsOfPage);
  const all = { ...messages, ...Object.fromEntries(ofPage.map((text) => [text, text])) };
  const sorted = Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}

export async function writeMessages(): Promise<void> {
  mkdirSync(path.dirname(messagesFile), { recursive: true });
  writeFileSync(messagesFile, await collectMessages());
}

interface Source {
  readonly file: string;
  readonly text: string;
}

function sourcesIn(folder: string): Source[] {
  return globSync(`${folder}/**/*.ts`, { cwd: import.meta.dirname, exclude: (file) => file.endsWith(".test.ts") })
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(import.meta.dirname, file), "utf8") }));
}

/** The first arguments of the calls of `t`. @throws Error if one is not written out, so that it could not be translated */
function textsOfPage({ file, text }: Source): string[] {
  const texts: string[] = [];
  new Visitor({
    CallExpression({ start, callee, arguments: [first] }) {
      if (callee.type !== "Identifier" || callee.name !== "t") return;
      if (first?.type !== "Literal" || typeof first.value !== "string")
        throw new Error(
          `${file}: "${text.slice(start, start + 40)}" does not begin with a text. Write the text as a string.`,
        );
      texts.push(first.value);
    },
  }).visit(parseSync(file, text).program);
  return texts;
}
