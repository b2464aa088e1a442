import type { Client } from "@analytics-engines/core";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { showError } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { describeError, UserError } from "../common/errors.ts";
import type { ConnectionInfo } from "../connections/types.ts";
import type { TemplateDocuments } from "./documents.ts";
import type { Refusals } from "./refusals.ts";
import { capital, named } from "./sorts.ts";
import type { TemplateFile } from "./template-file.ts";
import { readTemplate, type Template, updateTemplate } from "./template-service.ts";
import { isSame, presentText, requestText } from "./update-shape.ts";

/** An update that is shown as a comparison and waits to be sent. */
interface Shown {
  readonly info: ConnectionInfo;
  /** The file that asks for it, and what it asks for. */
  readonly uri: vscode.Uri;
  readonly request: object;
  /** The template as the comparison shows it. */
  before: Template;
  isSending: boolean;
  readonly left: vscode.Uri;
  readonly right: vscode.Uri;
}

/** Updates go through a comparison: what is sent is what its right side shows, and only over what its left side shows. */
export interface Updates {
  /** Shows what would change; nothing is sent yet. */
  review(info: ConnectionInfo, before: Template, file: Pick<TemplateFile, "uri" | "request">): Promise<void>;
  /** Sends the update of the comparison that is open. */
  sendActive(): Promise<void>;
}

export interface UpdateParts {
  readonly services: Services;
  readonly documents: TemplateDocuments;
  readonly refusals: Refusals;
  /** Told after each attempt to change a template. */
  readonly onWrite: (template: Template) => void;
  /** Shows a template as the service has it. */
  readonly show: (template: Template, info: ConnectionInfo) => Promise<void>;
}

export function createUpdates({ services, documents, refusals, onWrite, show }: UpdateParts): Updates {
  const { connections, log, subscriptions } = services;
  const waiting = new Map<string, Shown>();
  let count = 0;
  subscriptions.push(
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      // What is no longer seen is not sent.
      for (const { input } of closed) {
        if (input instanceof vscode.TabInputTextDiff) waiting.delete(input.modified.toString());
      }
    }),
  );

  async function review(
    info: ConnectionInfo,
    before: Template,
    { uri, request }: Pick<TemplateFile, "uri" | "request">,
  ): Promise<void> {
    const { sort, id, name } = before;
    const [present, wanted] = await Promise.all([presentText(before), requestText(sort, request)]);
    if (present === wanted) {
      const message = l10n.t("The service already has {0} as the file says. Nothing is sent.", named(sort, name));
      void vscode.window.showInformationMessage(message);
      return;
    }
    const key = `${info.id} ${sort} ${id} ${++count}`;
    const left = documents.show(name, `before ${key}`, present);
    const right = documents.showUpdate(name, key, wanted);
    const shown: Shown = { info, uri, request, before, isSending: false, left, right };
    waiting.set(right.toString(), shown);
    const title = l10n.t("{0}: on {1} ↔ to be sent", name, info.name);
    await vscode.commands.executeCommand("vscode.diff", left, right, title, { preview: false });
    const question = l10n.t("This is what would change of {0} on {1}.", named(sort, name), info.name);
    offer(shown, question);
  }

  /** A button beside the comparison. The same stands in its title bar, for when the notification is gone. */
  function offer(shown: Shown, question: string, isWarning = false): void {
    const button = l10n.t("Send Update");
    const ask = isWarning ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
    ask(question, button).then(
      (chosen) => {
        if (chosen === button) send(shown).catch((error: unknown) => showError(services, error));
      },
      (error: unknown) => showError(services, error),
    );
  }

  async function send(shown: Shown): Promise<void> {
    if (!waiting.has(shown.right.toString())) {
      throw new UserError(l10n.t("This comparison is closed, and nothing is sent. Compare anew."));
    }
    // Not twice, whichever button is pressed.
    if (shown.isSending) return;
    shown.isSending = true;
    try {
      if (await connections.confirmChange(shown.info)) await sendOver(shown);
    } finally {
      shown.isSending = false;
    }
  }

  /** Sends the update if the template still is what the comparison shows. */
  async function sendOver(shown: Shown): Promise<void> {
    const { info, uri, request, before, left, right } = shown;
    const { sort, id, name } = before;
    const client = await connections.client(info);
    const now = await readTemplate(client, sort, id);
    if (!isSame(before, now)) {
      shown.before = now;
      documents.refresh(left, await presentText(now));
      const question = l10n.t(
        "{0} was changed on the service meanwhile, and nothing is sent. The comparison now shows what it is like.",
        capital(named(sort, name)),
      );
      offer(shown, question, true);
      return;
    }
    try {
      const { requestKey = "none" } = await refusals.marked(uri, () => updateTemplate(client, sort, id, request));
      log.info(`Changed ${sort} template ${id} "${name}" on "${info.name}". Request key ${requestKey}.`);
    } finally {
      onWrite(before);
    }
    waiting.delete(right.toString());
    await tell(shown, await keptText(client, before));
  }

  /** What the service makes of the update; undefined where it does not say. */
  async function keptText(client: Client, { sort, id }: Template): Promise<string | undefined> {
    try {
      return await presentText(await readTemplate(client, sort, id));
    } catch (error) {
      // The template is changed, whatever becomes of this question.
      log.warn(describeError(error).details);
      return undefined;
    }
  }

  /** Says what came of the update: a service may keep what a request leaves out. */
  async function tell({ info, request, before, left, right }: Shown, kept: string | undefined): Promise<void> {
    const { sort, name } = before;
    const sent = await presentText({ sort, data: dataOf(request) });
    if (kept !== undefined && kept.toLowerCase() !== sent.toLowerCase()) {
      documents.refresh(left, kept);
      const message = l10n.t(
        "{0} is changed on {1}, but not all is as it was sent: the comparison shows what the service has now.",
        capital(named(sort, name)),
        info.name,
      );
      void vscode.window.showWarningMessage(message);
      return;
    }
    await close(right);
    const button = l10n.t("Show");
    const message = l10n.t("{0} is changed on {1}.", capital(named(sort, name)), info.name);
    vscode.window.showInformationMessage(message, button).then((chosen) => {
      if (chosen === button) show(before, info).catch((error: unknown) => showError(services, error));
    });
  }

  return {
    review,
    async sendActive() {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      const shown = input instanceof vscode.TabInputTextDiff ? waiting.get(input.modified.toString()) : undefined;
      if (shown === undefined) throw new UserError(l10n.t("Open the comparison of an update to send it."));
      await send(shown);
    },
  };
}

async function close(right: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const own = tabs.filter(({ input }) => {
    return input instanceof vscode.TabInputTextDiff && input.modified.toString() === right.toString();
  });
  await vscode.window.tabGroups.close(own);
}

function dataOf(request: object): Readonly<Record<string, unknown>> {
  return "data" in request && typeof request.data === "object" ? { ...request.data } : {};
}
