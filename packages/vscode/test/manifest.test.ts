import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { collectMessages, messagesFile } from "../messages.ts";

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
    readonly menus: Readonly<Record<string, readonly Entry[]>>;
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly when?: string }[]>>;
    readonly viewsContainers: { readonly activitybar: readonly { readonly id: string }[] };
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string; readonly when?: string }[];
    readonly walkthroughs: readonly { readonly steps: readonly { readonly completionEvents: readonly string[] }[] }[];
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

describe("commands", () => {
  it("are declared in the code, each of them and nothing else", () => {
    const declared = [...code.matchAll(/^\s+"(analyticsEngines\.[\w.]+)": \[/gm)].map(([, id]) => id);
    expect(declared.toSorted()).toEqual(ids.toSorted());
  });

  it("do something, each of them, which is said in the room that their ids name", () => {
    const registers = /\b(?:registerCommand\(\s*services,|onRow\(|registerExport\()\s*"(analyticsEngines\.[\w.]+)"/g;
    const files = globSync("src/**/*.ts", { cwd: folder });
    const said = files.flatMap((file) => [...read(file).matchAll(registers)].map(([, id = ""]) => ({ file, id })));
    expect(said.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    // The log has no room of its own.
    const rooms = said.filter(({ id }) => id !== "analyticsEngines.log.show");
    expect(rooms.filter(({ file, id }) => path.dirname(file) !== path.join("src", id.split(".")[1] ?? ""))).toEqual([]);
  });

  it("go through the one wrapper for errors", () => {
    const registering = sources.filter((text) => text.includes("commands.registerCommand("));
    expect(registering).toEqual([read("src/common/commands.ts")]);
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
    const events = walkthroughs.flatMap(({ steps }) => steps.flatMap(({ completionEvents }) => completionEvents));
    const finished = events
      .filter((event) => event.startsWith("onCommand:"))
      .map((event) => event.slice("onCommand:".length));
    const known = new Set([...ids, ...viewIds.map((id) => `${id}.focus`)]);
    const builtIn = /^(workbench|vscode)\./;
    expect([...used, ...linked, ...finished].filter((id) => !known.has(id) && !builtIn.test(id))).toEqual([]);
  });

  it("that stand in a title bar or beside a row have an icon", () => {
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
  it("name context keys that the code sets, views, languages and settings that exist", () => {
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

  it("name kinds of rows that the code gives", () => {
    const kinds = clauses.flatMap((clause) =>
      [...clause.matchAll(/viewItem == ([\w.-]+)/g)].map(([, kind]) => kind ?? ""),
    );
    expect(kinds.filter((kind) => !code.includes(kind))).toEqual([]);
  });
});

describe("settings", () => {
  it("are read by the code, each of them, and no other is", () => {
    const names = settings.map(([name]) => name.replace(/^analyticsEngines\./, ""));
    const mentioned = (name: string) =>
      code.includes(`"${name}"`) || code.includes(`"${name.split(".").slice(1).join(".")}"`);
    expect(names.filter((name) => !mentioned(name))).toEqual([]);
    const watched = [...code.matchAll(/affectsConfiguration\([`"]analyticsEngines\.([\w.]+)["`]/g)].map(
      ([, name]) => name,
    );
    const readers = sources.filter((text) => text.includes('getConfiguration("analyticsEngines'));
    const read = readers.flatMap((text) => {
      const configurations = /(?:getConfiguration\([^)]*\)|settings)\.get(?:<.*>)?\(\s*"([\w.]+)"/g;
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

  it("that say where requests go are the machine's, and restricted in folders that are not trusted", () => {
    const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    expect(supported).toBe("limited");
    const known = Object.fromEntries(settings);
    expect(known["analyticsEngines.connections.list"]?.["scope"]).toBe("machine-overridable");
    expect(restrictedConfigurations).toContain("analyticsEngines.connections.list");
    expect(restrictedConfigurations.filter((name) => known[name] === undefined)).toEqual([]);
  });
});

describe("views", () => {
  it("are made by the code, in containers that exist, and welcome", () => {
    expect(viewIds.filter((id) => !code.includes(`"${id}"`))).toEqual([]);
    const containers = viewsContainers.activitybar.map(({ id }) => id);
    expect(Object.keys(views).filter((id) => !containers.includes(id))).toEqual([]);
    expect(viewsWelcome.filter(({ view }) => !viewIds.includes(view))).toEqual([]);
  });
});

it("nothing is told to anybody about the user", () => {
  expect(sources.filter((text) => /telemetry/i.test(text))).toEqual([]);
});

describe("files", () => {
  it("that the manifest names are there", () => {
    const named = strings(manifest).filter((text) => /^(\.\/)?(media|syntaxes|schemas|l10n)\b/.test(text));
    expect(named.length).toBeGreaterThan(5);
    expect([...named, manifest.icon].filter((name) => !existsSync(path.join(folder, name)))).toEqual([]);
  });
});

describe("texts", () => {
  it("of the manifest are keys, each with a text, and no text is left over", () => {
    const { contributes, capabilities } = manifest;
    const keys = strings({ contributes, capabilities })
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

  it("of the code go through l10n wherever they are shown", () => {
    const shown = /show(?:Information|Warning|Error)Message\(\s*["`]|(?:placeHolder|placeholder|prompt): "[A-Z]/;
    expect(sources.filter((text) => shown.test(text)).map((text) => shown.exec(text)?.[0])).toEqual([]);
  });
});
