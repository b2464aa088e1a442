import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { createProgram } from "../src/command.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const text = (file: string) => readFileSync(path.join(root, file), "utf8");

/** The rows of the tables: feature, Action, command, editor. */
const rows = text("docs/features.md")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (Feature|---) /.test(line))
  .map((line) => line.slice(2, -2).split(" | "));

/** The inputs and outputs of each action, by its name. */
const actions = new Map(
  globSync("packages/action/{action.yml,*/action.yml}", { cwd: root }).map((file) => {
    const { inputs = {}, outputs = {} }: Record<"inputs" | "outputs", object | undefined> = parse(text(file));
    const folder = path.basename(path.dirname(file));
    return [folder === "action" ? "run" : folder, [...Object.keys(inputs), ...Object.keys(outputs)]] as const;
  }),
);

type Command = ReturnType<typeof createProgram>;

/** The options of each command, by its name; that of the program is empty. */
const commands = new Map(optionsOf(createProgram(), ""));

function optionsOf(command: Command, name: string): (readonly [string, readonly string[]])[] {
  const options = command.options.flatMap(({ long }) => long ?? []);
  return [[name, options], ...command.commands.flatMap((one) => optionsOf(one, `${name} ${one.name()}`.trim()))];
}

/**
 * What a cell names, as `OWNER NAME`. An owner is an action or a command, and "all" stands for each that has the name.
 * @param isOwner whether a word, or a code with its backticks, says whose the next names are
 */
function namesIn(
  cell: string,
  owners: ReadonlyMap<string, readonly string[]>,
  isOwner: (token: string) => boolean,
): readonly string[] {
  const names: string[] = [];
  let current: readonly string[] = [""];
  let isAfterName = true;
  for (const [token, code] of cell.matchAll(/`([^`]+)`|[\w-]+/g)) {
    if (token === "all" || isOwner(token)) {
      const next = token === "all" ? [...owners.keys()] : [code ?? token];
      current = isAfterName ? next : [...current, ...next];
      isAfterName = code !== undefined;
      if (code !== undefined) names.push(code);
    } else if (code !== undefined) {
      const having = current.filter((owner) => owners.get(owner)?.includes(code));
      expect(having, `${token} in: ${cell}`).not.toEqual([]);
      names.push(...having.map((owner) => `${owner} ${code}`.trim()));
      isAfterName = true;
    }
  }
  return names;
}

it("no cell of the features is empty", () => {
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((cells) => cells.length !== 4 || cells.some((cell) => cell.trim().length < 4))).toEqual([]);
});

it("each input and output of an action has a row", () => {
  const names = new Set(rows.flatMap(([, cell = ""]) => namesIn(cell, actions, (token) => actions.has(token))));
  const all = [...actions].flatMap(([action, each]) => each.map((name) => `${action} ${name}`));
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter((name) => !names.has(name))).toEqual([]);
});

it("each command and option has a row", () => {
  const isCommand = (token: string) => token.startsWith("`") && commands.has(token.slice(1, -1));
  const names = new Set(
    rows.flatMap(([, , cell = ""]) => namesIn(cell.replaceAll(/\]\([^)]*\)/g, "]"), commands, isCommand)),
  );
  const all = [...commands].flatMap(([command, options]) =>
    [command, ...options.map((option) => `${command} ${option}`.trim())].filter((name) => name !== ""),
  );
  expect(all.length).toBeGreaterThan(150);
  expect(all.filter((name) => !names.has(name))).toEqual([]);
});

it("each command and setting of the editor has a row", () => {
  const { contributes } = JSON.parse(text("packages/vscode/package.json"));
  const titles: Readonly<Record<string, string>> = JSON.parse(text("packages/vscode/package.nls.json"));
  const all = [
    ...contributes.commands.map(({ command }: { command: string }) => titles[command]),
    ...[contributes.configuration].flat().flatMap(({ properties }: { properties: object }) => Object.keys(properties)),
  ];
  const names = rows.flatMap(([, , , cell = ""]) =>
    [...cell.matchAll(/\*([^*]+)\*|`([^`]+)`/g)].map(([, title, setting]) => title ?? setting),
  );
  expect(all.length).toBeGreaterThan(50);
  expect(all.filter((name) => !names.includes(name))).toEqual([]);
  expect(names.filter((name) => !all.includes(name))).toEqual([]);
});
