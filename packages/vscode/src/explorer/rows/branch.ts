import type { ConnectionInfo } from "../../connections/types.ts";
import type { ServiceResource } from "../../services/resources.ts";
import { fixedChildren, topRows } from "./children.ts";
import type { ExplorerState } from "./explorer-state.ts";
import { type ExplorerNode, identity, isAsked, type TreeGroup, type TreeItemData } from "./nodes.ts";

/** How many entries of a row appear at first, and how many more with each "Load more". */
export const PAGE_SIZE = 100;

/** Requests all rows below a row. @param refresh ignores a cached answer */
export type Ask = (item: TreeItemData, refresh: boolean) => Promise<readonly (TreeGroup | ServiceResource)[]>;

export interface BranchOptions {
  /** The id of the connection. */
  readonly connection: string;
  /** The prefix of the ids of its rows, unique to this branch. */
  readonly prefix: string;
  readonly ask: Ask;
  readonly state: () => ExplorerState;
  /** Describes a failure. Called once for each. */
  readonly describe: (error: unknown) => Omit<TreeItemData & { readonly kind: "error" }, "kind">;
}

interface State {
  /** All entries of the last answer; undefined without an answer, and after a failure. */
  entries: readonly ExplorerNode[] | undefined;
  /** The failure of the last request, and the row that shows it. */
  failure: { readonly error: unknown; readonly row: TreeItemData } | undefined;
  loading: Promise<void> | undefined;
  /** Whether the answer, or the request in progress, no longer counts. */
  isStale: boolean;
  pages: number;
}

/** The tree of one connection: its rows, each loaded once when it is opened, and how many pages of each are shown. */
export class Branch {
  readonly connection: string;
  readonly prefix: string;
  /** The ids of the rows that the user has open. */
  readonly open = new Set<string>();
  readonly #options: BranchOptions;
  readonly #nodes = new Map<string, ExplorerNode>();
  readonly #states = new Map<string, State>();

  constructor(options: BranchOptions) {
    this.connection = options.connection;
    this.prefix = options.prefix;
    this.#options = options;
  }

  top(): readonly ExplorerNode[] {
    return this.#rows(undefined, topRows);
  }

