import { damaged } from "../errors.ts";
import type { ArrowField } from "../schema.ts";
import type { LoadContext, Node, Vector } from "./column.ts";
import { loadFixed } from "./numbers.ts";
import { loadBytes, loadFixedBytes } from "./texts.ts";

/** Loads a field from the next parts of a batch. Throws ResultDecodeError. */
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
    case "fixed-bytes":
      return loadFixedBytes(type.width, node, context);
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
