import { messageOf, sleep } from "@analytics-engines/core/basics";
import type { Issue, ParameterFile, ResolvedReference } from "@analytics-engines/core/parameters";
import { referenceSource, type ServiceNames } from "@analytics-engines/runs/browser";
import * as vscode from "vscode";
import type { Services } from "../../services/services.ts";
import { loadFeatures } from "../language/load.ts";
import type { suggestComponents } from "../language/references/closest-components.ts";
import type { PlacedReference } from "../language/references/references.ts";
import { LANGUAGE_ID } from "../language/text/kinds.ts";
import type { Documents } from "./documents.ts";
import { diagnosticOf, isWritten, rangeOf } from "./issue-diagnostic.ts";
import type { NameLookupGate } from "./name-lookup-gate.ts";

/** The names of the service for the ids in a document. */
export type NameChecks = ReturnType<typeof checkNames>;

export type ResolvedName = ResolvedReference & PlacedReference;

/** The number of ids to look up in one document: each component takes a request. */
const MAX_LOOKUPS = 300;

interface State {
  readonly version: number;
  readonly text: string;
  readonly resolved: readonly ResolvedName[];
  readonly issues: readonly Issue[];
  /** The issues without those about values that the service itself has answered. */
  readonly undecided: (issues: readonly Issue[]) => readonly Issue[];
}

/** Asks the service about the dates of a file that only it can know: an error for each that it refuses. */
export type CheckDates = (
  file: ParameterFile,
  names: ServiceNames,
  today: Date,
  signal?: AbortSignal,
) => Promise<readonly Issue[]>;

/** What the checks do only in a host that sends requests. */
export interface NameCheckHost {
  readonly checkDates: CheckDates;
  readonly suggestComponents: typeof suggestComponents;
}

/**
 * Looks up the ids of the open documents in the background, and warns about unknown ones.
 * @param host absent in a host that cannot run parameter files, and sends no requests
 */
export function checkNames(
  { clock, log, subscriptions }: Services,
  documents: Documents,
  names: NameLookupGate,
  host?: NameCheckHost,
) {
  const collection = vscode.languages.createDiagnosticCollection("analytics-engines-names");
  /** With the document whose names are new; without one if names were dropped. */
  const changed = new vscode.EventEmitter<vscode.TextDocument | undefined>();
  const states = new Map<string, State>();
  const running = new Map<string, AbortController>();
  let checkedNames: ServiceNames | undefined;

  async function check(document: vscode.TextDocument): Promise<void> {
    const key = document.uri.toString();
    running.get(key)?.abort();
    const current = names.current();
    const checked = documents.latest(document);
    if (!current || !isWritten(document)) return clear(document.uri);
    if (checked?.kind === undefined || checked.file === undefined) return;
    // A changed text gets another check, and a text with syntax errors contains less than the one before.
    if (checked.text !== document.getText() || checked.issues.some(({ code }) => code === "syntax")) return;
    const controller = new AbortController();
    running.set(key, controller);
    const { version } = document;
    const features = await loadFeatures();
    const { referenceIssues, resolveReferences } = features;
    const { signal } = controller;
    const fields = await features.serviceFieldsOf(checked.kind);
    const references = await features.referencesIn(checked, fields, () => sleep(clock, 0, signal));
    const answers = await resolveReferences(firstOf(references), referenceSource(current), { signal });
    const suggestedAnswers = (await host?.suggestComponents(answers, current)) ?? answers;
    const dates = (await host?.checkDates(checked.file, current, new Date(clock.now()), signal)) ?? [];
    if (signal.aborted || document.isClosed || document.version !== version) return;
    const resolved = place(document, references, suggestedAnswers);
    const issues = [...referenceIssues(resolved), ...dates];
    const decidedDates = new Set(dates.map(({ pointer }) => pointer));
    states.set(key, {
      version,
      text: checked.text,
      resolved,
      issues,
      undecided: (all) =>
        features
          .undecidedIssues(all, resolved)
          .filter(({ code, pointer, fixes }) => code !== "date-form" || !decidedDates.has(pointer) || fixes.length > 0),
    });
    collection.set(
      document.uri,
      issues.map((issue) => diagnosticOf(issue, rangeOf(document, issue))),
    );
    changed.fire(document);
  }

  function clear(uri: vscode.Uri): void {
    running.get(uri.toString())?.abort();
    collection.delete(uri);
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
    changed,
    documents.onDidCheck(checkSafely),
    documents.onDidClose(({ uri }) => clear(uri)),
    names.onDidChange(() => {
      // Each answer fires; only another connection needs a new check of all documents.
      const current = names.current();
      if (current === checkedNames) return;
      checkedNames = current;
      for (const document of vscode.workspace.textDocuments) {
        if (document.languageId === LANGUAGE_ID) checkSafely(document);
      }
    }),
  );
  return {
    /** Warnings about unknown ids, with suggested fixes; none after a change of the text. */
    issues(document: vscode.TextDocument): readonly Issue[] {
      const state = states.get(document.uri.toString());
      return state?.version === document.version ? state.issues : [];
    },
    /** The issues of a document without those about values that the service itself has answered. */
    undecided(document: vscode.TextDocument, issues: readonly Issue[]): readonly Issue[] {
      const state = states.get(document.uri.toString());
      return state?.version === document.version ? state.undecided(issues) : issues;
    },
    /** The ids that were looked up, at their places in the current text. */
    async resolved(document: vscode.TextDocument): Promise<readonly ResolvedName[]> {
      const state = states.get(document.uri.toString());
      if (!state || state.version === document.version) return state?.resolved ?? [];
      return (await loadFeatures()).findAgain(state.text, document.getText(), state.resolved);
    },
    onDidChange: changed.event,
  };
}

function keyOf({ kind, engine, id, account }: PlacedReference): string {
  return JSON.stringify([kind, engine, id, account]);
}

/** Each resource once, though many units may name it. */
function firstOf(references: readonly PlacedReference[]): PlacedReference[] {
  return [...new Map(references.map((reference) => [keyOf(reference), reference])).values()].slice(0, MAX_LOOKUPS);
}

function place(
  document: vscode.TextDocument,
  references: readonly PlacedReference[],
  answers: readonly ResolvedReference[],
): ResolvedName[] {
  const byKey = new Map(answers.map((answer) => [keyOf({ ...answer, start: 0, end: 0 }), answer]));
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
