import { fixedChildren, topRows } from "./children.ts";
import { type ExplorerState, identity } from "./explorer-state.ts";
import { type ExplorerNode, isAsked, type Place, type ServiceResource, type TreeItemData } from "./nodes.ts";

/** So many entries of a row are shown at first, and so many more with each "Load more". */
export const pageSize = 100;

/** Asks the service for all that stands below a row; anew where an answer that was kept will not do. */
export type Ask = (what: TreeItemData, anew: boolean) => Promise<readonly (Place | ServiceResource)[]>;

export interface BranchOptions {
  /** The id of the connection. */
  readonly connection: string;
  /** What its rows' ids begin with: another branch's never do. */
  readonly prefix: string;
  readonly ask: Ask;
  readonly kept: () => ExplorerState;
  /** Called once a failure: what is shown of it, and what is told besides. */
  readonly describe: (error: unknown) => Omit<TreeItemData & { readonly kind: "error" }, "kind">;
}

interface State {
  /** All entries, as the service last answered them; undefined where it has not, or has failed since. */
  entries: readonly ExplorerNode[] | undefined;
  /** Why it could not be loaded, and the row that says so. */
  failure: { readonly error: unknown; readonly row: TreeItemData } | undefined;
  loading: Promise<void> | undefined;
  /** Whether the answer that is here, or on its way, no longer counts. */
  isStale: boolean;
  pages: number;
}

/** What one connection's Explorer holds: the rows that were opened, each loaded once, and how much of them is shown. */
export class Branch {
  readonly connection: string;
  /** The ids of the rows that the user has open. */
  readonly open: Set<string>;
  readonly #options: BranchOptions;
  readonly #nodes = new Map<string, ExplorerNode>();
  readonly #states = new Map<string, State>();

  constructor(options: BranchOptions) {
    this.connection = options.connection;
    this.#options = options;
    this.open = new Set([`${options.prefix}\nfavorites`]);
  }

  top(): readonly ExplorerNode[] {
    return this.#rows(undefined, topRows(this.#options.kept()));
  }

  /** The rows to show below one; loaded first where they are not here. An error is a row. */
  async shown(node: ExplorerNode): Promise<readonly ExplorerNode[]> {
    const fixed = this.#fixed(node);
    if (fixed !== undefined) return fixed.length > 0 ? fixed : this.#rows(node, [{ kind: "empty" }]);
    if (!isAsked(node.what)) return [];
    const state = this.#stateOf(node);
    await this.#load(node, state);
    if (state.failure !== undefined) return this.#rows(node, [state.failure.row]);
    const entries = state.entries ?? [];
    if (entries.length === 0) return this.#rows(node, [{ kind: "empty" }]);
    const page = entries.slice(0, state.pages * pageSize);
    const hidden = entries.length - page.length;
    return hidden === 0 ? page : [...page, ...this.#rows(node, [{ kind: "more", hidden }])];
  }

  /**
   * All entries below a row, shown or not; loaded first where they are not here.
   * @throws what the service answered, where it could not be loaded
   */
  async entries(node: ExplorerNode): Promise<readonly ExplorerNode[]> {
    const fixed = this.#fixed(node);
    if (fixed !== undefined) return fixed;
    if (!isAsked(node.what)) return [];
    const state = this.#stateOf(node);
    await this.#load(node, state);
    if (state.failure !== undefined) throw state.failure.error;
    return state.entries ?? [];
  }

  /** Shows the next page of a row. Nothing is asked for: the answer holds all pages. */
  more(node: ExplorerNode): void {
    this.#stateOf(node).pages += 1;
  }

  /** Shows as many pages of the row above as it takes for this one to be among them. */
  uncover(node: ExplorerNode): void {
    const above = this.parent(node);
    const state = above && this.#states.get(above.id);
    const place = state?.entries?.findIndex(({ id }) => id === node.id) ?? -1;
    if (state !== undefined && place >= 0) state.pages = Math.max(state.pages, Math.floor(place / pageSize) + 1);
  }

  /** Forgets what stands below a row: it is asked for again when it is next shown. */
  forget(node: ExplorerNode): void {
    const state = this.#states.get(node.id);
    if (state !== undefined) state.isStale = true;
  }

  forgetAll(): void {
    for (const state of this.#states.values()) state.isStale = true;
  }

  /** Forgets what could not be loaded. */
  forgetFailed(): void {
    for (const state of this.#states.values()) if (state.failure !== undefined) state.isStale = true;
  }

  /** The row of an id, if it has ever been made. */
  node(id: string): ExplorerNode | undefined {
    return this.#nodes.get(id);
  }

  parent({ parent }: ExplorerNode): ExplorerNode | undefined {
    return parent === undefined ? undefined : this.#nodes.get(parent);
  }

  /** The rows that were made and fit. */
  nodesWhere(fits: (what: TreeItemData) => boolean): readonly ExplorerNode[] {
    return [...this.#nodes.values()].filter(({ what }) => fits(what));
  }

  #fixed(node: ExplorerNode): readonly ExplorerNode[] | undefined {
    const fixed = fixedChildren(node.what, this.#options.kept());
    return fixed && this.#rows(node, fixed);
  }

  #stateOf(node: ExplorerNode): State {
    const known = this.#states.get(node.id);
    if (known !== undefined) return known;
    const state: State = { entries: undefined, failure: undefined, loading: undefined, isStale: false, pages: 1 };
    this.#states.set(node.id, state);
    return state;
  }

  /** Resolves once the row is loaded, or has failed to. Whoever comes meanwhile waits for the same answer. */
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
      const anew = state.isStale;
      state.isStale = false;
      try {
        const entries = await this.#options.ask(node.what, anew);
        state.entries = this.#rows(node, entries);
        state.failure = undefined;
      } catch (error) {
        state.entries = undefined;
        state.failure = { error, row: { kind: "error", ...this.#options.describe(error) } };
      }
      // What was forgotten while the answer was on its way is asked for once more.
    } while (state.isStale);
  }

  /** The rows of what stands below one, each once. A row that was made before and says the same is the same object. */
  #rows(above: ExplorerNode | undefined, whats: readonly TreeItemData[]): readonly ExplorerNode[] {
    const rows = new Map<string, ExplorerNode>();
    for (const what of whats) {
      const id = `${above?.id ?? this.#options.prefix}\n${keyOf(what)}`;
      const known = this.#nodes.get(id);
      const isKnown = known !== undefined && JSON.stringify(known.what) === JSON.stringify(what);
      const node = isKnown ? known : { id, connection: this.connection, parent: above?.id, what };
      this.#nodes.set(id, node);
      rows.set(id, node);
    }
    return [...rows.values()];
  }
}

/** What tells a row from those beside it. */
function keyOf(what: TreeItemData): string {
  switch (what.kind) {
    case "section":
      return what.section;
    case "tree":
      return what.tree;
    case "list":
      return what.list;
    case "configurations":
      return what.account;
    case "templates":
      return `${what.kind} ${what.sort}`;
    case "template category":
      return what.category;
    case "template directory":
      return what.directory;
    case "benchmarks":
    case "more":
    case "error":
    case "empty":
    case "add":
      return what.kind;
    default:
      return identity(what);
  }
}
