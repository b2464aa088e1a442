import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandVerb } from "../../common/command-ids.ts";
import { describeError } from "../../common/errors.ts";
import { shownItem } from "../../common/questions.ts";
import { executeCommand, showError } from "../../services/commands.ts";
import type { Services } from "../../services/services.ts";
import type { ExplorerNode, TreeItemData } from "../rows/nodes.ts";
import { labelOf, resourceId, resourcePath, rowTexts } from "../rows/presentation.ts";
import { ServiceWalk } from "../rows/walk.ts";
import type { ExplorerTree } from "../view/tree.ts";
import { fileChoices } from "./new-files.ts";

/** The length of a query that starts the walk. */
const MIN_LETTERS = 2;
/** The number of hits in the list; the title contains the number of all. */
const MAX_HITS = 200;
/** The time between two updates of the list. */
const REFRESH_MS = 100;

/**
 * Lets the user search the service, below a row or everywhere, whether the rows are loaded or not. Hits appear as they are found, and the tree
 * shows the chosen one. Closing the list stops the walk.
 */
export async function findOnService(
  services: Services,
  tree: ExplorerTree,
  from: ExplorerNode | undefined,
  query = "",
): Promise<void> {
  // Throws if the service cannot be reached.
  await services.connections.client();
  const branch = tree.active();
  if (branch === undefined) return;
  // The row may belong to a connection that is no longer active.
  if (from !== undefined && branch.node(from.id) === undefined) return;
  const start = from === undefined ? branch.top() : [from];
  const pick = vscode.window.createQuickPick<HitItem>();
  const closed = new AbortController();
  const items = new Map<string, HitItem>();
  let cancelTimer: (() => void) | undefined;
  let isWalking = false;
  let stop = new AbortController();

  const walk = new ServiceWalk({
    start,
    entries: (node) => branch.entries(node),
    forget: (node) => branch.forget(node),
    onProgress: () => {
      cancelTimer ??= services.clock.setTimer(REFRESH_MS, show);
    },
  });

  function show(): void {
    cancelTimer = undefined;
    if (closed.signal.aborted) return;
    const isAsking = pick.value.trim().length >= MIN_LETTERS;
    const hits = isAsking ? walk.matching(pick.value) : [];
    const [active] = pick.activeItems;
    const hitItems = hits.slice(0, MAX_HITS).map(itemOf);
    const rest = restItem();
    pick.items = rest === undefined ? hitItems : [...hitItems, rest];
    // The highlighted hit stays highlighted.
    if (active !== undefined && pick.items.includes(active)) pick.activeItems = [active];
    pick.busy = isWalking;
    pick.title = titleOf(hits.length);
    pick.buttons = isWalking ? [stopButton()] : [];
  }

  function titleOf(hits: number): string {
    const scopeTitle = from === undefined ? l10n.t("Find on the Service") : l10n.t("Find in {0}", labelOf(from.item));
    if (walk.looked === 0) return scopeTitle;
    const refused = walk.refused > 0 ? l10n.t(", {0} not readable", walk.refused) : "";
    const hitsText = hits > MAX_HITS ? l10n.t("the first {0} of {1} found", MAX_HITS, hits) : l10n.t("{0} found", hits);
    return `${scopeTitle}: ${l10n.t("{0} in {1} places", hitsText, walk.looked)}${refused}`;
  }

  /** The row that continues a walk that stopped before its end. */
  function restItem(): HitItem | undefined {
    if (isWalking || walk.isDone || walk.looked + (walk.problem ? 1 : 0) === 0) return undefined;
    if (walk.problem === undefined)
      return { label: l10n.t("Search more"), alwaysShow: true, iconPath: new vscode.ThemeIcon("chevron-down") };
    const detail = describeError(walk.problem.error).message;
    return { label: l10n.t("Try Again"), detail, alwaysShow: true, iconPath: new vscode.ThemeIcon("refresh") };
  }

  function itemOf(node: ExplorerNode): HitItem {
    const item = items.get(node.id) ?? shownItem(hitItem(node));
    items.set(node.id, item);
    return item;
  }

  async function go(): Promise<void> {
    if (isWalking) return;
    isWalking = true;
    stop = new AbortController();
    show();
    try {
      await walk.go(AbortSignal.any([stop.signal, closed.signal]));
    } finally {
      isWalking = false;
      show();
    }
  }

  const run = (work: Promise<unknown>) => work.catch((error: unknown) => showError(services, error));
  const switched = services.connections.onDidChangeActive(() => pick.hide());
  pick.placeholder = l10n.t("Search by name, path or id");
  pick.keepScrollPosition = true;
  pick.value = query;
  pick.onDidChangeValue((value) => {
    show();
    if (value.trim().length >= MIN_LETTERS && !walk.isDone && walk.looked === 0) void run(go());
  });
  pick.onDidTriggerButton(() => stop.abort());
  pick.onDidTriggerItemButton(({ item, button }) => {
    if (item.node === undefined || !isHitButton(button)) return;
    if (button.closes) pick.hide();
    void run(Promise.resolve(executeCommand(`analyticsEngines.explorer.${button.verb}`, item.node)));
  });
  pick.onDidAccept(() => {
    const [item] = pick.selectedItems;
    if (item === undefined) return;
    if (item.node === undefined) {
      void run(go());
      return;
    }
    pick.hide();
    void run(tree.reveal(item.node));
  });
  pick.onDidHide(() => {
    closed.abort();
    cancelTimer?.();
    switched.dispose();
    pick.dispose();
  });
  show();
  pick.show();
  if (query.trim().length >= MIN_LETTERS) void run(go());
}

function stopButton(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon("debug-stop"), tooltip: l10n.t("Stop the Search") };
}

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
