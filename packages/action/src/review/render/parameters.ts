import { changesToMarkdown } from "@analytics-engines/core/parameters";
import { escapeMarkdown, shorten } from "@analytics-engines/core/text";
import { count } from "../../github/format.ts";
import { code } from "../../github/markdown.ts";
import type { NamedReference, ParameterReview } from "../parameters/parameter-review.ts";

/** So many units of a file are named. */
const mostUnits = 20;

/** What changed of each parameter file, as a list with what changed within it. */
export function parameterList(files: readonly ParameterReview[]): string {
  return files.map((file) => `${headline(file)}\n${indented(details(file))}`).join("");
}

/** The same, a line each. */
export function parameterLines(files: readonly ParameterReview[]): string {
  return files.map((file) => `${headline(file)}\n`).join("");
}

function headline({ kind, path, from, problem, changes }: ParameterReview): string {
  const was = from === undefined ? "" : ` from ${code(shorten(from, 200))}`;
  const told = changes === undefined ? 0 : changes.units.length + changes.changes.length + (changes.family ? 1 : 0);
  const spelling = kind === "changed" && problem === undefined && told === 0 ? " in its spelling alone" : "";
  return `- ${code(shorten(path, 200))} ${kind}${was}${spelling}`;
}

function details({ changes, units, problem, references }: ParameterReview): string {
  const left = units.length - mostUnits;
  const more = left > 0 ? ` and ${left} more` : "";
  const named = units.slice(0, mostUnits).map((unit) => code(shorten(unit, 120)));
  const lines = [
    ...(problem === undefined ? [] : [`- ${escapeMarkdown(problem)} The validate action says what is wrong.`]),
    ...(units.length === 0 ? [] : [`- ${count(units.length, "unit")}: ${named.join(", ")}${more}`]),
    ...references.map(referenceLine),
  ];
  return `${changes === undefined ? "" : withoutBackticks(changesToMarkdown(changes))}${lines.map((line) => `${line}\n`).join("")}`;
}

/** Names and values as code by references: between backticks they would stand in the text as they are, a mark of ours too. */
function withoutBackticks(list: string): string {
  return list.replace(/`([^`\n]*)`/g, (_, text: string) => code(text === "" ? '""' : text));
}

function referenceLine({ kind, id, named }: NamedReference): string {
  const what = `${escapeMarkdown(kind)} ${code(shorten(id, 200))}`;
  if (named === "not-known") return `- ⚠️ The service does not know the ${what}.`;
  const category = named?.category === undefined ? "" : ` (${escapeMarkdown(shorten(named.category, 100))})`;
  return `- The ${what} is ${escapeMarkdown(shorten(named?.name ?? "", 200))}${category}.`;
}

function indented(list: string): string {
  return list.replace(/^(?=.)/gm, "  ");
}
