import type { DocumentKind } from "@analytics-engines/core/basics";
import type { Sweep } from "@analytics-engines/core/files";
import type { Issue, ParameterFile, ResolvedReference } from "@analytics-engines/core/parameters";
import { referenceSource, type ServiceNames } from "@analytics-engines/runs/lookup";
import type * as vscode from "vscode";
import { finishWithPauses, type Pause } from "../../common/pauses.ts";
import type { Features } from "../language/load.ts";
import type { PlacedReference } from "../language/references/references.ts";
import type { CheckedText } from "../language/text/checked-text.ts";

export type ResolvedName = ResolvedReference & PlacedReference;

/** The most requests about the names in one document: each component takes one, and all accounts of a directory do. */
const MAX_LOOKUPS = 300;

/** What the service says about the names in a document. */
export interface NameAnswers {
  /** The names of a parameter file, at their places. */
  readonly resolved: readonly ResolvedName[];
  /** Warnings about unknown names. */
  readonly issues: readonly Issue[];
  /** Those in the other files of a sweep, by path. */
  readonly otherIssues: ReadonlyMap<string, readonly Issue[]>;
  /** Issues without those about values that the service itself has answered. @param path that of another file of a sweep */
  readonly undecided: (issues: readonly Issue[], path?: string) => readonly Issue[];
}

/** A check of names that is in progress. */
export interface NameTurn {
  readonly names: ServiceNames;
  readonly features: Features;
  readonly today: Date;
  readonly signal: AbortSignal;
  readonly pause: Pause;
}

/** Asks about the names in a parameter file. */
export async function askAboutFile(
  document: vscode.TextDocument,
  checked: CheckedText & { readonly kind: DocumentKind; readonly file: ParameterFile },
  { names, features, today, signal, pause }: NameTurn,
): Promise<NameAnswers> {
  const fields = await features.serviceFieldsOf(checked.kind);
  const references = await features.referencesIn(checked, fields, pause);
  const options = { signal, maxQuestions: MAX_LOOKUPS, pause };
  const answers = await features.resolveReferences(differentOf(references), referenceSource(names), options);
  const suggested = await features.suggestComponents(answers, names);
  const dates = await features.checkServiceDates(checked.file, names, today, signal);
  const resolved = place(document, references, suggested);
  const decidedDates = new Set(dates.map(({ pointer }) => pointer));
  return {
    resolved,
    issues: [...features.referenceIssues(resolved), ...dates],
    otherIssues: new Map(),
    undecided: (issues) =>
      features
        .undecidedIssues(issues, resolved)
        .filter(({ code, pointer, fixes }) => code !== "date-form" || !decidedDates.has(pointer) || fixes.length > 0),
  };
}

/** Asks about the names in the rows and the template of a sweep. @returns undefined if the answer is no longer wanted */
export async function askAboutSweep(
  { path, jobs }: Sweep,
  { names, features, signal, pause }: NameTurn,
): Promise<NameAnswers | undefined> {
  const references = await finishWithPauses(features.listSweepReferences(jobs), pause, () => !signal.aborted);
  if (references === undefined) return undefined;
  const options = { signal, maxQuestions: MAX_LOOKUPS, pause };
  const resolved = await features.resolveReferences(references, referenceSource(names), options);
  const unknown = resolved.filter(({ isKnown }) => isKnown === false);
  const suggested = await features.suggestComponents(unknown, names);
  const issuesByPath = new Map(
    Array.from(
      Map.groupBy(suggested, ({ range }) => range?.path ?? path),
      ([file, references]) => [file, features.referenceIssues(references)] as const,
    ),
  );
  const resolvedByPath = Map.groupBy(resolved, ({ range }) => range?.path ?? path);
  const issues = issuesByPath.get(path) ?? [];
  issuesByPath.delete(path);
  return {
    resolved: [],
    issues,
    otherIssues: issuesByPath,
    undecided: (all, file = path) => features.undecidedIssues(all, resolvedByPath.get(file) ?? []),
  };
}

function keyOf({ kind, engine, id, account }: ResolvedReference | PlacedReference): string {
  return JSON.stringify([kind, engine, id, account]);
}

/** Each resource once, though many units may name it. */
function differentOf(references: readonly PlacedReference[]): PlacedReference[] {
  return [...new Map(references.map((reference) => [keyOf(reference), reference])).values()];
}

function place(
  document: vscode.TextDocument,
  references: readonly PlacedReference[],
  answers: readonly ResolvedReference[],
): ResolvedName[] {
  const byKey = new Map(answers.map((answer) => [keyOf(answer), answer]));
  const position = (offset: number) => {
    const { line, character } = document.positionAt(offset);
    return { line: line + 1, column: character + 1, offset };
  };
  return references.flatMap((reference) => {
    const answer = byKey.get(keyOf(reference));
    const range = { start: position(reference.start), end: position(reference.end) };
    return answer ? [{ ...answer, ...reference, range }] : [];
  });
}
