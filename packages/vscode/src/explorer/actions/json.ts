import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { provideReadOnlyDocuments, showDocument } from "../../services/read-only-documents.ts";
import { type Services, shared } from "../../services/services.ts";
import { readAnswer } from "../rows/answers.ts";
import type { ExplorerNode } from "../rows/nodes.ts";
import { labelOf } from "../rows/presentation.ts";

const documentsOf = shared((services) => provideReadOnlyDocuments(services, "analytics-engines-answer"));

/** Requests the answer of the service about a row and shows it as a read-only document. */
export async function openJson(
  services: Services,
  { id, connection, item }: ExplorerNode,
): Promise<vscode.TextDocument> {
  const { connections } = services;
  const info = connections.all().find((one) => one.id === connection);
  if (info === undefined)
    throw new UserError(l10n.t("The connection is no longer in the settings. Select another one."));
  const title = labelOf(item);
  const answer = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, async () =>
    readAnswer(item, await connections.client(info)),
  );
  if (answer === undefined) throw new UserError(l10n.t("The service has no more data about this."));
  const uri = documentsOf(services).put(`${title}.json`, `${JSON.stringify(answer, null, 2)}\n`, id);
  return (await showDocument(uri)).document;
}
