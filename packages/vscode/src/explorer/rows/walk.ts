import { isMissingOrForbidden } from "@analytics-engines/runs/lookup";
import { type ExplorerNode, isAsked, type TreeItemData } from "./nodes.ts";
import { labelOf, resourceId, resourcePath } from "./presentation.ts";

/** The number of requests at a time; few, so that the tree and the editor stay fast. */
export const MAX_CONCURRENT_READS = 3;
/** The number of rows to read before the user decides whether to continue. */
export const MAX_WALK_READS = 300;

export interface WalkOptions {
  readonly start: readonly ExplorerNode[];
  /** Loads all rows below a row. */
  readonly entries: (node: ExplorerNode) => Promise<readonly ExplorerNode[]>;
  /** Marks a failed row as stale, so that it is requested again. */
  readonly forget: (node: ExplorerNode) => void;
  /** Called after each row that was read. */
  readonly onProgress: () => unknown;
}

/** A row that was found, with the text that a query is matched with. */
interface SearchEntry {
  readonly node: ExplorerNode;
  readonly text: string;
}

/** Reads row after row, those nearest to the start first and documents last, a few at a time. */
export class ServiceWalk {
  /** The number of rows read so far. */
  looked = 0;
  /** The number of those that are missing or forbidden. */
  refused = 0;
  /** The error that stopped the walk. */
  problem: { readonly error: unknown } | undefined;
  readonly #options: WalkOptions;
  readonly #entries: SearchEntry[] = [];
  readonly #rows: ExplorerNode[];
  readonly #documents: ExplorerNode[] = [];
  readonly #running = new Set<Promise<void>>();

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#rows = [...options.start];
  }

  /** Whether all rows were read. */
  get isDone(): boolean {
    return this.#rows.length + this.#documents.length + this.#running.size === 0;
  }

  /**
   * Continues until all rows are read, the limit is reached, the service fails, or the signal aborts. Answers of requests in progress still
   * count when they arrive, so the walk can continue later.
   */
  async go(signal: AbortSignal): Promise<void> {
    this.problem = undefined;
    let remainingReads = MAX_WALK_READS;
    const aborted = new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    while (!signal.aborted) {
      while (this.problem === undefined && remainingReads > 0 && this.#running.size < MAX_CONCURRENT_READS) {
        const node = this.#rows.shift() ?? this.#documents.shift();
        if (node === undefined) break;
        if (isAsked(node.item)) remainingReads--;
        const visit = this.#visit(node).finally(() => this.#running.delete(visit));
        this.#running.add(visit);
      }
      if (this.#running.size === 0) return;
      await Promise.race([...this.#running, aborted]);
    }
  }

  /** The rows that contain each word of a query in name, path, id or category, in the order in which they were found. */
  matching(query: string): readonly ExplorerNode[] {
    const words = query
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    return this.#entries.filter(({ text }) => words.every((word) => text.includes(word))).map(({ node }) => node);
  }

  async #visit(node: ExplorerNode): Promise<void> {
    try {
      for (const entry of await this.#options.entries(node)) this.#note(entry);
      if (isAsked(node.item)) this.looked++;
    } catch (error) {
      if (isMissingOrForbidden(error)) {
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
    const { item } = node;
    // A row without path and id is a group of the tree, not a hit.
    if (resourcePath(item) !== undefined || resourceId(item) !== undefined)
      this.#entries.push({ node, text: textOf(item) });
    if (item.kind === "document") this.#documents.push(node);
    else if (isAsked(item) || isGroup(item)) this.#rows.push(node);
  }
}

/** Whether a row has rows below it without a request. The configurations repeat the accounts, so the walk skips them. */
function isGroup(item: TreeItemData): boolean {
  if (item.kind === "tree") return item.tree !== "configurations";
  return item.kind === "section" || item.kind === "benchmarks" || item.kind === "templates";
}

function textOf(item: TreeItemData): string {
  const category = "category" in item ? item.category : undefined;
  return [labelOf(item), resourcePath(item), resourceId(item), category].filter(Boolean).join("\n").toLowerCase();
}
