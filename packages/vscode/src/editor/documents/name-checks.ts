import { messageOf } from "@analytics-engines/core/basics";
import type { Issue } from "@analytics-engines/core/parameters";
import type { ServiceNames } from "@analytics-engines/runs/lookup";
import * as vscode from "vscode";
import { createPause } from "../../common/pauses.ts";
import type { Services } from "../../services/services.ts";
import { loadFeatures } from "../language/load.ts";
import type { CheckedText } from "../language/text/checked-text.ts";
import { LANGUAGE_ID } from "../language/text/kinds.ts";
import type { Documents } from "./documents.ts";
import { diagnosticOf, isWritten, rangeOf } from "./issue-diagnostic.ts";
import { askAboutFile, askAboutSweep, type NameAnswers, type NameTurn, type ResolvedName } from "./name-answers.ts";
import type { NameLookupGate } from "./name-lookup-gate.ts";
import { createSweepDiagnostics } from "./sweep-diagnostics.ts";

/** The names of the service for the ids in a document. */
export type NameChecks = ReturnType<typeof checkNames>;

interface State extends NameAnswers {
  readonly version: number;
  readonly checked: CheckedText;
}

/** Looks up the ids of the open documents in the background, and warns about unknown ones. */
export function checkNames({ clock, log, subscriptions }: Services, documents: Documents, names: NameLookupGate) {
  const collection = vscode.languages.createDiagnosticCollection("analytics-engines-names");
  const ofSweeps = createSweepDiagnostics("analytics-engines-names");
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
