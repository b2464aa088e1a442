// The tables of inputs and outputs in an action's README.md, made from its action.yml. Run it to write them again.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { planAction, readActionFile, reviewAction, runAction, validateAction } from "../runner/runner.ts";

const begin = "<!-- inputs and outputs: begin -->\n";
const end = "<!-- inputs and outputs: end -->";

/** The part of the text between the marks. Throws where it has none. */
export function readDocumentation(readme: string): string {
  const [, after] = readme.split(begin);
  const [part] = after?.split(end) ?? [];
  if (after === undefined || part === undefined) throw new Error("README.md lacks the marks of its tables");
  return part;
}

/** Tables without the padding that the formatter gives them. */
export function withoutPadding(markdown: string): string {
  return markdown.replace(/ +(?=\|)/g, " ").replace(/-{3,}/g, "---");
}

/** The tables as they should be. */
export function renderDocumentation(folder: string): string {
  const { inputs, outputs } = readActionFile(folder);
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const inputRows = Object.entries(inputs).map(
    ([name, input]) =>
      `| \`${name}\` | ${cell(input.description)} | ${input.required ? "required" : input.default === undefined ? "" : `\`${input.default}\``} |`,
  );
  const outputRows = Object.entries(outputs).map(([name, output]) => `| \`${name}\` | ${cell(output.description)} |`);
  return [
    "",
    "### Inputs",
    "",
    "| Input | What it is | Default |",
    "| --- | --- | --- |",
    ...inputRows,
    "",
    "### Outputs",
    "",
    "| Output | What it is |",
    "| --- | --- |",
    ...outputRows,
    "",
    "",
  ].join("\n");
}

if (import.meta.main) {
  for (const folder of [runAction, validateAction, planAction, reviewAction]) {
    const readme = path.join(folder, "README.md");
    const text = readFileSync(readme, "utf8");
    if (withoutPadding(readDocumentation(text)) === withoutPadding(renderDocumentation(folder))) continue;
    const [before = "", after = ""] = text.split(begin);
    const rest = after.slice(after.indexOf(end));
    writeFileSync(readme, `${before}${begin}${renderDocumentation(folder)}${rest}`);
  }
}
