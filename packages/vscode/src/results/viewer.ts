import { randomBytes } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import { showError } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { describeError } from "../common/errors.ts";
import {
  type Content,
  type HostMessage,
  type PageState,
  parsePageMessage,
  type Shown,
  type UnitPart,
  type UnitPlace,
} from "./messages.ts";
import { pageHtml } from "./page.ts";
import { commentaryOf, contentOf, type RunSource } from "./run-source.ts";

/** What a page shows. */
export type Subject =
  | {
      readonly kind: "run";
      readonly source: RunSource;
      readonly before?: { readonly name: string; readonly source: RunSource };
      readonly state: PageState;
    }
  | { readonly kind: "result"; readonly name: string; readonly content: Content };

/** A page of results in a panel or an editor. */
export interface Viewer {
  /** What it shows; read now if it was not. */
  subject(): Promise<Subject>;
  /** The unit that is open. */
  readonly selected: UnitPlace | undefined;
  /** What the page drew last. */
  readonly shown: Shown | undefined;
  readonly onDidShow: vscode.Event<Shown>;
  /** Shows something else, or the same anew. */
  show(subject: Subject): void;
}

/**
 * Puts the page into a webview and talks with it. The page may be thrown away when it is hidden: it says that it is ready each time it begins.
 * @param read what to show, asked for when the page is first ready
 */
export function attachViewer(
  context: vscode.ExtensionContext,
  services: Services,
  webview: vscode.Webview,
  read: () => Promise<Subject>,
): Viewer & vscode.Disposable {
  const shownEvents = new vscode.EventEmitter<Shown>();
  let loading: Promise<Subject> | undefined;
  let subject: Subject | undefined;
  let selected: UnitPlace | undefined;
  let shown: Shown | undefined;
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
    const { source, before, state } = subject;
    const other = before && { before: { name: before.name, manifest: before.source.manifest } };
    send({ type: "run", manifest: source.manifest, state: { ...state, ...keyOf(selected) }, ...other });
  }

  async function open(unit: UnitPlace, part?: UnitPart): Promise<Content> {
    const source = subject?.kind === "run" ? (unit.of === "run" ? subject.source : subject.before?.source) : undefined;
    if (source === undefined) return { kind: "elsewhere", reason: vscode.l10n.t("The run has no such unit.") };
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
        selected = message.unit;
        break;
      case "shown":
        shown = message.shown;
        shownEvents.fire(message.shown);
        break;
      case "save":
        await saveAs(message.name, message.bytes).catch((error: unknown) => showError(services, error));
        break;
      case undefined:
        services.log.warn("A page of results sent something that is no message.");
    }
  });

  const root = vscode.Uri.joinPath(context.extensionUri, "dist", "webview");
  webview.options = { enableScripts: true, localResourceRoots: [root] };
  const script = webview.asWebviewUri(vscode.Uri.joinPath(root, "results.js")).toString();
  webview.html = pageHtml({ script, nonce: randomBytes(18).toString("base64") });

  return {
    subject: load,
    get selected() {
      return selected;
    },
    get shown() {
      return shown;
    },
    onDidShow: shownEvents.event,
    show(next) {
      subject = next;
      if (next.kind === "run" && next.state.selected !== undefined) selected = undefined;
      sendSubject();
    },
    dispose() {
      listening.dispose();
      shownEvents.dispose();
    },
  };
}

function keyOf(unit: UnitPlace | undefined): PageState {
  return unit?.of === "run" ? { selected: `${unit.path}#${unit.unit}` } : {};
}

async function saveAs(name: string, bytes: Uint8Array): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  // A name, whatever the page made of it.
  const plain = path.basename(name.replaceAll("\\", "/"));
  const target = await vscode.window.showSaveDialog(
    folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, plain) },
  );
  if (target !== undefined) await vscode.workspace.fs.writeFile(target, bytes);
}
