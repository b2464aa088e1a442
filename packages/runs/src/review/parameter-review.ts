import type { Client } from "@analytics-engines/core";
import { codeQuote, count, familyOfSweep, messageOf, type Sentence, shorten } from "@analytics-engines/core/basics";
import { describeChanges, describeRows, type ParameterChanges } from "@analytics-engines/core/files";
import {
  listReferences,
  type ParameterFile,
  type Reference,
  type ResolvedReference,
  resolveReferences,
} from "@analytics-engines/core/parameters";
import { changedRowText, type NumberChange } from "@analytics-engines/core/results";
import { sizeOfOutcome, type UnitReview } from "./unit-review.ts";

/** The change of one parameter file from the merge base to the head. */
export interface ParameterReview {
  readonly kind: "added" | "removed" | "renamed" | "changed";
  /** Relative to the working directory, with `/`; of a removed file, its old path. */
  readonly path: string;
  /** The old path of a renamed file. */
  readonly from: string | undefined;
  /** Of a sweep: its template and its rows, where they changed. */
  readonly sources?: readonly string[];
  /** The changes within the file; `undefined` for an added or removed file, and for one with a problem. Those of a sweep have its rows as units. */
  readonly changes: ParameterChanges | undefined;
  /** The units of an added or removed file; of a sweep, its rows. */
  readonly units: readonly string[];
  /** Why the changes within the file are not known, a sentence. */
  readonly problem: string | undefined;
  /** Whether the file of the head cannot be run. */
  readonly isInvalid: boolean;
  /** The references to the service's data that are new in the head. */
  readonly references: readonly NamedReference[];
}

/** A reference, and the name that the service gives it. */
export interface NamedReference extends Pick<Reference, "kind" | "id"> {
  readonly serviceEntry: { readonly name: string; readonly category: string | undefined } | "not-known" | undefined;
}

/** A change of a parameter file, with the references that are new in it. */
export interface ReadChange extends Omit<ParameterReview, "references"> {
  readonly newReferences: readonly Reference[];
}

/** The references of the later files that the earlier ones do not have, each once. */
export function referencesAdded(
  before: readonly ParameterFile[],
  after: readonly ParameterFile[],
): readonly Reference[] {
  const keyOf = ({ kind, engine, id }: Reference) => JSON.stringify([kind, engine, id.toLowerCase()]);
  const knownKeys = new Set(before.flatMap((file) => listReferences(file).map(keyOf)));
  return after.flatMap(listReferences).filter((reference) => {
    const key = keyOf(reference);
    const isNew = !knownKeys.has(key);
    knownKeys.add(key);
    return isNew;
  });
}

/** References that are readable names or paths, so the service is not asked for a name. */
const readableKinds: ReadonlySet<string> = new Set(["account", "benchmark", "document", "strategy"]);
/** The most references that are looked up for a review. */
const MAX_LOOKUPS = 500;

/** Adds the service's names of new ids. If the service cannot be asked, warns and adds no names. @param connect opens the service; undefined to ask none */
export async function nameReferences(
  changes: readonly ReadChange[],
  connect: (() => Client | Promise<Client>) | undefined,
  warn: (sentence: string) => void,
): Promise<readonly ParameterReview[]> {
  const references = changes
    .flatMap(({ newReferences }) => newReferences)
    .filter(({ kind }) => !readableKinds.has(kind))
    .slice(0, MAX_LOOKUPS);
  const entriesByReference = new Map<Reference, NamedReference["serviceEntry"]>();
  if (connect !== undefined && references.length > 0) {
    try {
      for (const [at, resolved] of (await resolveReferences(references, await connect())).entries()) {
        const reference = references[at];
        if (reference !== undefined) entriesByReference.set(reference, namedBy(resolved));
      }
    } catch (error) {
      warn(`The review shows ids without names: the service could not be asked. ${messageOf(error)}`);
    }
  }
  return changes.map(({ newReferences, ...change }) => ({
    ...change,
    references: newReferences
      .filter((reference) => entriesByReference.get(reference) !== undefined)
      .map((reference) => ({
        kind: reference.kind,
        id: reference.id,
        serviceEntry: entriesByReference.get(reference),
      })),
  }));
}

function namedBy(resolved: ResolvedReference): NamedReference["serviceEntry"] {
  if (resolved.isKnown === false) return "not-known";
  if (resolved.isKnown === undefined || resolved.name === undefined) return undefined;
  return { name: resolved.name, category: resolved.category };
}

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
  const unitNames = units.slice(0, MAX_UNITS).map((unit) => code(unit, 120));
  return [
    ...(changes === undefined ? [] : isSweep ? describeSweep(changes, reviewedUnits) : describeChanges(changes)),
    ...(problem === undefined ? [] : [{ text: `${problem} The validate action reports its errors.` }]),
    ...(units.length === 0
      ? []
      : [
          {
            text: `${count(units.length, isSweep ? "row" : "unit")}: ${unitNames.join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
          },
        ]),
    ...references.map((reference) => ({ text: describeReference(reference) })),
  ];
}

function describeSweep(changes: ParameterChanges, reviewedUnits: readonly UnitReview[]): readonly Sentence[] {
  const byRow = new Map(reviewedUnits.map((unit) => [unit.row?.unit, unit]));
  return describeRows(changes, (rows) => describeNumbers(rows.flatMap((row) => byRow.get(row) ?? [])));
}

/** What became of the numbers of rows: `Numbers: 10 moved, 2 same. Largest move: ...`. */
function describeNumbers(units: readonly UnitReview[]): Sentence | undefined {
  if (units.length === 0) return undefined;
  const kinds = Array.from(
    Map.groupBy(units, ({ outcome }) => outcome.kind),
    ([kind, { length }]) => `${length} ${kind.replace("-", " ")}`,
  );
  const [largest] = units.toSorted((first, second) => sizeOfOutcome(second.outcome) - sizeOfOutcome(first.outcome));
  const move = largest?.outcome.kind === "moved" ? largest.outcome.moves[0] : undefined;
  return {
    text: `Numbers: ${kinds.join(", ")}.${largest && move ? ` Largest move: row ${code(largest.row?.unit ?? "", 120)}, ${describeMove(move)}.` : ""}`,
  };
}

function describeMove({ row, column, text: { before, after, difference, percent } }: NumberChange): string {
  const cellAddress = [changedRowText(row), column].map((text) => code(text, 100)).join(", ");
  const values = `${code(before, 100)} → ${code(after, 100)}`;
  return `${cellAddress}: ${values}, ${code(percent === "" ? difference : `${difference} (${percent})`, 100)}`;
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
