import { type FamilyId, isFamilyId } from "@analytics-engines/core";
import type { UnknownProperties } from "@analytics-engines/core/parameters";
import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import type { Checked } from "./check.ts";
import { type DocumentKind, languageId } from "./kinds.ts";
import { loadChecker } from "./load.ts";
import { keepPick, pickedKind } from "./picks.ts";

/** So long after the last key a document is checked, in milliseconds. */
export const checkDelayMs = 150;

/** The open parameter files and what is known of them. */
export interface Documents {
  /** What is known of the document as it stands. Checked now, unless it was. */
  check(document: vscode.TextDocument): Promise<Checked>;
  /** The latest check, which may be of an older text; undefined before the first. */
  latest(document: vscode.TextDocument): Checked | undefined;
  readonly onDidCheck: vscode.Event<vscode.TextDocument>;
  readonly onDidClose: vscode.Event<vscode.TextDocument>;
  /** What the user picked for the document. */
  picked(uri: vscode.Uri): DocumentKind | undefined;
  /** Keeps what the user picked; undefined takes it back. */
  pick(uri: vscode.Uri, kind: DocumentKind | undefined): Promise<void>;
  /** Checks all open parameter files anew. */
  checkAll(): void;
}

interface State {
  version: number;
  checking: Promise<Checked> | undefined;
  latest: Checked | undefined;
  cancelTimer: (() => void) | undefined;
}

export function watchDocuments(context: vscode.ExtensionContext, { clock, log }: Services): Documents {
  const states = new Map<string, State>();
  const checked = new vscode.EventEmitter<vscode.TextDocument>();
  const closed = new vscode.EventEmitter<vscode.TextDocument>();

  const documents: Documents = {
    check(document) {
      const state = stateOf(document);
      if (state.checking && state.version === document.version) return state.checking;
      state.version = document.version;
      state.checking = run(document, state);
      return state.checking;
    },
    latest: (document) => states.get(document.uri.toString())?.latest,
    onDidCheck: checked.event,
    onDidClose: closed.event,
    picked: (uri) => pickedKind(context, uri),
    async pick(uri, kind) {
      await keepPick(context, uri, kind);
      documents.checkAll();
    },
    checkAll() {
      for (const document of vscode.workspace.textDocuments) {
        if (document.languageId !== languageId) continue;
        stateOf(document).checking = undefined;
        checkSoon(document, 0);
      }
    },
  };

  function stateOf({ uri }: vscode.TextDocument): State {
    const known = states.get(uri.toString());
    const state = known ?? { version: -1, checking: undefined, latest: undefined, cancelTimer: undefined };
    states.set(uri.toString(), state);
    return state;
  }

  async function run(document: vscode.TextDocument, state: State): Promise<Checked> {
    const { checkText } = await loadChecker();
    const settings = vscode.workspace.getConfiguration("analyticsEngines.editor", document);
    const picked = documents.picked(document.uri);
    const result = checkText(document.getText(), {
      path: vscode.workspace.asRelativePath(document.uri, false),
      ...(picked === undefined ? {} : isFamilyId(picked) ? { family: picked } : { template: picked }),
      families: settings.get<Record<string, FamilyId>>("families", {}),
      hintAbsoluteDates: settings.get("hintAbsoluteDates", false),
      unknownProperties: settings.get<UnknownProperties>("unknownProperties", "error"),
      before: state.latest?.kind,
    });
    state.latest = result;
    return result;
  }

  function checkSoon(document: vscode.TextDocument, delayMs: number): void {
    const state = stateOf(document);
    state.cancelTimer?.();
    state.cancelTimer = clock.setTimer(delayMs, () => {
      state.cancelTimer = undefined;
      if (document.isClosed) return;
      documents.check(document).then(
        () => checked.fire(document),
        (error: unknown) => log.error(error instanceof Error ? error : String(error)),
      );
    });
  }

  function close(document: vscode.TextDocument): void {
    states.get(document.uri.toString())?.cancelTimer?.();
    // The next one of its name is another document.
    if (document.isUntitled && document.isClosed && documents.picked(document.uri))
      void documents.pick(document.uri, undefined);
    if (states.delete(document.uri.toString())) closed.fire(document);
  }

  context.subscriptions.push(
    checked,
    closed,
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (document.languageId === languageId) checkSoon(document, 0);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.languageId === languageId && contentChanges.length > 0) checkSoon(document, checkDelayMs);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (document.languageId === languageId) close(document);
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("analyticsEngines.editor")) documents.checkAll();
    }),
    { dispose: () => [...states.values()].forEach(({ cancelTimer }) => void cancelTimer?.()) },
  );
  documents.checkAll();
  return documents;
}
