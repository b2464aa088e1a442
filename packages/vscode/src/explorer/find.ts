import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { executeCommand, showError } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { describeError } from "../common/errors.ts";
import { type HitItem, hitItem, isHitButton } from "./find-items.ts";
import type { ExplorerNode, TreeItemData } from "./nodes.ts";
import { labelOf } from "./presentation.ts";
import type { ExplorerTree } from "./tree.ts";
import { Walk } from "./walk.ts";

/** So many letters begin the walk: with fewer, everything would fit. */
const leastLetters = 2;
/** More hits than these are not read; the title says how many there are. */
const mostHits = 200;
/** So often the list follows what is found, in milliseconds. */
const refreshMs = 100;

/**
 * Lets the user look for something on the service, below a row or everywhere, whether the tree has been there or not. Hits come as they are found;
 * the one that is picked is shown in the tree. Closing it ends the walk.
 */
export async function findOnService(
  services: Services,
  tree: ExplorerTree,
  from: ExplorerNode | undefined,
  query = "",
): Promise<void> {
  // Says what is missing where nothing can be asked.
  await services.connections.client();
  const branch = tree.active();
  if (branch === undefined) return;
  // A row of a connection that is no longer active has nothing to do with this service.
  if (from !== undefined && branch.node(from.id) === undefined) return;
  const start = from === undefined ? branch.top().filter(({ what }) => !isFavorites(what)) : [from];
  const pick = vscode.window.createQuickPick<HitItem>();
  const closed = new AbortController();
  const items = new Map<string, HitItem>();
  let cancelTimer: (() => void) | undefined;
  let isWalking = false;
  let stop = new AbortController();

  const walk = new Walk({
    start,
    entries: (node) => branch.entries(node),
    forget: (node) => branch.forget(node),
    onProgress: () => {
      cancelTimer ??= services.clock.setTimer(refreshMs, show);
    },
  });

  function show(): void {
    cancelTimer = undefined;
    if (closed.signal.aborted) return;
    const isAsking = pick.value.trim().length >= leastLetters;
    const hits = isAsking ? walk.matching(pick.value) : [];
    const [active] = pick.activeItems;
    const shown = hits.slice(0, mostHits).map(itemOf);
    const rest = restItem();
    pick.items = rest === undefined ? shown : [...shown, rest];
    // Whoever has moved to a hit stays on it while others come.
    if (active !== undefined && pick.items.includes(active)) pick.activeItems = [active];
    pick.busy = isWalking;
    pick.title = titleOf(hits.length);
    pick.buttons = isWalking ? [stopButton()] : [];
  }

  function titleOf(hits: number): string {
    const what = from === undefined ? l10n.t("Find on the service") : l10n.t("Find in {0}", labelOf(from.what));
    if (walk.looked === 0) return what;
    const refused = walk.refused > 0 ? l10n.t(", {0} not to be read", walk.refused) : "";
    const found = hits > mostHits ? l10n.t("the first {0} of {1} found", mostHits, hits) : l10n.t("{0} found", hits);
    return `${what}: ${l10n.t("{0} in {1} places", found, walk.looked)}${refused}`;
  }

  /** What is to be done where the walk rests before its end. */
  function restItem(): HitItem | undefined {
    if (isWalking || walk.isDone || walk.looked + (walk.problem ? 1 : 0) === 0) return undefined;
    if (walk.problem !== undefined) {
      const { message } = describeError(walk.problem.error);
      return {
        label: l10n.t("Try again"),
        detail: message,
        alwaysShow: true,
        iconPath: new vscode.ThemeIcon("refresh"),
      };
    }
    const label = l10n.t("Look into more");
    return { label, alwaysShow: true, iconPath: new vscode.ThemeIcon("chevron-down") };
  }

  function itemOf(node: ExplorerNode): HitItem {
    const item = items.get(node.id) ?? hitItem(node);
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
  pick.placeholder = l10n.t("Words of a name, a path or an id");
  pick.keepScrollPosition = true;
  pick.value = query;
  pick.onDidChangeValue((value) => {
    show();
    if (value.trim().length >= leastLetters && !walk.isDone && walk.looked === 0) void run(go());
  });
  pick.onDidTriggerButton(() => stop.abort());
  pick.onDidTriggerItemButton(({ item, button }) => {
    if (item.node === undefined || !isHitButton(button)) return;
    if (button.closes) pick.hide();
    void run(Promise.resolve(executeCommand(button.command, item.node)));
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
  if (query.trim().length >= leastLetters) void run(go());
}

function stopButton(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon("debug-stop"), tooltip: l10n.t("Stop looking") };
}

function isFavorites(what: TreeItemData): boolean {
  return what.kind === "section" && what.section === "favorites";
}
