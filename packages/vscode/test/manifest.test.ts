import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { agentTools, runTools } from "@analytics-engines/runs/review";
import { describe, expect, it } from "vitest";
import { collectMessages, messagesFile } from "../messages.ts";
import { toolId, toolNames } from "../src/agents/tool-names.ts";
import { commandVerbs } from "../src/common/command-ids.ts";

const folder = path.resolve(import.meta.dirname, "..");
const read = (name: string) => readFileSync(path.join(folder, name), "utf8");

interface Entry {
  readonly command: string;
  readonly when?: string;
}

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly icon: string;
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly supported: string; readonly restrictedConfigurations: readonly string[] };
  };
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category: string;
      readonly icon?: string;
      readonly enablement?: string;
    }[];
    readonly configuration: readonly {
      readonly title: string;
      readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    }[];
    readonly keybindings?: readonly Entry[];
    readonly languageModelTools: readonly Readonly<Record<string, unknown>>[];
    readonly menus: Readonly<Record<string, readonly Entry[]>>;
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly when?: string }[]>>;
    readonly viewsContainers: { readonly activitybar: readonly { readonly id: string }[] };
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string; readonly when?: string }[];
    readonly walkthroughs: readonly {
      readonly steps: readonly { readonly id: string; readonly completionEvents: readonly string[] }[];
    }[];
  };
}

const manifest: Manifest = JSON.parse(read("package.json"));
const texts: Readonly<Record<string, string>> = JSON.parse(read("package.nls.json"));
const { commands, configuration, menus, views, viewsContainers, viewsWelcome, walkthroughs } = manifest.contributes;
const ids = commands.map(({ command }) => command);
const settings = configuration.flatMap(({ properties }) => Object.entries(properties));
const viewIds = Object.values(views).flatMap((list) => list.map(({ id }) => id));

/** The code that ships, file by file. */
const sources = globSync("src/**/*.ts", { cwd: folder, exclude: (file) => file.endsWith(".test.ts") }).map(read);
const code = sources.join("\n");

/** Every text anywhere in a value. */
function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];
}

/** Every when-clause and enablement. */
const clauses = strings(
  [
    ...Object.values(menus).flat(),
    ...viewsWelcome,
    ...Object.values(views).flat(),
    ...(manifest.contributes.keybindings ?? []),
  ].map(({ when }) => when),
).concat(strings(commands.map(({ enablement }) => enablement)));

/** What a window shows, by context key. A key that is absent has no value. */
type Context = Readonly<Record<string, string | true>>;

/** Whether a when-clause is true. It has no parentheses. */
function isTrue(clause: string, context: Context): boolean {
  return clause.split(" || ").some((part) => part.split(" && ").every((term) => isTermTrue(term, context)));
}

function isTermTrue(term: string, context: Context): boolean {
  const [, name = "", operator = "", text = ""] = /^(\S+)(?: (==|!=|=~) (.*))?$/.exec(term) ?? [];
  if (name === "true" || name === "false") return name === "true";
  if (name.startsWith("!")) return context[name.slice(1)] === undefined;
  const value = context[name];
  if (operator === "") return value !== undefined;
  if (operator === "=~") {
    const [, pattern = "", flags = ""] = /^\/(.*)\/(\w*)$/.exec(text) ?? [];
    return typeof value === "string" && new RegExp(pattern, flags).test(value);
  }
  const isEqual = value === text.replace(/^'(.*)'$/, "$1");
  return operator === "==" ? isEqual : !isEqual;
}

const emptyWindow: Context = { isWorkspaceTrusted: true, workspaceFolderCount: "0" };
const folderWindow: Context = { isWorkspaceTrusted: true, workspaceFolderCount: "1" };

