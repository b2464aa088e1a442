import { UserError } from "@analytics-engines/runs/host";
import * as vscode from "vscode";
import { type CommandFeature, type CommandHandler, commandVerbs } from "../common/command-ids.ts";

/** Why something does not work in a browser. */
export type DesktopReason = "requests" | "runs" | "program" | "parquet";

/** @throws UserError, which says what needs VS Code on the desktop, and why */
export function needsDesktop(reason: DesktopReason): never {
  throw new UserError(sentences()[reason]);
}

function sentences(): Readonly<Record<DesktopReason, string>> {
  return {
    requests: vscode.l10n.t(
      "This needs VS Code on the desktop or a codespace: nothing shows that the service allows requests from web pages.",
    ),
    runs: vscode.l10n.t(
      "This needs VS Code on the desktop or a codespace: a run sends requests to the service and keeps its results on a disk.",
    ),
    program: vscode.l10n.t("This needs VS Code on the desktop: a browser cannot open a file in another program."),
    parquet: vscode.l10n.t(
      "This needs VS Code on the desktop or a codespace. In a browser, Export above a table writes Parquet, too.",
    ),
  };
}

/** Handlers that refuse every command of a feature. */
export function refuse(feature: CommandFeature, reason: DesktopReason): Readonly<Record<string, CommandHandler>> {
  return Object.fromEntries(commandVerbs[feature].map((verb) => [verb, () => needsDesktop(reason)]));
}
