import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import { provideReadOnlyDocuments } from "../common/read-only-documents.ts";

/** Rendered Markdown without a file. */
export interface Pages {
  /** Shows Markdown and scrolls to the anchor `heading`. Replaces a page with the same name. */
  show(name: string, markdown: string, heading?: string): Promise<void>;
}

export function createPages(services: Services): Pages {
  const documents = provideReadOnlyDocuments(services, "analytics-engines-page");
  return {
    async show(name, markdown, heading) {
      const uri = documents.put(name, markdown);
      const target = heading === undefined ? uri : uri.with({ fragment: heading });
      await vscode.commands.executeCommand("markdown.showPreview", target);
    },
  };
}
