import { codeQuote, count, type Sentence, shorten } from "@analytics-engines/core/basics";
import {
  describeChanges,
  describeRows,
  familyOfSweep,
  type ParameterChanges,
} from "@analytics-engines/core/parameters";
import { changedRowText, type NumberChange } from "@analytics-engines/core/results";
import type { NamedReference, ParameterReview } from "./parameter-review.ts";
import { sizeOfOutcome, type UnitReview } from "./unit-review.ts";

/** The most units of a file that are named. */
const MAX_UNITS = 20;

/** The changes of parameter files and sweeps in words, a sentence for each file. Rows of a sweep have the moves of their numbers beside them. */
export function describeParameters(
  parameters: readonly ParameterReview[],
  units: readonly UnitReview[],
): readonly Sentence[] {
  const bySweep = Map.groupBy(units, ({ row }) => row?.path);
  return parameters.map((file) => ({ text: headline(file), below: details(file, bySweep.get(file.path) ?? []) }));
}

function headline({ kind, path, from, sources = [], problem, changes }: ParameterReview): string {
  const was = from === undefined ? "" : ` from ${code(from, 200)}`;
  const changed = changes === undefined ? 0 : changes.units.length + changes.changes.length + (changes.family ? 1 : 0);
  const spelling = kind === "changed" && problem === undefined && changed === 0 ? " in its spelling alone" : "";
  const by = sources.length === 0 ? "" : ` through ${sources.map((source) => code(source, 200)).join(" and ")}`;
  return `${code(path, 200)} ${kind}${was}${by}${spelling}`;
}

function details(
  { path, changes, units, problem, references }: ParameterReview,
  reviewedUnits: readonly UnitReview[],
): readonly Sentence[] {
  const isSweep = familyOfSweep(path) !== undefined;
  const more = units.length - MAX_UNITS;
  const names = units.slice(0, MAX_UNITS).map((unit) => code(unit, 120));
  return [
    ...(changes === undefined ? [] : isSweep ? describeSweep(changes, reviewedUnits) : describeChanges(changes)),
    ...(problem === undefined ? [] : [{ text: `${problem} The validate action reports its errors.` }]),
    ...(units.length === 0
      ? []
      : [
          {
            text: `${count(units.length, isSweep ? "row" : "unit")}: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
          },
        ]),
    ...references.map((reference) => ({ text: describeReference(reference) })),
  ];
}

function describeSweep(changes: ParameterChanges, reviewedUnits: readonly UnitReview[]): readonly Sentence[] {
  const byRow = new Map(reviewedUnits.map((each) => [each.row?.unit, each]));
  return describeRows(changes, (rows) => describeNumbers(rows.flatMap((row) => byRow.get(row) ?? [])));
}

/** What became of the numbers of rows: `Numbers: 10 moved, 2 same. Largest move: ...`. */
function describeNumbers(units: readonly UnitReview[]): Sentence | undefined {
  if (units.length === 0) return undefined;
  const kinds = Array.from(
    Map.groupBy(units, ({ outcome }) => outcome.kind),
    ([kind, { length }]) => `${length} ${kind.replace("-", " ")}`,
  );
  const [largest] = units.toSorted((one, other) => sizeOfOutcome(other.outcome) - sizeOfOutcome(one.outcome));
  const move = largest?.outcome.kind === "moved" ? largest.outcome.moves[0] : undefined;
  return {
    text: `Numbers: ${kinds.join(", ")}.${largest && move ? ` Largest move: row ${code(largest.row?.unit ?? "", 120)}, ${describeMove(move)}.` : ""}`,
  };
}

function describeMove({ row, column, text: { before, after, difference, percent } }: NumberChange): string {
  const place = [changedRowText(row), column].map((text) => code(text, 100)).join(", ");
  const values = `${code(before, 100)} → ${code(after, 100)}`;
  return `${place}: ${values}, ${code(percent === "" ? difference : `${difference} (${percent})`, 100)}`;
}

function describeReference({ kind, id, serviceEntry }: NamedReference): string {
  const what = `${kind} ${code(id, 200)}`;
  if (serviceEntry === "not-known") return `⚠️ The service does not know the ${what}.`;
  const { name = "", category } = serviceEntry ?? {};
  return `The ${what} is ${code(name, 200)}${category === undefined ? "" : ` (${code(category, 100)})`}.`;
}

function code(text: string, most: number): string {
  return codeQuote(shorten(text === "" ? '""' : text, most));
}
