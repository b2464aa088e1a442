import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../steps.ts";

interface Setting {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly scope?: string;
  readonly description?: string;
  readonly markdownDescription?: string;
}

interface Contributions {
  readonly commands: readonly { readonly command: string; readonly title: string; readonly category?: string }[];
  readonly configuration: readonly { readonly title: string; readonly properties: Readonly<Record<string, Setting>> }[];
}

/** The settings and commands of the extension, as its manifest and the texts of that have them. */
export function extensionPage(): string {
  const folder = path.join(root, "packages/vscode");
  const { contributes }: { contributes: Contributions } = JSON.parse(
    readFileSync(path.join(folder, "package.json"), "utf8"),
  );
  const texts: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(path.join(folder, "package.nls.json"), "utf8"),
  );
  const said = (text = "") =>
    (texts[text.replaceAll("%", "")] ?? text)
      .replaceAll("\n", " ")
      .replaceAll("|", "\\|")
      // Links to commands lead somewhere in the editor alone.
      .replaceAll(/\[([^\]]*)\]\(command:[^)]*\)/g, "$1");
  const settings = contributes.configuration.flatMap(({ title, properties }) => [
    `### ${said(title)}`,
    "",
    "| setting | type | default | where it may be set | what it does |",
    "| --- | --- | --- | --- | --- |",
    ...Object.entries(properties).map(([name, setting]) => {
      const type = setting.enum?.map((value) => `\`${value}\``).join(" ") ?? [setting.type ?? ""].flat().join(" or ");
      const what = said(setting.markdownDescription ?? setting.description);
      return `| \`${name}\` | ${type} | \`${JSON.stringify(setting.default)}\` | ${setting.scope ?? "window"} | ${what} |`;
    }),
    "",
  ]);
  const commands = contributes.commands.map(({ command, title }) => `| ${said(title)} | \`${command}\` |`);
  return `# The extension: settings and commands

Made from the extension's manifest by \`npm run build\`. What they are for: [the extension](../../packages/vscode/README.md).

## Settings

${settings.join("\n")}
## Commands

In the command palette under "Analytics Engines".

| command | id |
| --- | --- |
${commands.join("\n")}
`;
}
