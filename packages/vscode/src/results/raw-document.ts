import { readFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { resultFile } from "./run-source.ts";
import type { Target } from "./targets.ts";

const scheme = "analytics-engines-result";

/** The files of documents that were opened here. An address that somebody else made up opens nothing. */
const files = new Map<string, string>();

/** Documents with results as they came. They are read-only: a result that could be changed would not be one. */
export function provideRawDocuments(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    async provideTextDocumentContent(uri) {
      const file = files.get(uri.toString());
      return file === undefined ? undefined : readFile(file, "utf8");
    },
  });
}

export async function openRaw({ source, unit }: Target): Promise<vscode.TextDocument> {
  const file = await resultFile(source, unit);
  const uri = vscode.Uri.from({ scheme, path: `/${path.basename(file)}`, query: file });
  files.set(uri.toString(), file);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: true });
  return document;
}
