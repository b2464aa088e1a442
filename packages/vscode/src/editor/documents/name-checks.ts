import { type DocumentKind, messageOf } from "@analytics-engines/core/basics";
import type { Sweep } from "@analytics-engines/core/files";
import type { Issue, ParameterFile, ResolvedReference } from "@analytics-engines/core/parameters";
import { referenceSource, type ServiceNames } from "@analytics-engines/runs/lookup";
import * as vscode from "vscode";
import { createPause, type Pause } from "../../common/async.ts";
import type { Services } from "../../services/services.ts";
import { type Features, loadFeatures } from "../language/load.ts";
import type { PlacedReference } from "../language/references/references.ts";
import type { CheckedText } from "../language/text/checked-text.ts";
import { LANGUAGE_ID } from "../language/text/kinds.ts";
import type { Documents } from "./documents.ts";
import { createSharedDiagnostics, diagnosticOf, isWritten, rangeOf } from "./issue-diagnostics.ts";
import type { NameLookupGate } from "./name-lookup-gate.ts";

/** The names of the service for the ids in a document. */
export type NameChecks = ReturnType<typeof checkNames>;

interface State extends NameAnswers {
  readonly version: number;
  readonly checked: CheckedText;
}

/** Looks up the ids of the open documents in the background, and warns about unknown ones. */
export function checkNames({ clock, log, subscriptions }: Services, documents: Documents, lookupGate: NameLookupGate) {
  const collection = vscode.languages.createDiagnosticCollection("analytics-engines-names");
  const ofSweeps = createSharedDiagnostics("analytics-engines-names");
  /** With the document whose names are new; without one if names were dropped. */
  const changed = new vscode.EventEmitter<vscode.TextDocument | undefined>();
  const states = new Map<string, State>();
  const running = new Map<string, AbortController>();
  let checkedNames: ServiceNames | undefined;

  async function check(document: vscode.TextDocument): Promise<void> {
    const key = document.uri.toString();
    running.get(key)?.abort();
    const current = lookupGate.current();
    const checked = documents.latest(document);
    if (!current || !isWritten(document)) return clear(document.uri);
    // A changed text gets another check, and a text with syntax errors contains less than the one before.
    if (checked?.text !== document.getText() || checked.issues.some(({ code }) => code === "syntax")) return;
    if (checked.kind === undefined || (checked.file === undefined && checked.sweep === undefined)) return;
    const controller = new AbortController();
    running.set(key, controller);
    const { version } = document;
    const { signal } = controller;
    const [features, today] = [await loadFeatures(), new Date(clock.now())];
    const pause = createPause(clock);
    const pauseOrStop = async () => {
      await pause();
      signal.throwIfAborted();
    };
    const turn = { names: current, features, today, signal, pause: pauseOrStop };
    const answers = await ask(document, checked, turn);
    if (answers === undefined || signal.aborted || document.isClosed || document.version !== version) return;
    states.set(key, { ...answers, version, checked });
    collection.set(
      document.uri,
      answers.issues.map((issue) => diagnosticOf(issue, rangeOf(document, issue))),
    );
    if (checked.sweep !== undefined) ofSweeps.set(document.uri, answers.otherIssues);
    changed.fire(document);
  }

  function clear(uri: vscode.Uri): void {
    running.get(uri.toString())?.abort();
    collection.delete(uri);
    ofSweeps.clear(uri);
    if (states.delete(uri.toString())) changed.fire(undefined);
  }

  const checkSafely = (document: vscode.TextDocument) =>
    void check(document).catch((error: unknown) => {
      if (!(error instanceof Error && error.name === "AbortError")) {
        log.debug(`The lookup of names failed: ${messageOf(error)}`);
      }
    });

  subscriptions.push(
    collection,
    ofSweeps,
    changed,
    documents.onDidCheck(checkSafely),
    documents.onDidClose(({ uri }) => clear(uri)),
    lookupGate.onDidChange(() => {
      // Each answer fires; only another connection needs a new check of all documents.
      const current = lookupGate.current();
      if (current === checkedNames) return;
      checkedNames = current;
      for (const document of vscode.workspace.textDocuments) {
        if (document.languageId === LANGUAGE_ID) checkSafely(document);
      }
    }),
  );
  return {
    /** Whether the ids of a document were looked up, in this or an earlier text. */
    isChecked: (document: vscode.TextDocument): boolean => states.has(document.uri.toString()),
    /** Warnings about unknown ids, with suggested fixes; none after a change of the text. */
    issues(document: vscode.TextDocument): readonly Issue[] {
      const state = states.get(document.uri.toString());
      return state?.version === document.version ? state.issues : [];
    },
    /**
     * The issues of a document without those about values that the service itself has answered.
     * @param path that of another file of a sweep
     */
    undecided(document: vscode.TextDocument, issues: readonly Issue[], path?: string): readonly Issue[] {
      const state = states.get(document.uri.toString());
      // A file of a sweep may have changed, although the sweep has not.
      const isCurrent =
        state?.version === document.version && state.checked.sweep === documents.latest(document)?.sweep;
      return isCurrent ? state.undecided(issues, path) : issues;
    },
    /** The ids that were looked up, at their places in the current text. */
    async resolved(document: vscode.TextDocument): Promise<readonly ResolvedName[]> {
      const state = states.get(document.uri.toString());
      if (!state || state.version === document.version) return state?.resolved ?? [];
      return (await loadFeatures()).findAgain(state.checked.text, document.getText(), state.resolved);
    },
    /** The warnings about unknown ids in a file of sweeps. */
    issuesIn: ofSweeps.issuesIn,
    onDidChange: changed.event,
  };
}

async function ask(
  document: vscode.TextDocument,
  { sweep, kind, file, ...checked }: CheckedText,
  turn: NameTurn,
): Promise<NameAnswers | undefined> {
  if (sweep !== undefined) return askAboutSweep(sweep, turn);
  if (kind === undefined || file === undefined) return undefined;
  return askAboutFile(document, { ...checked, kind, file }, turn);
}

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
  const resolved = withRanges(document, references, suggested);
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
  const references = features.listSweepReferences(jobs);
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

function withRanges(
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
