import { toBase64 } from "@analytics-engines/core/basics";
import { keyOfUnit } from "@analytics-engines/runs/browser";
import type { HistoryView } from "@analytics-engines/runs/review";
import * as vscode from "vscode";
import { describeError } from "../../common/errors.ts";
import { baseName } from "../../common/texts.ts";
import { showError } from "../../services/commands.ts";
import type { Services } from "../../services/services.ts";
import { walkthroughOf } from "../../services/walkthrough.ts";
import { reportExport } from "../export/report-export.ts";
import {
  type HostMessage,
  type PageCell,
  type PageContent,
  type PageState,
  type PageUnit,
  parsePageMessage,
  type ResultVerb,
  type ShownUnit,
  type UnitPart,
} from "../source/messages.ts";
import { commentaryOf, contentOf, findManifestUnit, type OpenRunFolder, type Target } from "../source/run-source.ts";
import { pageHtml } from "./page.ts";

/** The content of a page. */
export type Subject =
  | {
      readonly kind: "run";
      readonly source: OpenRunFolder;
      /** What the user calls the connection of the run. */
      readonly connection?: string | undefined;
      readonly before?: OpenRunFolder;
      /** The tolerances of the project file. */
      readonly tolerances?: readonly string[] | undefined;
      readonly state: PageState;
    }
  | { readonly kind: "result"; readonly name: string; readonly content: PageContent }
  /** Numbers over runs, and the one that is chosen first: see `wishes` of the message. */
  | { readonly kind: "history"; readonly view: HistoryView; readonly wishes: readonly string[] };

/** A page with results, in a panel or an editor. */
export type Viewer = ReturnType<typeof attachViewer>;

/**
 * Puts the page into a webview and exchanges messages with it. VS Code may discard a hidden page, which sends `ready` each time it starts.
 * @param read reads the content when the page is first ready
 * @param act does what the user asks for with a result that the page does not show
 */
export function attachViewer(
  services: Services,
  webview: vscode.Webview,
  read: () => Promise<Subject>,
  act: (verb: ResultVerb, target: Target) => Promise<unknown>,
) {
  const shownEvents = new vscode.EventEmitter<ShownUnit>();
  let loading: Promise<Subject> | undefined;
  let subject: Subject | undefined;
  let selected: PageUnit | undefined;
  let selectedCell: PageCell | undefined;
  let lastShownUnit: ShownUnit | undefined;
  let isReady = false;

  async function load(): Promise<Subject> {
    loading ??= read();
    subject ??= await loading;
    return subject;
  }

  const send = (message: HostMessage) => void webview.postMessage(message);

  function sendSubject(): void {
    if (!isReady || subject === undefined) return;
    if (subject.kind === "result") {
      send({ type: "result", name: subject.name, content: subject.content });
      return;
    }
    if (subject.kind === "history") {
      send({ type: "history", view: subject.view, wishes: [...subject.wishes] });
      return;
    }
    const { source, connection, before, state, tolerances } = subject;
    const more = {
      ...(before && { before: before.manifest }),
      ...(connection !== undefined && { connection }),
      ...(source.checks && { checks: source.checks }),
      ...(tolerances && { tolerances }),
    };
    const problems = [...source.problems, ...(before?.problems ?? [])];
    send({ type: "run", manifest: source.manifest, problems, state: { ...state, ...keyOf(selected) }, ...more });
  }

  function sourceOf({ of }: PageUnit): OpenRunFolder | undefined {
    if (subject?.kind !== "run") return undefined;
    return of === "run" ? subject.source : subject.before;
  }

  async function actOn(verb: ResultVerb, unitRef: PageUnit): Promise<void> {
    const source = sourceOf(unitRef);
    const unit = source && findManifestUnit(source, unitRef.path, unitRef.unit);
    if (source !== undefined && unit !== undefined) await act(verb, { source, unit });
  }

  /** Lets the user choose a run to compare with the one of this page. */
  async function chooseOther(): Promise<void> {
    const run = subject?.kind === "run" ? subject.state.run : undefined;
    const selectedUnit = selected?.of === "run" ? { path: selected.path, unit: selected.unit } : {};
    if (run !== undefined)
      await vscode.commands.executeCommand("analyticsEngines.results.compare", { run, ...selectedUnit });
  }

  async function open(unit: PageUnit, part?: UnitPart): Promise<PageContent | undefined> {
    const source = sourceOf(unit);
    if (source === undefined)
      return { kind: "elsewhere", reason: vscode.l10n.t("The run does not contain this unit.") };
    return (part === "commentary" ? commentaryOf : contentOf)(source, unit.path, unit.unit);
  }

  async function ready(): Promise<void> {
    isReady = true;
    try {
      await load();
      sendSubject();
    } catch (error) {
      const { message, details } = describeError(error);
      services.log.error(details);
      send({ type: "failed", message });
    }
  }

  const listening = webview.onDidReceiveMessage(async (value: unknown) => {
    const message = parsePageMessage(value);
    switch (message?.type) {
      case "ready":
        await ready();
        break;
      case "open":
        send({ type: "content", id: message.id, content: await open(message.unit, message.part) });
        break;
      case "selected":
        if (JSON.stringify(selected) !== JSON.stringify(message.unit)) selectedCell = undefined;
        selected = message.unit;
        break;
      case "cell":
        selectedCell = message.cell;
        break;
      case "shown":
        lastShownUnit = message.shown;
        walkthroughOf(services).complete("results");
        shownEvents.fire(message.shown);
        break;
      case "act":
        await actOn(message.verb, message.unit).catch((error: unknown) => showError(services, error));
        break;
      case "choose-other":
        await chooseOther();
        break;
      case "save":
        await saveAs(message.name, message.bytes).catch((error: unknown) => showError(services, error));
        break;
      case undefined:
        services.log.warn("A page of results sent an unknown message.");
    }
  });

  const root = vscode.Uri.joinPath(services.context.extensionUri, "dist", "webview");
  webview.options = { enableScripts: true, localResourceRoots: [root] };
  const script = webview.asWebviewUri(vscode.Uri.joinPath(root, "results.js")).toString();
  const { language } = vscode.env;
  webview.html = pageHtml({ script, nonce: newNonce(), language, texts: vscode.l10n.bundle });

  return {
    /** The content of the page, read at the first use. */
    subject: load,
    /** The unit that is open. */
    get selected() {
      return selected;
    },
    /** The cell of that unit with the cursor. */
    get selectedCell() {
      return selectedCell;
    },
    /** The unit that the page showed last. */
    get shown() {
      return lastShownUnit;
    },
    onDidShow: shownEvents.event,
    /** Replaces the content. */
    show(next: Subject): void {
      subject = next;
      if (next.kind === "run" && next.state.selected !== undefined) selected = undefined;
      sendSubject();
    },
    dispose(): void {
      listening.dispose();
      shownEvents.dispose();
    },
  };
}

function newNonce(): string {
  return toBase64(crypto.getRandomValues(new Uint8Array(18)));
}

function keyOf(unit: PageUnit | undefined): PageState {
  if (unit === undefined) return {};
  return { selected: keyOfUnit(unit), cell: undefined };
}

async function saveAs(name: string, bytes: Uint8Array): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  // The page must not choose the folder.
  const plain = baseName(name.replaceAll("\\", "/"));
  const target = await vscode.window.showSaveDialog(
    folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, plain) },
  );
  if (target === undefined) return;
  await vscode.workspace.fs.writeFile(target, bytes);
  void reportExport(target);
}
