import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A change that a power cut may undo until it is synced. Contents and names are synced apart from each other. */
type Change =
  | {
      readonly id: number;
      readonly kind: "write";
      readonly at: number;
      readonly bytes: Uint8Array;
      readonly appends: boolean;
    }
  | { readonly id: number; readonly kind: "truncate"; readonly length: number }
  | { readonly id: number; readonly kind: "names"; readonly names: readonly (readonly [string, Node | undefined])[] };

interface Node {
  readonly isFolder: boolean;
  /** What the disk has for certain. */
  content: Buffer;
  readonly names: Map<string, Node>;
  /** Changes that the disk may have as well. */
  pending: Change[];
  /** The length of a file as the system sees it. */
  length: number;
}

const newNode = (isFolder: boolean): Node => ({
  isFolder,
  content: Buffer.of(),
  names: new Map(),
  pending: [],
  length: 0,
});

/**
 * What survives of the changes that are not synced: `none`, `all` (as a kill leaves them), the first `share` of them, exactly those that
 * `keeps` selects by their place in time, or each by chance, appended bytes perhaps in part or as zeros. `random` is uniform in [0, 1).
 */
export type Survival =
  | { readonly kind: "subset"; readonly keeps: (place: number) => boolean }
  | { readonly kind: "none" | "all" }
  | { readonly kind: "first"; readonly share: number }
  | { readonly kind: "some"; readonly random: () => number };

/** What is durable of the files and folders below a folder, and what is not. Paths are absolute. */
export class DiskModel {
  readonly #root: string;
  readonly #nodes: Map<string, Node>;
  #lastId = 0;

  constructor(root: string) {
    this.#root = root;
    this.#nodes = new Map([[root, newNode(true)]]);
  }

  has(path: string): boolean {
    return this.#nodes.has(path);
  }

  add(path: string, isFolder: boolean): void {
    const node = newNode(isFolder);
    this.#nodes.set(path, node);
    this.#rename(dirname(path), [[basename(path), node]]);
  }

  /** Within one folder. */
  move(from: string, to: string): void {
    const node = this.#at(from);
    this.#nodes.delete(from);
    this.#nodes.set(to, node);
    this.#rename(dirname(from), [
      [basename(from), undefined],
      [basename(to), node],
    ]);
  }

  remove(path: string): void {
    this.#nodes.delete(path);
    this.#rename(dirname(path), [[basename(path), undefined]]);
  }

  /** @param node of `file`; @param position `undefined` at its end */
  write(node: Node, bytes: Uint8Array, position: number | undefined): void {
    const at = position ?? node.length;
    node.length = Math.max(node.length, at + bytes.length);
    this.#change(node, { kind: "write", at, bytes: Uint8Array.from(bytes), appends: position === undefined });
  }

  truncate(node: Node, length: number): void {
    node.length = length;
    this.#change(node, { kind: "truncate", length });
  }

  /** A file stays the same when it is renamed. */
  file(path: string): Node {
    return this.#at(path);
  }

  /** A sync that begins; what is returned is called when it has ended. It covers what was done before it. */
  sync(node: Node): () => void {
    const last = this.#lastId;
    return () => {
      for (const change of node.pending) if (change.id <= last) apply(node, change);
      node.pending = node.pending.filter(({ id }) => id > last);
    };
  }

  /** Writes into another folder what a power cut leaves of this one. */
  restoreInto(folder: string, survival: Survival): void {
    const changes = this.#pending();
    const kept = new Map(changes.flatMap((change, index) => keep(change, index, changes.length, survival)));
    restore(this.#at(this.#root), folder, kept);
  }

  /** How many changes are not synced. */
  get pendingCount(): number {
    return this.#pending().length;
  }

  #pending(): Change[] {
    return [...new Set(this.#nodes.values())].flatMap(({ pending }) => pending).sort((a, b) => a.id - b.id);
  }

  #at(path: string): Node {
    const node = this.#nodes.get(path);
    if (node === undefined) throw new Error(`The model of the disk knows no ${path}.`);
    return node;
  }

  #rename(folder: string, names: readonly (readonly [string, Node | undefined])[]): void {
    this.#change(this.#at(folder), { kind: "names", names });
  }

  #change(node: Node, change: Change extends infer One ? (One extends Change ? Omit<One, "id"> : never) : never): void {
    this.#lastId += 1;
    node.pending.push({ ...change, id: this.#lastId });
  }
}

function keep(change: Change, place: number, count: number, survival: Survival): [number, Change][] {
  if (survival.kind === "none" || (survival.kind === "first" && place / count >= survival.share)) return [];
  if (survival.kind === "subset" && !survival.keeps(place)) return [];
  if (survival.kind !== "some") return [[change.id, change]];
  const dice = survival.random();
  if (dice < 0.4) return [];
  // A record of the commit file lies within a sector, which the disk writes whole.
  if (dice < 0.7 || change.kind !== "write" || !change.appends) return [[change.id, change]];
  const bytes = Buffer.from(change.bytes);
  const cut = Math.floor(survival.random() * bytes.length);
  return [[change.id, { ...change, bytes: dice < 0.85 ? bytes.subarray(0, cut) : bytes.fill(0, cut) }]];
}

function apply(node: Node, change: Change): void {
  if (change.kind === "names") {
    for (const [name, named] of change.names) {
      if (named === undefined) node.names.delete(name);
      else node.names.set(name, named);
    }
  } else if (change.kind === "truncate") {
    node.content = node.content.subarray(0, change.length);
  } else {
    const content = Buffer.alloc(Math.max(node.content.length, change.at + change.bytes.length));
    node.content.copy(content);
    content.set(change.bytes, change.at);
    node.content = content;
  }
}

function restore(node: Node, path: string, kept: ReadonlyMap<number, Change>): void {
  const copy: Node = { ...node, names: new Map(node.names) };
  for (const { id } of node.pending) {
    const change = kept.get(id);
    if (change !== undefined) apply(copy, change);
  }
  if (!node.isFolder) writeFileSync(path, copy.content);
  else {
    mkdirSync(path, { recursive: true });
    for (const [name, inner] of copy.names) restore(inner, join(path, name), kept);
  }
}
