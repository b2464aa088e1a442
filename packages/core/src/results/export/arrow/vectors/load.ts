import { damaged } from "../errors.ts";
import type { ArrowField } from "../schema.ts";
import type { LoadContext, Node } from "./column.ts";
import { loadFixedList, loadList, loadListView, loadRuns, loadStruct, loadUnion } from "./nested.ts";
import { loadFixed } from "./numbers.ts";
import { loadBytes, loadFixedBytes, loadViews } from "./texts.ts";
import type { Vector } from "./vector.ts";

/** Loads a field with all that is within it from the next parts of a batch. Throws ResultDecodeError. */
export function loadField(field: ArrowField, context: LoadContext): Vector {
  const node = context.parts.node();
  return field.dictionary === undefined ? loadValues(field, node, context) : loadCodes(field.dictionary, node, context);
}

function loadValues(field: ArrowField, node: Node, context: LoadContext): Vector {
  const { type } = field;
  switch (type.kind) {
    case "null":
      context.limits.takeRows(node.length, context.owner);
      return { length: node.length, cell: () => null };
    case "bytes":
      return loadBytes(type.isText, type.isLarge, node, context);
    case "views":
      return loadViews(type.isText, node, context);
    case "fixed-bytes":
      return loadFixedBytes(type.width, node, context);
    case "list":
      return loadList(field, type.isLarge, node, context);
    case "map":
      return loadList(field, false, node, context);
    case "list-view":
      return loadListView(field, type.isLarge, node, context);
    case "fixed-list":
      return loadFixedList(field, type.size, node, context);
    case "struct":
      return loadStruct(field, node, context);
    case "union":
      return loadUnion(field, type, node, context);
    case "run-ends":
      return loadRuns(field, node, context);
    default:
      return loadFixed(type, node, context);
  }
}

/** Loads codes: each is the index of a value in a dictionary. */
function loadCodes(
  { id, codes: type }: NonNullable<ArrowField["dictionary"]>,
  node: Node,
  context: LoadContext,
): Vector {
  const codes = loadFixed(type, node, context);
  const values = context.dictionary(id);
  for (let row = 0; row < codes.length; row++) {
    const code = codes.cell(row);
    if (code === null) continue;
    if (values === undefined) throw damaged(`${context.owner} has no dictionary`);
    if (typeof code !== "number" || code < 0 || code >= values.length)
      throw damaged(`${context.owner} has a value that its dictionary does not have`);
  }
  return {
    length: codes.length,
    cell(row) {
      const code = codes.cell(row);
      return typeof code === "number" ? (values?.cell(code) ?? null) : null;
    },
  };
}
