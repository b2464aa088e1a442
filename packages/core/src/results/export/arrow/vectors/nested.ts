import { damaged } from "../errors.ts";
import type { ArrowField } from "../schema.ts";
import type { ArrowType } from "../types.ts";
import { bufferOf, type LoadContext, type Node, outside, readNulls, short, withNulls } from "./column.ts";
import { checkOffsets, offsetAt } from "./texts.ts";
import { firstAbove, toNestedValue, type Vector, withCache } from "./vector.ts";

type TypeOf<K> = Extract<ArrowType, { kind: K }>;

function slice(items: Vector, from: number, count: number): unknown[] {
  return Array.from({ length: count }, (_, index) => toNestedValue(items.cell(from + index)));
}

function childrenOf({ children }: ArrowField, context: LoadContext): Vector[] {
  return children.map((child) => context.loadField(child, context));
}

function onlyChild(children: readonly Vector[]): Vector {
  return children[0] ?? { length: 0, cell: () => null };
}

/** Loads lists that follow one another. A map is a list of pairs. */
export function loadList(field: ArrowField, isLarge: boolean, node: Node, context: LoadContext): Vector {
  const isNull = readNulls(context, node);
  const { length } = node;
  const offsets = bufferOf(context, length === 0 ? 0 : length + 1, isLarge ? 8 : 4);
  const items = field.type.kind === "map" ? loadEntries(field, context) : onlyChild(childrenOf(field, context));
  checkOffsets(offsets, length, isLarge, items.length, context);
  return withNulls(length, isNull, (row) => {
    const from = offsetAt(offsets, row, isLarge);
    return slice(items, from, offsetAt(offsets, row + 1, isLarge) - from);
  });
}

/** The entries of maps, each a key with its value. An entry with a repeated key is kept. */
function loadEntries(field: ArrowField, context: LoadContext): Vector {
  const [entries] = field.children;
  const node = context.parts.node();
  if (entries === undefined) throw short(context);
  const isNull = readNulls(context, node);
  const parts = childrenOf(entries, context);
  if (parts.some((part) => part.length < node.length)) throw short(context);
  return withNulls(node.length, isNull, (row) => parts.map((part) => toNestedValue(part.cell(row))));
}

/** Loads lists with their own offsets and lengths; they may overlap. */
export function loadListView(field: ArrowField, isLarge: boolean, node: Node, context: LoadContext): Vector {
  const isNull = readNulls(context, node);
  const { length } = node;
  const offsets = bufferOf(context, length, isLarge ? 8 : 4);
  const sizes = bufferOf(context, length, isLarge ? 8 : 4);
  const items = withCache(onlyChild(childrenOf(field, context)));
  let itemCount = 0;
  for (let row = 0; row < length; row++) {
    const [at, size] = [offsetAt(offsets, row, isLarge), offsetAt(sizes, row, isLarge)];
    if (isNull?.(row)) continue;
    if (at < 0 || size < 0 || at + size > items.length) throw outside(context);
    itemCount += size;
  }
  context.limits.takeRows(Math.max(itemCount - items.length, 0), context.owner);
  return withNulls(length, isNull, (row) =>
    slice(items, offsetAt(offsets, row, isLarge), offsetAt(sizes, row, isLarge)),
  );
}

/** Loads lists of one length. */
export function loadFixedList(field: ArrowField, size: number, node: Node, context: LoadContext): Vector {
  const isNull = readNulls(context, node);
  if (size === 0) context.limits.takeRows(node.length, context.owner);
  const items = onlyChild(childrenOf(field, context));
  if (items.length < node.length * size) throw short(context);
  return withNulls(node.length, isNull, (row) => slice(items, row * size, size));
}

/** Loads objects, by the names of the fields. */
export function loadStruct(field: ArrowField, node: Node, context: LoadContext): Vector {
  const isNull = readNulls(context, node);
  if (field.children.length === 0) context.limits.takeRows(node.length, context.owner);
  const parts = childrenOf(field, context);
  if (parts.some((part) => part.length < node.length)) throw short(context);
  return withNulls(node.length, isNull, (row) =>
    Object.fromEntries(field.children.map(({ name }, index) => [name, toNestedValue(parts[index]?.cell(row))])),
  );
}

/** Loads a union: each row names the child that holds it. */
export function loadUnion(
  field: ArrowField,
  { isDense, ids }: TypeOf<"union">,
  node: Node,
  context: LoadContext,
): Vector {
  const isNull = context.unionsHaveNulls ? readNulls(context, node) : undefined;
  const { length } = node;
  const kinds = bufferOf(context, length, 1);
  const offsets = isDense ? bufferOf(context, length, 4) : undefined;
  const parts = childrenOf(field, context).map(withCache);
  const partOf = new Map(parts.map((part, index) => [ids[index] ?? index, part]));
  const find = (row: number): [Vector | undefined, number] => [
    partOf.get(kinds.getInt8(row)),
    offsets?.getInt32(4 * row, true) ?? row,
  ];
  for (let row = 0; row < length; row++) {
    const [part, at] = find(row);
    if (part === undefined || at < 0 || at >= part.length) throw outside(context);
  }
  return withNulls(length, isNull, (row) => {
    const [part, at] = find(row);
    return part?.cell(at) ?? null;
  });
}

/** Loads runs: the first child says where each ends, the second what it repeats. */
export function loadRuns(field: ArrowField, { length }: Node, context: LoadContext): Vector {
  context.limits.takeRows(length, context.owner);
  const [ends, values] = childrenOf(field, context);
  if (ends === undefined || values === undefined || values.length < ends.length) throw short(context);
  const lasts: number[] = [];
  for (let run = 0; run < ends.length; run++) {
    const end = ends.cell(run);
    if (typeof end !== "number" || end <= (lasts.at(-1) ?? 0))
      throw damaged(`${context.owner} has runs that do not grow`);
    lasts.push(end);
  }
  if ((lasts.at(-1) ?? 0) < length) throw short(context);
  const repeated = withCache(values);
  return { length, cell: (row) => repeated.cell(firstAbove(lasts, row)) };
}
