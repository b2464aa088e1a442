import type { Client } from "@analytics-engines/core";
import { property } from "@analytics-engines/core/basics";
import { answerProperties } from "@analytics-engines/runs/lookup";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { describeError } from "../common/errors.ts";
import type { ConnectionInfo } from "../connections/types.ts";
import { showError } from "../services/commands.ts";
import { provideReadOnlyDocuments, type ReadOnlyDocuments } from "../services/read-only-documents.ts";
import type { Services } from "../services/services.ts";
import type { TemplateRef } from "./refs.ts";
import type { SendMarked } from "./refusals.ts";
import { sortNamed } from "./template-names.ts";
import { isSame, presentText, readTemplate, requestText, type Template, updateTemplate } from "./template-service.ts";

/** The scheme of the right sides of comparisons, which have a button that sends them. */
export const UPDATE_SCHEME = "analytics-engines-template-update";

/** An update that a comparison shows and that is not sent yet. */
interface PendingUpdate {
  readonly info: ConnectionInfo;
  /** The file of the update, and its request. */
  readonly uri: vscode.Uri;
  readonly request: object;
  /** The template as the comparison shows it. */
  before: Template;
  isSending: boolean;
  /** Replaces the text on the left side of the comparison. */
  readonly showLeft: (text: string) => void;
  readonly right: vscode.Uri;
}

export interface UpdateParts {
  readonly services: Services;
  readonly documents: ReadOnlyDocuments;
  readonly sendMarked: SendMarked;
  /** Called after each attempt to change a template. */
  readonly onWrite: (template: Template) => void;
  /** Shows a message with a button that shows the current template of the service. */
  readonly offerToShow: (message: string, ref: TemplateRef) => void;
}

/** Each update goes through a comparison. It sends the right side, and only if the service still has the left side. */
export function createUpdates({ services, documents, sendMarked, onWrite, offerToShow }: UpdateParts) {
  const { connections, log, subscriptions } = services;
  const pending = provideReadOnlyDocuments(services, UPDATE_SCHEME);
  const waiting = new Map<string, PendingUpdate>();
  let count = 0;
  subscriptions.push(
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      // An update that is no longer visible must not be sent.
      for (const { input } of closed) {
        if (input instanceof vscode.TabInputTextDiff) waiting.delete(input.modified.toString());
      }
    }),
  );

  /** Shows the change without sending it. */
  async function review(info: ConnectionInfo, before: Template, uri: vscode.Uri, request: object): Promise<void> {
    const { sort, id, name } = before;
    const [present, updateText] = await Promise.all([presentText(before), requestText(sort, request)]);
    if (present === updateText) {
      const message = l10n.t("Nothing was sent: the service already has {0} as in the file.", sortNamed(sort, name));
      void vscode.window.showInformationMessage(message);
      return;
    }
    const key = `${info.id} ${sort} ${id} ${++count}`;
    const leftUri = documents.put(`${name}.json`, present, `before ${key}`);
    const right = pending.put(`${name}.json`, updateText, key);
    const showLeft = (text: string) => void documents.put(`${name}.json`, text, `before ${key}`);
    const pendingUpdate: PendingUpdate = { info, uri, request, before, isSending: false, showLeft, right };
    waiting.set(right.toString(), pendingUpdate);
    const title = l10n.t("{0}: on {1} ↔ Update", name, info.name);
    await vscode.commands.executeCommand("vscode.diff", leftUri, right, title, { preview: false });
    const question = l10n.t("Review the changes of {0} on {1}.", sortNamed(sort, name), info.name);
    offer(pendingUpdate, question);
  }

  /** Shows a button to send the update. The title bar of the comparison has the same button. */
  function offer(pendingUpdate: PendingUpdate, question: string, isWarning = false): void {
    const button = l10n.t("Send Update");
    const ask = isWarning ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
    ask(question, button).then(
      (answer) => {
        if (answer === button) send(pendingUpdate).catch((error: unknown) => showError(services, error));
      },
      (error: unknown) => showError(services, error),
    );
  }

  async function send(pendingUpdate: PendingUpdate): Promise<void> {
    if (!waiting.has(pendingUpdate.right.toString())) {
      throw new UserError(l10n.t("Nothing was sent, because the comparison is closed. Compare again."));
    }
    // Both buttons may be pressed.
    if (pendingUpdate.isSending) return;
    pendingUpdate.isSending = true;
    try {
      if (await connections.confirmChange(pendingUpdate.info)) await sendOver(pendingUpdate);
    } finally {
      pendingUpdate.isSending = false;
    }
  }

  /** Sends the update if the comparison still shows the current template. */
  async function sendOver(pendingUpdate: PendingUpdate): Promise<void> {
    const { info, uri, request, before, showLeft, right } = pendingUpdate;
    const { sort, id, name } = before;
    const client = await connections.client(info);
    const now = await readTemplate(client, sort, id);
    if (!isSame(before, now)) {
      pendingUpdate.before = now;
      showLeft(await presentText(now));
      const question = l10n.t(
        "Nothing was sent, because {0} has changed on the service. The comparison now shows the current template.",
        sortNamed(sort, name),
      );
      offer(pendingUpdate, question, true);
      return;
    }
    try {
      const { requestKey = "none" } = await sendMarked(uri, () => updateTemplate(client, sort, id, request));
      log.info(`Changed ${sort} template ${id} "${name}" on "${info.name}". Request key ${requestKey}.`);
    } finally {
      onWrite(before);
    }
    waiting.delete(right.toString());
    await reportUpdate(pendingUpdate, await keptText(client, before));
  }

  /** Reads the template after the update; undefined if that fails. */
  async function keptText(client: Client, { sort, id }: Template): Promise<string | undefined> {
    try {
      return await presentText(await readTemplate(client, sort, id));
    } catch (error) {
      // The update itself has succeeded.
      log.warn(describeError(error).details);
      return undefined;
    }
  }

  /** Reports the result of the update. A service may keep properties that the request leaves out. */
  async function reportUpdate(
    { info, request, before, showLeft, right }: PendingUpdate,
    storedText: string | undefined,
  ): Promise<void> {
    const { sort, id, name } = before;
    const requestedText = await presentText({ sort, data: answerProperties(property(request, "data")) });
    if (storedText !== undefined && storedText.toLowerCase() !== requestedText.toLowerCase()) {
      showLeft(storedText);
      const message = l10n.t(
        "Changed {0} on {1}, but it differs from the update. The comparison shows the current template.",
        sortNamed(sort, name),
        info.name,
      );
      void vscode.window.showWarningMessage(message);
      return;
    }
    await close(right);
    offerToShow(l10n.t("Changed {0} on {1}.", sortNamed(sort, name), info.name), { sort, id, connection: info.id });
  }

  return {
    review,
    /** Sends the update of the active comparison. */
    async sendActive() {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      const pendingUpdate =
        input instanceof vscode.TabInputTextDiff ? waiting.get(input.modified.toString()) : undefined;
      if (pendingUpdate === undefined)
        throw new UserError(l10n.t("No comparison is open. Open the comparison of an update to send it."));
      await send(pendingUpdate);
    },
  };
}

async function close(right: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const comparisonTabs = tabs.filter(({ input }) => {
    return input instanceof vscode.TabInputTextDiff && input.modified.toString() === right.toString();
  });
  await vscode.window.tabGroups.close(comparisonTabs);
}
