import { changesToMarkdown } from "@analytics-engines/core/parameters";
import { count, escapeMarkdown, shorten } from "@analytics-engines/core/text";
import type { NamedReference, ParameterReview } from "@analytics-engines/runs/review";
import { code } from "../../github/markdown.ts";

/** The most units of a file that are named. */
const MAX_UNITS = 20;

/** The changes of parameter files as a list, with the changes within each file. */
export function parameterList(files: readonly ParameterReview[]): string {
  return files.map((file) => `${headline(file)}\n${indented(details(file))}`).join("");
}

/** The changes of parameter files, each in a line. */
export function parameterLines(files: readonly ParameterReview[]): string {
  return files.map((file) => `${headline(file)}\n`).join("");
}

function headline({ kind, path, from, problem, changes }: ParameterReview): string {
  const was = from === undefined ? "" : ` from ${code(shorten(from, 200))}`;
  const changed = changes === undefined ? 0 : changes.units.length + changes.changes.length + (changes.family ? 1 : 0);
  const spelling = kind === "changed" && problem === undefined && changed === 0 ? " in its spelling alone" : "";
  return `- ${code(shorten(path, 200))} ${kind}${was}${spelling}`;
}

function details({ changes, units, problem, references }: ParameterReview): string {
  const unlistedCount = units.length - MAX_UNITS;
  const more = unlistedCount > 0 ? ` and ${unlistedCount} more` : "";
  const names = units.slice(0, MAX_UNITS).map((unit) => code(shorten(unit, 120)));
  const lines = [
    ...(problem === undefined ? [] : [`- ${escapeMarkdown(problem)} The validate action reports its errors.`]),
    ...(units.length === 0 ? [] : [`- ${count(units.length, "unit")}: ${names.join(", ")}${more}`]),
    ...references.map(referenceLine),
  ];
  return `${changes === undefined ? "" : withoutBackticks(changesToMarkdown(changes))}${lines.map((line) => `${line}\n`).join("")}`;
}

/** Replaces code between backticks by escaped code, so that no text can be taken for the comment's hidden mark. */
function withoutBackticks(list: string): string {
  return list.replace(/`([^`\n]*)`/g, (_, text: string) => code(text === "" ? '""' : text));
}

function referenceLine({ kind, id, serviceEntry }: NamedReference): string {
  const what = `${escapeMarkdown(kind)} ${code(shorten(id, 200))}`;
  if (serviceEntry === "not-known") return `- ⚠️ The service does not know the ${what}.`;
  const category =
    serviceEntry?.category === undefined ? "" : ` (${escapeMarkdown(shorten(serviceEntry.category, 100))})`;
  return `- The ${what} is ${escapeMarkdown(shorten(serviceEntry?.name ?? "", 200))}${category}.`;
}

function indented(list: string): string {
  return list.replace(/^(?=.)/gm, "  ");
}
