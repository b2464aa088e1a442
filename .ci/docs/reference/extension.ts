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

/** The page of the settings and commands of the extension, from its manifest and the texts of the manifest. */
export function extensionPage(): string {
  const folder = path.join(root, "packages/vscode");
  const { contributes }: { contributes: Contributions } = JSON.parse(
    readFileSync(path.join(folder, "package.json"), "utf8"),
  );
  const texts: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(path.join(folder, "package.nls.json"), "utf8"),
  );
  const plainText = (text = "") =>
    (texts[text.replaceAll("%", "")] ?? text)
      .replaceAll("\n", " ")
      .replaceAll("|", "\\|")
      // Links to commands work only in the editor.
      .replaceAll(/\[([^\]]*)\]\(command:[^)]*\)/g, "$1");
  const settings = contributes.configuration.flatMap(({ title, properties }) => [
    `### ${plainText(title)}`,
    "",
    "| setting | type | default | where it may be set | what it does |",
    "| --- | --- | --- | --- | --- |",
    ...Object.entries(properties).map(([name, setting]) => {
      const type = setting.enum?.map((value) => `\`${value}\``).join(" ") ?? [setting.type ?? ""].flat().join(" or ");
      const what = plainText(setting.markdownDescription ?? setting.description);
      return `| \`${name}\` | ${type} | \`${JSON.stringify(setting.default)}\` | ${setting.scope ?? "window"} | ${what} |`;
    }),
    "",
  ]);
  const commands = contributes.commands.map(({ command, title }) => `| ${plainText(title)} | \`${command}\` |`);
  return `# The extension: settings and commands

\`npm run build\` writes this page from the manifest of the extension. [The extension](../../packages/vscode/README.md) explains them.

## Settings

${settings.join("\n")}
## Commands

The command palette lists them under "Analytics Engines".

| command | id |
| --- | --- |
${commands.join("\n")}
`;
}
