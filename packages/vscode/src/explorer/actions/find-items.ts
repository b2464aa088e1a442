import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandVerb } from "../../common/command-ids.ts";
import type { ExplorerNode, TreeItemData } from "../rows/nodes.ts";
import { resourceId, resourcePath } from "../rows/presentation.ts";
import { rowTexts } from "../rows/row-texts.ts";
import { fileChoices } from "./new-files.ts";

/** An item of the list of hits. */
export interface HitItem extends vscode.QuickPickItem {
  /** The hit; without it, the item continues the walk. */
  readonly node?: ExplorerNode;
}

/** A button beside a hit, and its command. */
export interface HitButton extends vscode.QuickInputButton {
  readonly verb: CommandVerb<"explorer">;
  /** Whether it closes the list. */
  readonly closes: boolean;
}

export function isHitButton(button: vscode.QuickInputButton): button is HitButton {
  return "verb" in button && "closes" in button;
}

export function hitItem(node: ExplorerNode): HitItem {
  const { item } = node;
  const { label, icon } = rowTexts(item);
  const description = resourcePath(item) ?? (item.kind === "component" ? item.document : resourceId(item)) ?? "";
  return {
    label: plain(label),
    description: plain(description),
    // The walk matches by path and id too.
    alwaysShow: true,
    iconPath: new vscode.ThemeIcon(icon),
    buttons: buttonsOf(item),
    node,
  };
}

/** Text of the service must not become an icon. */
function plain(text: string): string {
  return text.replaceAll("$(", "$ (");
}

function buttonsOf(item: TreeItemData): readonly HitButton[] {
  const button = (icon: string, tooltip: string, verb: HitButton["verb"], closes: boolean): HitButton => {
    return { iconPath: new vscode.ThemeIcon(icon), tooltip, verb, closes };
  };
  const copy = button(
    "copy",
    resourcePath(item) === undefined ? l10n.t("Copy Id") : l10n.t("Copy Path"),
    "copy",
    false,
  );
  const insert = button("insert", l10n.t("Insert at Cursor"), "insert", true);
  const newFile = button("new-file", l10n.t("New Parameter File from Here"), "newFile", true);
  const canBegin = fileChoices(item).length > 0 || (item.kind === "document" && item.engine !== "pub");
  return canBegin ? [copy, insert, newFile] : [copy, insert];
}
