import type * as vscode from "vscode";
import { registerCommand } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { namesOf } from "../common/names-by-connection.ts";
import { assignLanguages } from "./assign-language.ts";
import { offerFixes } from "./code-actions.ts";
import { offerComparison } from "./compare-command.ts";
import { offerCompletion } from "./completion.ts";
import { showDiagnostics } from "./diagnostics.ts";
import { offerDocs } from "./docs-command.ts";
import { watchDocuments } from "./documents.ts";
import { showNames } from "./hints.ts";
import { explain } from "./hover.ts";
import { showLenses } from "./lenses.ts";
import { checkNames } from "./name-checks.ts";
import { createNameLookupGate } from "./name-lookup-gate.ts";
import { offerNewFile } from "./new-file-command.ts";
import { createPages } from "./pages.ts";
import { showFamily } from "./status.ts";
import { offerStructure } from "./structure.ts";

declare module "../common/commands.ts" {
  interface CommandArguments {
    "analyticsEngines.editor.refreshNames": [];
  }
}

/**
 * Everything that helps to write parameter files; loaded with the first of them. Works in workspaces that are not trusted, too: there nothing is asked of a
 * service.
 */
export function activateEditor(context: vscode.ExtensionContext, services: Services): void {
  const documents = watchDocuments(context, services);
  const names = createNameLookupGate(context, services);
  const checks = checkNames(context, services, documents, names);
  const pages = createPages(context);
  showDiagnostics(context, documents);
  offerFixes(context, services, documents, checks);
  offerCompletion(context, services, documents, names);
  explain(context, documents, names);
  showNames(context, checks);
  showLenses(context, services, documents, checks);
  showFamily(context, services, documents);
  offerStructure(context);
  offerComparison(services, documents, pages);
  offerDocs(services, pages);
  offerNewFile(services);
  assignLanguages(context, services, documents);
  registerCommand(services, "analyticsEngines.editor.refreshNames", () => {
    names.open();
    namesOf(services).forget();
  });
}
