import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { createServices, type Services } from "./common/context.ts";
import { activateConnections } from "./connections/index.ts";
import { activateEditor } from "./editor/index.ts";
import { activateExplorer } from "./explorer/index.ts";
import { activateJobs } from "./jobs/index.ts";
import { activateResults } from "./results/index.ts";
import { activateTemplates } from "./templates/index.ts";

/** Registers what the rooms offer and does nothing else: no network, no secret, no file before a user acts. */
export function activate(context: vscode.ExtensionContext): Services {
  if (vscode.l10n.bundle !== undefined) l10n.config({ contents: vscode.l10n.bundle });
  const services = createServices(context);
  activateConnections(context, services);
  activateEditor(context, services);
  activateExplorer(context, services);
  activateJobs(context, services);
  activateResults(context, services);
  activateTemplates(context, services);
  return services;
}
