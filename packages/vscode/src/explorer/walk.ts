import { type ExplorerNode, isAsked, type TreeItemData } from "./nodes.ts";
import { idOf, labelOf, pathOf } from "./presentation.ts";

/** Rows that are asked for at a time: the tree and the editor come first. */
export const walkersAtOnce = 3;
/** Rows that are looked into before the user is asked whether to go on. */
export const walkLimit = 300;

export interface WalkOptions {
  readonly start: readonly ExplorerNode[];
  /** All that stands below a row. */
  readonly entries: (node: ExplorerNode) => Promise<readonly ExplorerNode[]>;
  /** Lets a row that failed be asked for again. */
  readonly forget: (node: ExplorerNode) => void;
  /** More was found, or looked into. */
  readonly onProgress: () => unknown;
}

/** What a walk has found, with the text that a query is looked for in. */
interface Found {
  readonly node: ExplorerNode;
  readonly text: string;
}

/** Looks into row after row, those nearest to the start first and documents last, a few at a time. */
export class Walk {
  /** Rows looked into so far. */
  looked = 0;
  /** Of those, the ones that the service does not have or does not show to this user. */
  refused = 0;
  /** Why it rests, where that is not because it has been everywhere. */
  problem: { readonly error: unknown } | undefined;
  readonly #options: WalkOptions;
  readonly #found: Found[] = [];
  readonly #rows: ExplorerNode[];
  readonly #documents: ExplorerNode[] = [];
  readonly #running = new Set<Promise<void>>();

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#rows = [...options.start];
  }

  /** Whether there is nothing left to look into. */
  get isDone(): boolean {
    return this.#rows.length + this.#documents.length + this.#running.size === 0;
  }

  /**
   * Walks on until everything was looked into, the limit is reached, the service cannot be asked, or the signal ends the walk. What is asked for
   * at that moment is still counted in when it comes, so that the walk can be taken up again.
   */
  async go(signal: AbortSignal): Promise<void> {
    this.problem = undefined;
    let left = walkLimit;
    const aborted = new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    while (!signal.aborted) {
      while (this.problem === undefined && left > 0 && this.#running.size < walkersAtOnce) {
        const node = this.#rows.shift() ?? this.#documents.shift();
        if (node === undefined) break;
        if (isAsked(node.what)) left--;
        const visit = this.#visit(node).finally(() => this.#running.delete(visit));
        this.#running.add(visit);
      }
      if (this.#running.size === 0) return;
      await Promise.race([...this.#running, aborted]);
    }
  }

  /** What fits a query, in the order in which it was found: each of its words stands somewhere in name, path, id or category. */
  matching(query: string): readonly ExplorerNode[] {
    const words = query
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    return this.#found.filter(({ text }) => words.every((word) => text.includes(word))).map(({ node }) => node);
  }

  async #visit(node: ExplorerNode): Promise<void> {
    try {
      for (const entry of await this.#options.entries(node)) this.#note(entry);
      if (isAsked(node.what)) this.looked++;
    } catch (error) {
      if (isRefusal(error)) {
        this.looked++;
        this.refused++;
      } else {
        this.problem = { error };
        this.#options.forget(node);
        this.#rows.unshift(node);
      }
    }
    this.#options.onProgress();
  }

  #note(node: ExplorerNode): void {
    const { what } = node;
    // What is a place in the tree alone cannot be looked for.
    if (pathOf(what) !== undefined || idOf(what) !== undefined) this.#found.push({ node, text: textOf(what) });
    if (what.kind === "document") this.#documents.push(node);
    else if (isAsked(what) || isPlace(what)) this.#rows.push(node);
  }
}

/** Whether others stand below a row without asking. The accounts are in a tree of their own, so those of configurations are passed by. */
function isPlace(what: TreeItemData): boolean {
  if (what.kind === "tree") return what.tree !== "configurations";
  return what.kind === "section" || what.kind === "benchmarks" || what.kind === "templates";
}

function textOf(what: TreeItemData): string {
  const category = "category" in what ? what.category : undefined;
  return [labelOf(what), pathOf(what), idOf(what), category].filter(Boolean).join("\n").toLowerCase();
}

/** The service answered that there is no such thing, or that it is not for this user. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && "status" in error && (error.status === 404 || error.status === 403);
}
