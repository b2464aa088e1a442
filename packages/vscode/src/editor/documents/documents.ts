import { type DocumentKind, familyOfSweep } from "@analytics-engines/core/basics";
import type { ReadOptions } from "@analytics-engines/core/parameters";
import * as vscode from "vscode";
import { isProjectFile, readProjects } from "../../common/project-settings.ts";
import { logError } from "../../services/commands.ts";
import { type Services, shared } from "../../services/services.ts";
import { loadChecks, loadSweeps } from "../language/load.ts";
import type { CheckedText } from "../language/text/checked-text.ts";
import { LANGUAGE_ID } from "../language/text/kinds.ts";
import { checkOptions, readSweepFiles, selectedKind, storeSelectedKind } from "./written-file.ts";

/** The time from the last key to the check. */
export const CHECK_DELAY_MS = 150;

/** The open parameter files and their checks. */
export type Documents = ReturnType<typeof watchDocuments>;

/** The documents of this window. */
export const documentsOf = shared(watchDocuments);

interface State {
  version: number;
  /** The latest check: an earlier one stops. */
  turn: symbol | undefined;
  checking: Promise<CheckedText> | undefined;
  latest: CheckedText | undefined;
  cancelTimer: (() => void) | undefined;
}

function watchDocuments(services: Services) {
  const { clock, context } = services;
  const states = new Map<string, State>();
  const checked = new vscode.EventEmitter<vscode.TextDocument>();
  const closed = new vscode.EventEmitter<vscode.TextDocument>();

  const documents = {
    /** Checks the current text, unless that is done. */
    check(document: vscode.TextDocument): Promise<CheckedText> {
      const state = stateOf(document);
      if (state.checking && state.version === document.version) return state.checking;
      const { version } = document;
      const turn = Symbol(version);
      Object.assign(state, { version, turn });
      state.checking = run(document, state, () => state.turn === turn && document.version === version);
      return state.checking;
    },
    /** The check of the current text, after the pause in typing that checks wait for. */
    async settled(document: vscode.TextDocument): Promise<CheckedText> {
      if (states.get(document.uri.toString())?.cancelTimer !== undefined) {
        await new Promise<void>((resolve) => {
          const listeners = [checked.event, closed.event].map((event) =>
            event((changedDocument) => {
              if (changedDocument.uri.toString() !== document.uri.toString()) return;
              for (const listener of listeners) listener.dispose();
              resolve();
            }),
          );
        });
      }
      return documents.check(document);
    },
    /** The latest check, perhaps of an older text; undefined before the first one. */
    latest: (document: vscode.TextDocument): CheckedText | undefined => states.get(document.uri.toString())?.latest,
    onDidCheck: checked.event,
    onDidClose: closed.event,
    /** The kind that the user selected for a document. */
    selectedKind: (uri: vscode.Uri): DocumentKind | undefined => selectedKind(context, uri),
    /** Stores the selected kind; undefined removes it. */
    async pick(uri: vscode.Uri, kind: DocumentKind | undefined): Promise<void> {
      await storeSelectedKind(context, uri, kind);
      documents.checkAll();
    },
    /** Checks a document again although its text is the same. */
    checkAgain(document: vscode.TextDocument, delayMs: number): void {
      Object.assign(stateOf(document), { checking: undefined, turn: undefined });
      checkSoon(document, delayMs);
    },
    /** Checks all open parameter files again. */
    checkAll(): void {
      for (const document of vscode.workspace.textDocuments)
        if (document.languageId === LANGUAGE_ID) documents.checkAgain(document, 0);
    },
  };

  function stateOf({ uri }: vscode.TextDocument): State {
    const none = { checking: undefined, turn: undefined, latest: undefined, cancelTimer: undefined };
    const state = states.get(uri.toString()) ?? { version: -1, ...none };
    states.set(uri.toString(), state);
    return state;
  }

  /** Checks the text. A check of a sweep that is no longer wanted stops, and the next one answers in its place. */
  async function run(document: vscode.TextDocument, state: State, isWanted: () => boolean): Promise<CheckedText> {
    const [{ checkParameterText }] = await Promise.all([loadChecks(), readProjects()]);
    const options = { ...checkOptions(services, document.uri), before: state.latest?.kind };
    const isSweep = familyOfSweep(options.path) !== undefined;
    const result = isSweep
      ? await checkSweep(document, options, isWanted)
      : checkParameterText(document.getText(), options);
    if (result === undefined) return documents.settled(document);
    state.latest = result;
    return result;
  }

  async function checkSweep(
    document: vscode.TextDocument,
    options: ReadOptions & { readonly path: string },
    isWanted: () => boolean,
  ) {
    const { checkSweepText } = await loadSweeps();
    const text = document.getText();
    const files = await readSweepFiles(document.uri, text);
    return isWanted() ? checkSweepText(text, options, files) : undefined;
  }

  function checkSoon(document: vscode.TextDocument, delayMs: number): void {
    const state = stateOf(document);
    state.cancelTimer?.();
    state.cancelTimer = clock.setTimer(delayMs, () => {
      state.cancelTimer = undefined;
      if (document.isClosed) return;
      documents.check(document).then(
        () => checked.fire(document),
        (error: unknown) => logError(services, error),
      );
    });
  }

  function close(document: vscode.TextDocument): void {
    states.get(document.uri.toString())?.cancelTimer?.();
    // The next document with this name is a new one.
    if (document.isUntitled && document.isClosed && documents.selectedKind(document.uri))
      void documents.pick(document.uri, undefined);
    if (states.delete(document.uri.toString())) closed.fire(document);
  }

  context.subscriptions.push(
    checked,
    closed,
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (document.languageId === LANGUAGE_ID) checkSoon(document, 0);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.languageId === LANGUAGE_ID && contentChanges.length > 0) checkSoon(document, CHECK_DELAY_MS);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (document.languageId === LANGUAGE_ID) close(document);
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("analyticsEngines.editor")) documents.checkAll();
    }),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (isProjectFile(uri)) documents.checkAll();
    }),
    { dispose: () => [...states.values()].forEach(({ cancelTimer }) => void cancelTimer?.()) },
  );
  documents.checkAll();
  return documents;
}