/** The commands of the palette in a context, in the order of the manifest. */
function commandsIn(context: Context): readonly string[] {
  const inPalette = new Map(menus["commandPalette"]?.map(({ command, when }) => [command, when]));
  return ids
    .filter((id) => isTrue(inPalette.get(id) ?? "true", context))
    .map((id) => id.replace("analyticsEngines.", ""));
}

describe("commands", () => {
  it("are those with a handler in the code", () => {
    const handled = Object.entries(commandVerbs).flatMap(([feature, verbs]) =>
      verbs.map((verb) => `analyticsEngines.${feature}.${verb}`),
    );
    expect(handled.toSorted()).toEqual(ids.toSorted());
  });

  it("that the code runs exist", () => {
    const named = [...code.matchAll(/"(analyticsEngines\.[\w.]+)"/g)].map(([, id = ""]) => id);
    const features = Object.keys(commandVerbs).map((feature) => `analyticsEngines.${feature}.`);
    // The key of the selected kinds in the storage of the workspace.
    const storage = ["analyticsEngines.editor.kinds"];
    const known = new Set([
      ...ids,
      ...storage,
      ...viewIds.map((id) => `${id}.focus`),
      ...settings.map(([name]) => name),
    ]);
    const run = named.filter((id) => features.some((feature) => id.startsWith(feature)));
    expect(run.length).toBeGreaterThan(15);
    expect(run.filter((id) => !known.has(id))).toEqual([]);
  });

  it("go through one wrapper for errors", () => {
    const registering = sources.filter((text) => text.includes("commands.registerCommand("));
    expect(registering).toEqual([read("src/services/commands.ts")]);
  });

  it("have a category, a title, and a name of their own", () => {
    expect(commands.filter(({ category }) => category !== "Analytics Engines")).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    const titles = commands.map(({ title }) => texts[title.replaceAll("%", "")]);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it("of menus, key bindings, welcome views and walkthrough exist", () => {
    const used = [...Object.values(menus).flat(), ...(manifest.contributes.keybindings ?? [])].map(
      ({ command }) => command,
    );
    const linked = [...JSON.stringify(texts).matchAll(/\(command:([\w.]+)/g)].map(([, id]) => id ?? "");
    const known = new Set([...ids, ...viewIds.map((id) => `${id}.focus`)]);
    const builtIn = /^(workbench|vscode)\./;
    expect([...used, ...linked].filter((id) => !known.has(id) && !builtIn.test(id))).toEqual([]);
  });

  it("of keys in an editor run in every situation there, so that VS Code's own command never runs instead", () => {
    const keys = (manifest.contributes.keybindings ?? []).filter(({ when }) => when?.includes("editor"));
    expect(keys.map(({ command }) => command)).toEqual([
      "analyticsEngines.jobs.runUnit",
      "analyticsEngines.jobs.runFile",
    ]);
    for (const { command, when } of keys) {
      expect(when).toBe("editorTextFocus && editorLangId == analytics-engines");
      // VS Code joins the enablement of a command to the condition of its keys.
      expect(commands.find((one) => one.command === command)?.enablement).toBeUndefined();
    }
  });

  it("are at most 55", () => {
    expect(commands.length).toBeLessThanOrEqual(55);
  });

  it("in the palette of an empty window are those that can run there", () => {
    const visible = commandsIn(emptyWindow);
    expect(visible).toEqual([
      "connections.add",
      // Lists the simulator, and adds a connection.
      "connections.select",
      "connections.useSimulator",
      "log.show",
      "editor.newFile",
      "editor.openExample",
      "editor.openDocs",
      // What the extension stored of earlier windows.
      "jobs.deleteAllData",
    ]);
    // The palette offers each of the others in some window, or never because it needs a row.
    const entries = new Set(menus["commandPalette"]?.map(({ command }) => command.replace("analyticsEngines.", "")));
    const others = ids.map((id) => id.replace("analyticsEngines.", "")).filter((id) => !visible.includes(id));
    expect(others.filter((id) => !entries.has(id))).toEqual([]);
  });

  it("in the palette are those that do something with what is open, and no others", () => {
    const inFolder = commandsIn(folderWindow);
    const added = (context: Context) =>
      commandsIn({ ...folderWindow, ...context }).filter((id) => !inFolder.includes(id));
    expect(inFolder.filter((id) => !commandsIn(emptyWindow).includes(id))).toEqual(["editor.checkAll"]);
    const json = { resourceExtname: ".json", editorLangId: "json", resourceLangId: "json" };
    const parameters = { ...json, editorLangId: "analytics-engines", resourceLangId: "analytics-engines" };
    const ofParameters = ["editor.fixAll", "editor.pinDates", "editor.pickFamily", "jobs.runFile", "jobs.runUnit"];
    expect(added({ ...parameters, resourceFilename: "weights.pa.json" })).toEqual([...ofParameters, "results.compare"]);
    expect(added({ ...parameters, resourceFilename: "book.pa.sweep.json" }).toSorted()).toEqual(
      [...ofParameters, "results.compare", "editor.previewRow"].toSorted(),
    );
    expect(added({ ...json, resourceFilename: "package.json" })).toEqual(["editor.pickFamily", "results.openFile"]);
    expect(added({ resourceExtname: ".csv", resourceFilename: "rows.csv" })).toEqual(["editor.previewRow"]);
    expect(added({ resourceExtname: ".ts", editorLangId: "typescript", resourceFilename: "a.ts" })).toEqual([]);
    const ofPage = ["results.export", "results.showTrend", "results.openRaw", "results.openExternally"];
    expect(added({ activeWebviewPanelId: "analyticsEngines.results" })).toEqual(["results.compare", ...ofPage]);
    expect(added({ activeCustomEditorId: "analyticsEngines.viewer" })).toEqual(ofPage);
    // A trend has no unit of a run to export or to compare.
    expect(added({ activeWebviewPanelId: "analyticsEngines.trend" })).toEqual([]);
    expect(added({ "analyticsEngines.hasProject": true })).toEqual(["jobs.runSet"]);
    expect(added({ "analyticsEngines.hasRunsInProgress": true })).toEqual(["jobs.showRunning"]);
    expect(added({ "analyticsEngines.hasRunsToResume": true })).toEqual(["jobs.resume"]);
    expect(added({ "analyticsEngines.hasResults": true })).toEqual(["jobs.showLastResults"]);
    // Nothing is sent from a folder that is not trusted.
    const untrusted = commandsIn({ workspaceFolderCount: "1", "analyticsEngines.connected": true });
    expect(untrusted.filter((id) => /^(explorer|templates)\./.test(id))).toEqual([]);
  });

  it("in a title bar or beside a row have an icon", () => {
    const inline = Object.entries(menus).flatMap(([menu, entries]) =>
      entries.filter(
        (entry) =>
          menu === "view/title" ||
          menu === "editor/title" ||
          ("group" in entry && String(entry.group).startsWith("inline")),
      ),
    );
    const withIcon = new Set(commands.filter(({ icon }) => icon !== undefined).map(({ command }) => command));
    const overflow = inline.filter((entry) => "group" in entry && !/^(inline|navigation)/.test(String(entry.group)));
    expect(
      inline.filter((entry) => !overflow.includes(entry) && !withIcon.has(entry.command)).map(({ command }) => command),
    ).toEqual([]);
  });
});

describe("when-clauses", () => {
  it("name existing context keys, views, languages and settings", () => {
    const keys = [...code.matchAll(/"setContext",\s*"([\w.]+)"/g)].map(([, key]) => key);
    const known = new Set([
      ...keys,
      ...viewIds,
      ...ids,
      ...viewsContainers.activitybar.map(({ id }) => id),
      ...settings.map(([name]) => `config.${name}`),
    ]);
    const named = clauses.flatMap((clause) => clause.match(/(config\.)?analyticsEngines\.[\w.]+/g) ?? []);
    expect(named.filter((name) => !known.has(name) && !code.includes(`"${name}"`))).toEqual([]);
  });

  it("name existing kinds of rows", () => {
    const kinds = clauses.flatMap((clause) =>
      [...clause.matchAll(/viewItem == ([\w.-]+)/g)].map(([, kind]) => kind ?? ""),
    );
    expect(kinds.filter((kind) => !code.includes(kind))).toEqual([]);
  });
});

describe("settings", () => {
  it("are read by the code, each of them and no others", () => {
    const names = settings.map(([name]) => name.replace(/^analyticsEngines\./, ""));
    const mentioned = (name: string) =>
      code.includes(`"${name}"`) || code.includes(`"${name.split(".").slice(1).join(".")}"`);
    expect(names.filter((name) => !mentioned(name))).toEqual([]);
    const watched = [...code.matchAll(/affectsConfiguration\([`"]analyticsEngines\.([\w.]+)["`]/g)].map(
      ([, name]) => name,
    );
    const readers = sources.filter((text) => text.includes('getConfiguration("analyticsEngines'));
    const read = readers.flatMap((text) => {
      const configurations = /(?:getConfiguration\("analyticsEngines[^)]*\)|settings)\.get(?:<.*>)?\(\s*"([\w.]+)"/g;
      return [...text.matchAll(configurations)].map(([, name]) => name);
    });
    expect(read.length).toBeGreaterThan(5);
    const known = (name = "") =>
      names.some((each) => each === name || each.endsWith(`.${name}`) || each.startsWith(`${name}.`));
    expect([...watched, ...read].filter((name) => !known(name))).toEqual([]);
  });

  it("have titled sections and a description", () => {
    expect(configuration.filter(({ title }) => title === undefined)).toEqual([]);
    expect(
      settings.filter(
        ([, { description, markdownDescription }]) => description === undefined && markdownDescription === undefined,
      ),
    ).toEqual([]);
  });

  it("with addresses belong to the machine, and are restricted in untrusted folders", () => {
    const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    expect(supported).toBe("limited");
    const known = Object.fromEntries(settings);
    expect(known["analyticsEngines.connections.list"]?.["scope"]).toBe("machine-overridable");
    expect(restrictedConfigurations).toContain("analyticsEngines.connections.list");
    expect(restrictedConfigurations.filter((name) => known[name] === undefined)).toEqual([]);
  });
});

describe("the walkthrough", () => {
  it("begins with an example that runs, and each step completes when the code says that its task is done", () => {
    const steps = walkthroughs.flatMap((one) => one.steps);
    expect(steps[0]?.id).toBe("example");
    for (const { id, completionEvents } of steps) {
      expect(completionEvents).toEqual([1, 2].map((value) => `onContext:analyticsEngines.done.${id} == ${value}`));
      expect(code).toContain(`.complete("${id}")`);
    }
  });
});

describe("views", () => {
  it("are created by the code in existing containers, with welcome texts", () => {
    expect(viewIds.filter((id) => !code.includes(`"${id}"`))).toEqual([]);
    const containers = viewsContainers.activitybar.map(({ id }) => id);
    expect(Object.keys(views).filter((id) => !containers.includes(id))).toEqual([]);
    expect(viewsWelcome.filter(({ view }) => !viewIds.includes(view))).toEqual([]);
  });
});

describe("the tools for language models", () => {
  const { languageModelTools } = manifest.contributes;

  it("are those of runs, with their descriptions and schemas", () => {
    const declared = languageModelTools.map(({ name, modelDescription, inputSchema }) => [
      name,
      modelDescription,
      inputSchema,
    ]);
    const offered = [...agentTools, ...runTools].map((tool) => [
      toolId(tool.name),
      tool.description,
      tool.inputSchema(),
    ]);
    expect(declared).toEqual(offered);
    expect(toolNames.map(toolId)).toEqual(declared.map(([name]) => name));
  });

  it("are offered where runs work, in trusted folders alone, each under a name of its own", () => {
    expect(new Set(languageModelTools.map((tool) => tool["when"]))).toEqual(new Set(["isWorkspaceTrusted"]));
    expect(new Set(languageModelTools.map((tool) => tool["toolReferenceName"])).size).toBe(languageModelTools.length);
  });
});

it("the extension has no telemetry, and turns off that of its clients", () => {
  const lines = code.split("\n").filter((line) => /telemetry/i.test(line) && !/^\s*\/?\*/.test(line));
  const clients = lines.filter((line) => line.includes("createClient({"));
  expect(clients).toHaveLength(code.split("createClient({").length - 1);
  expect(lines.filter((line) => !clients.includes(line))).toEqual(["const telemetry = false;"]);
});

describe("files", () => {
  it("of the manifest exist", () => {
    const named = strings(manifest).filter((text) => /^(\.\/)?(media|syntaxes|schemas|l10n)\b/.test(text));
    expect(named.length).toBeGreaterThan(5);
    expect([...named, manifest.icon].filter((name) => !existsSync(path.join(folder, name)))).toEqual([]);
  });
});

describe("texts", () => {
  it("of the manifest are keys with a text each, and no text is unused", () => {
    const keys = strings(manifest)
      .map((text) => /^%(.+)%$/.exec(text)?.[1])
      .filter((key) => key !== undefined);
    expect(keys.filter((key) => texts[key] === undefined)).toEqual([]);
    expect(Object.keys(texts).filter((key) => !keys.includes(key))).toEqual([]);
    const plain = [
      ...commands.map(({ title }) => title),
      ...configuration.map(({ title }) => title),
      ...settings.flatMap(([, { description, markdownDescription }]) => strings([description, markdownDescription])),
    ];
    expect(plain.filter((text) => !/^%.+%$/.test(text))).toEqual([]);
  });

  // It parses every file. `npm test` checks the same with its build, which writes the file.
  it("of the code are in the file for translators", { tags: "full" }, async () => {
    expect(readFileSync(messagesFile, "utf8")).toBe(await collectMessages());
  });

  it("of the code go through l10n", () => {
    const shown = /show(?:Information|Warning|Error)Message\(\s*["`]|(?:placeHolder|placeholder|prompt): "[A-Z]/;
    expect(sources.filter((text) => shown.test(text)).map((text) => shown.exec(text)?.[0])).toEqual([]);
  });
});

describe("what a marketplace shows", () => {
  const { repository, bugs, categories, keywords, galleryBanner }: Listing = JSON.parse(read("package.json"));
  /** The categories that the marketplaces know. */
  const known = ["AI", "Data Science", "Education", "Formatters", "Linters", "Snippets", "Testing", "Visualization"];

  it("leads to the sources and to the place for reports", () => {
    const address = "https://github.com/analytics-engines/analytics-engines";
    expect(repository).toEqual({ type: "git", url: `${address}.git`, directory: "packages/vscode" });
    expect(bugs.url).toBe(`${address}/issues`);
  });

  it("has categories, at most 30 keywords, and a banner in the colours of the icon", () => {
    expect(categories.filter((category) => !known.includes(category))).toEqual([]);
    expect(categories).toContain("Data Science");
    expect(new Set(keywords).size).toBe(keywords.length);
    expect(keywords.length).toBeLessThanOrEqual(30);
    expect(keywords).toEqual(expect.arrayContaining(["portfolio", "attribution", "risk", "performance"]));
    expect(galleryBanner).toEqual({ color: expect.stringMatching(/^#[0-9a-f]{6}$/), theme: "dark" });
  });
});

interface Listing {
  readonly repository: object;
  readonly bugs: { readonly url: string };
  readonly categories: readonly string[];
  readonly keywords: readonly string[];
  readonly galleryBanner: object;
}