  /** Returns the rows to show below a row, after loading them if needed. An error becomes a row. */
  async visibleRows(node: ExplorerNode): Promise<readonly ExplorerNode[]> {
    const fixed = this.#fixed(node);
    if (fixed !== undefined) return fixed.length > 0 ? fixed : this.#rows(node, [{ kind: "empty" }]);
    if (!isAsked(node.item)) return [];
    const state = this.#stateOf(node);
    await this.#load(node, state);
    if (state.failure !== undefined) return this.#rows(node, [state.failure.row]);
    const entries = state.entries ?? [];
    if (entries.length === 0) return this.#rows(node, [{ kind: "empty" }]);
    const page = entries.slice(0, state.pages * PAGE_SIZE);
    const hiddenCount = entries.length - page.length;
    return hiddenCount === 0 ? page : [...page, ...this.#rows(node, [{ kind: "more", hiddenCount }])];
  }

  /** Returns all entries below a row, shown or not, after loading them if needed. @throws the error of a failed request */
  async entries(node: ExplorerNode): Promise<readonly ExplorerNode[]> {
    const fixed = this.#fixed(node);
    if (fixed !== undefined) return fixed;
    if (!isAsked(node.item)) return [];
    const state = this.#stateOf(node);
    await this.#load(node, state);
    if (state.failure !== undefined) throw state.failure.error;
    return state.entries ?? [];
  }

  /** Shows the next page of a row. Sends no request: the answer contains all pages. */
  more(node: ExplorerNode): void {
    this.#stateOf(node).pages += 1;
  }

  /** Shows enough pages of the row above for this row to appear. */
  uncover(node: ExplorerNode): void {
    const parentRow = this.parent(node);
    const state = parentRow && this.#states.get(parentRow.id);
    const entryIndex = state?.entries?.findIndex(({ id }) => id === node.id) ?? -1;
    if (state !== undefined && entryIndex >= 0)
      state.pages = Math.max(state.pages, Math.floor(entryIndex / PAGE_SIZE) + 1);
  }

  /** Marks the rows below a row, by default below all rows, as stale: the next use requests them again. */
  forget(node?: ExplorerNode): void {
    for (const [id, state] of this.#states) if (node === undefined || id === node.id) state.isStale = true;
  }

  /** Marks the rows that could not be loaded as stale. */
  forgetFailed(): void {
    for (const state of this.#states.values()) if (state.failure !== undefined) state.isStale = true;
  }

  /** The row of an id, if it has been created. */
  node(id: string): ExplorerNode | undefined {
    return this.#nodes.get(id);
  }

  parent({ parent }: ExplorerNode): ExplorerNode | undefined {
    return parent === undefined ? undefined : this.#nodes.get(parent);
  }

  /** The rows created so far that match. */
  nodesWhere(matches: (item: TreeItemData) => boolean): readonly ExplorerNode[] {
    return [...this.#nodes.values()].filter(({ item }) => matches(item));
  }

  #fixed(node: ExplorerNode): readonly ExplorerNode[] | undefined {
    const fixed = fixedChildren(node.item, this.#options.state());
    return fixed && this.#rows(node, fixed);
  }

  #stateOf(node: ExplorerNode): State {
    const existingState = this.#states.get(node.id);
    if (existingState !== undefined) return existingState;
    const state: State = { entries: undefined, failure: undefined, loading: undefined, isStale: false, pages: 1 };
    this.#states.set(node.id, state);
    return state;
  }

  /** Resolves once the row is loaded or has failed. Concurrent callers share one request. */
  #load(node: ExplorerNode, state: State): Promise<void> {
    const isLoaded = (state.entries !== undefined || state.failure !== undefined) && !state.isStale;
    if (isLoaded) return Promise.resolve();
    state.loading ??= this.#askFor(node, state).finally(() => {
      state.loading = undefined;
    });
    return state.loading;
  }

  async #askFor(node: ExplorerNode, state: State): Promise<void> {
    do {
      const refresh = state.isStale;
      state.isStale = false;
      try {
        const entries = await this.#options.ask(node.item, refresh);
        state.entries = this.#rows(node, entries);
        state.failure = undefined;
      } catch (error) {
        state.entries = undefined;
        state.failure = { error, row: { kind: "error", ...this.#options.describe(error) } };
      }
      // A row that became stale during the request is requested once more.
    } while (state.isStale);
  }

  /** Creates the rows below a row, each once. An unchanged row stays the same object. */
  #rows(parentRow: ExplorerNode | undefined, items: readonly TreeItemData[]): readonly ExplorerNode[] {
    const rows = new Map<string, ExplorerNode>();
    for (const item of items) {
      const id = `${parentRow?.id ?? this.prefix}\n${identity(item)}`;
      const existingNode = this.#nodes.get(id);
      const isKnown = existingNode !== undefined && JSON.stringify(existingNode.item) === JSON.stringify(item);
      const node = isKnown ? existingNode : { id, connection: this.connection, parent: parentRow?.id, item };
      this.#nodes.set(id, node);
      rows.set(id, node);
    }
    return [...rows.values()];
  }
}

/** The trees of all connections that were active, each in the state in which the user left it. */
export function createTrees(options: (info: ConnectionInfo) => Omit<BranchOptions, "connection" | "prefix">) {
  const branches = new Map<string, Branch>();
  return {
    /** The tree of a connection. An edited connection may lead to another service, so it gets a new tree. */
    of(info: ConnectionInfo): Branch {
      const prefix = JSON.stringify([info.id, info.auth, info.baseUrl]);
      const existingBranch = branches.get(info.id);
      const branch =
        existingBranch?.prefix === prefix
          ? existingBranch
          : new Branch({ connection: info.id, prefix, ...options(info) });
      branches.set(info.id, branch);
      return branch;
    },
    /** The tree of a connection id, if it exists. */
    branchOf: (connection: string): Branch | undefined => branches.get(connection),
  };
}
