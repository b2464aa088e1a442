import * as vscode from "vscode";
import { provideReadOnlyDocuments } from "./read-only-documents.ts";
import { type Services, shared } from "./services.ts";

const documentsOf = shared((services) => provideReadOnlyDocuments(services, "analytics-engines-page"));

/** Shows Markdown without a file, and scrolls to the anchor `heading`. Replaces a page with the same name. */
export async function showPage(services: Services, name: string, markdown: string, heading?: string): Promise<void> {
  const uri = documentsOf(services).put(name, markdown);
  const target = heading === undefined ? uri : uri.with({ fragment: heading });
  await vscode.commands.executeCommand("markdown.showPreview", target);
}
