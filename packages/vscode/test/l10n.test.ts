import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { describe, expect, it } from "vitest";

const folder = path.resolve(import.meta.dirname, "..");
const readTexts = (name: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(path.join(folder, name), "utf8"));

/** Texts that are the same in another language: names, symbols, and words that it shares with English. */
const shared: Readonly<Record<string, RegExp>> = {
  de: /^(Benchmarks?|Commit|Drawdown|Export|Growth|Manifest|Median|Portfolio|Repository|Status|Token|Simulator|Orange|Jobs?|Editor|Explorer|Value|Workflow|Zoom|Job:? \{0\}\.?|(\{0\} )?in \{\d\}|\{0\}: offline|\{0\}: \{1\}( %)?|\{0\} %)$/i,
  fr: /^(Commit|Contribution|Net|Orange|Documents|Table|Total|Workflow|Zoom|Dates?|points|(1|\{0\}) (date|point|table)s?|\{0\}, production|\{0\} %|configuration)$/,
  ja: /^\{0\}: \{1\}$/,
};

/** Placeholders, and commands in links. */
const fixedParts = (text: string): readonly string[] =>
  (text.match(/\{\d\}|\]\(command:[^)]*\)|`[^`]*`/g) ?? []).toSorted();

// To add a text: run `npm run build`, which collects the texts of the code, and add a translation to each file.
describe.each(Object.keys(shared))("the translation to %s", (language) => {
  it.each(["package.nls", "l10n/bundle.l10n"])("of %s has each text, with its placeholders and links", (file) => {
    const english = readTexts(`${file}.json`);
    const translated = readTexts(`${file}.${language}.json`);
    expect(Object.keys(translated)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(english)) {
      const own = translated[key] ?? "";
      expect(own.trim(), key).not.toBe("");
      expect(fixedParts(own), key).toEqual(fixedParts(text));
      if (!shared[language]?.test(text)) expect(own, key).not.toBe(text);
    }
  });

  it("gives each command a title of its own", () => {
    const { contributes }: Manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    const texts = readTexts(`package.nls.${language}.json`);
    const titles = contributes.commands.map(({ title }) => texts[title.replaceAll("%", "")]);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly title: string }[] };
}

describe("the manifest", () => {
  it("has a key for each text that a user sees, except for names", () => {
    const { contributes, description, capabilities } = JSON.parse(
      readFileSync(path.join(folder, "package.json"), "utf8"),
    );
    const plain = shownTexts({ contributes, description, capabilities }).filter(
      (text) => !/^%[\w.]+%$|^\w+_\w+$/.test(text),
    );
    expect(new Set(plain)).toEqual(new Set(["Analytics Engines"]));
  });
});

/** The texts of the properties that VS Code shows, anywhere in a value. */
function shownTexts(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    // Language models read these.
    if (/^(modelDescription|inputSchema)$/.test(key)) return [];
    const isShown = /^(title|category|name|displayName|\w*[dD]escription|contents|altText|aliases)$/.test(key);
    const texts = [one].flat().filter((text) => typeof text === "string");
    return isShown && texts.length > 0 ? texts : shownTexts(one);
  });
}

describe("the page with results", () => {
  it("passes each label of its elements, and each sentence, through t", () => {
    // Reports are English.
    const exclude = (file: string) => /\.test\.ts$|(^|[\\/])(report|print)$|^viewer-entry\.ts$/.test(file);
    const viewer = globSync("**/*.ts", { cwd: path.join(folder, "../viewer/src"), exclude });
    const files = [
      ...viewer.map((file) => `../viewer/src/${file}`),
      ...globSync("src/results/webview/*.ts", { cwd: folder }),
    ];
    const isName =
      /: (CSV|Excel \(\.xlsx\)|Parquet|\.json|(Document|Component) Name|Report Frequency|Risk Model Date|The service gave no reason\.)$/;
    expect(files.flatMap(plainLabels).filter((text) => !isName.test(text))).toEqual([]);
  });
});

describe("the code", () => {
  it("passes each sentence and each label through l10n, except for the log and for errors that are defects", () => {
    // The answers to language models are English.
    const exclude = (file: string) => /\.test\.ts$|(^|[\\/])(webview|agents)$/.test(file);
    const files = globSync("src/**/*.ts", { cwd: folder, exclude });
    const found = files
      .flatMap((file) => plainTexts(file))
      .filter((text) => !/: https:/.test(text) && !names.has(text.replace(/^.*?: /, "")));
    expect(found).toEqual([]);
  });
});

/** Texts of the code that have no translation: names, headers and examples. */
const names: ReadonlySet<string> = new Set([
  "Analytics Engines",
  "Basic",
  "Bearer",
  "Basic Og==",
  "Effective Duration",
]);

/** The properties that VS Code shows, in the objects that its functions take. */
const shown = /^(label|title|placeHolder|placeholder|prompt|detail|description|tooltip|message|text)$/;

/** The sentences and labels in a file that no call of `l10n.t`, of a log or of `new Error` contains. */
function plainTexts(file: string): readonly string[] {
  const text = readFileSync(path.join(folder, file), "utf8");
  const { program } = parseSync(file, text);
  const found = new Map<number, string>();
  const allowed: (readonly [number, number])[] = [];
  const noteIf = (pattern: RegExp, at: number, value: unknown) => {
    if (typeof value === "string" && pattern.test(value)) found.set(at, `${file}: ${value}`);
  };
  const sentence = /^\p{Lu}\p{Ll}+ .*\p{L}/u;
  const words = /\p{L}{2}/u;
  new Visitor({
    Literal: ({ start, value }) => noteIf(sentence, start, value),
    TemplateElement: ({ start, value }) => noteIf(sentence, start, value.raw),
    Property: ({ key, value }) => {
      if (value.type === "Literal" && shown.test(text.slice(key.start, key.end)))
        noteIf(words, value.start, value.value);
    },
    CallExpression: ({ start, end, callee, arguments: args }) => {
      const name = text.slice(callee.start, callee.end);
      if (/(^|\.)l10n\.t$|(^|\.)log\.\w+$/.test(name)) allowed.push([start, end]);
      if (!/\.show(Information|Warning|Error)Message$/.test(name)) return;
      for (const arg of args) if (arg.type === "Literal") noteIf(words, arg.start, arg.value);
    },
    NewExpression: ({ start, end, callee }) => {
      if (/^(Type|Range)?Error$/.test(text.slice(callee.start, callee.end))) allowed.push([start, end]);
    },
  }).visit(program);
  const isAllowed = (at: number) => allowed.some(([start, end]) => start <= at && at < end);
  return [...found].flatMap(([at, one]) => (isAllowed(at) ? [] : [one]));
}

/** The texts and labels of elements in a file, and its sentences, that are not in a call of `t` or `new Error`. */
function plainLabels(file: string): readonly string[] {
  const text = readFileSync(path.join(folder, file), "utf8");
  const found: (readonly [at: number, text: string])[] = [];
  const allowed: (readonly [number, number])[] = [];
  const sentence = /^\p{Lu}\p{Ll}+ .*\p{L}/u;
  const words = /\p{L}{2}/u;
  new Visitor({
    Literal: ({ start, value }) => {
      if (typeof value === "string" && sentence.test(value)) found.push([start, value]);
    },
    TemplateElement: ({ start, value }) => {
      if (sentence.test(value.raw)) found.push([start, value.raw]);
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      if (text.slice(callee.start, callee.end) === "t" && first) allowed.push([first.start, first.end]);
    },
    NewExpression: ({ start, end, callee }) => {
      if (/^(Type|Range)?Error$/.test(text.slice(callee.start, callee.end))) allowed.push([start, end]);
    },
    TaggedTemplateExpression: ({ start, end, tag, quasi }) => {
      if (text.slice(tag.start, tag.end) === "css") {
        allowed.push([start, end]);
        return;
      }
      const markup = quasi.quasis.map(({ value }) => value.raw).join("\0");
      const attributes = markup.matchAll(/\b(?:aria-label|title|placeholder|label)="([^"]*)"/g);
      const texts = markup.replaceAll(/<(?:[^>"]|"[^"]*")*>/g, "\0").split("\0");
      for (const one of [...Array.from(attributes, ([, value = ""]) => value), ...texts])
        if (words.test(one)) found.push([start, one.trim()]);
    },
  }).visit(parseSync(file, text).program);
  const isAllowed = (at: number) => allowed.some(([start, end]) => start <= at && at < end);
  return found.flatMap(([at, one]) => (isAllowed(at) ? [] : [`${file}: ${one}`]));
}
