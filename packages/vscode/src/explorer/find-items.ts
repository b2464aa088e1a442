import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { iconOf } from "./icons.ts";
import { fileChoices } from "./new-files.ts";
import type { ExplorerNode, TreeItemData } from "./nodes.ts";
import { idOf, labelOf, pathOf } from "./presentation.ts";

/** A row of the list of hits. */
export interface HitItem extends vscode.QuickPickItem {
  /** What was found; without it, the item goes on with the walk. */
  readonly node?: ExplorerNode;
}

/** A button beside a hit, and what it does with it. */
export interface HitButton extends vscode.QuickInputButton {
  readonly command:
    | "analyticsEngines.explorer.copyPath"
    | "analyticsEngines.explorer.copyId"
    | "analyticsEngines.explorer.insert"
    | "analyticsEngines.explorer.newFile";
  /** Whether the list closes for it. */
  readonly closes: boolean;
}

export function isHitButton(button: vscode.QuickInputButton): button is HitButton {
  return "command" in button && "closes" in button;
}

export function hitItem(node: ExplorerNode): HitItem {
  const { what } = node;
  const description = pathOf(what) ?? (what.kind === "component" ? what.document : idOf(what)) ?? "";
  return {
    label: plain(labelOf(what)),
    description: plain(description),
    // What fits is found here, by path and id too.
    alwaysShow: true,
    iconPath: new vscode.ThemeIcon(iconOf(what).icon),
    buttons: buttonsOf(what),
    node,
  };
}

/** Text that the service gave makes no icon. */
function plain(text: string): string {
  return text.replaceAll("$(", "$ (");
}

function buttonsOf(what: TreeItemData): readonly HitButton[] {
  const icon = (id: string) => new vscode.ThemeIcon(id);
  const copy: HitButton =
    pathOf(what) === undefined
      ? {
          iconPath: icon("copy"),
          tooltip: l10n.t("Copy id"),
          command: "analyticsEngines.explorer.copyId",
          closes: false,
        }
      : {
          iconPath: icon("copy"),
          tooltip: l10n.t("Copy path"),
          command: "analyticsEngines.explorer.copyPath",
          closes: false,
        };
  const insert: HitButton = {
    iconPath: icon("insert"),
    tooltip: l10n.t("Insert at the cursor"),
    command: "analyticsEngines.explorer.insert",
    closes: true,
  };
  const canBegin = fileChoices(what).length > 0 || (what.kind === "document" && what.engine !== "pub");
  const newFile: HitButton = {
    iconPath: icon("new-file"),
    tooltip: l10n.t("New parameter file from here"),
    command: "analyticsEngines.explorer.newFile",
    closes: true,
  };
  return canBegin ? [copy, insert, newFile] : [copy, insert];
}
