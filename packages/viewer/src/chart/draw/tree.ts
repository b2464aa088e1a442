import { type HierarchyRectangularNode, hierarchy, treemap, treemapSquarify } from "d3-hierarchy";
import { t } from "../../l10n.ts";
import { colourOf } from "../colour/colours.ts";
import type { TreeData, TreeLeaf } from "../spec.ts";
import type { Drawing, DrawingSize, Hit } from "./drawing.ts";
import { heading, MARGIN, square } from "./frame.ts";
import { LABEL_SIZE, labelIn } from "./labels.ts";
import { picture, svg, textWidth } from "./svg.ts";

const NAME_HEIGHT = 16;
/** Pale, so that the text on a tile is readable. */
const PALE = 0.4;

interface Node {
  readonly name: string;
  /** The place of its outermost group, which gives it the colour. */
  readonly group: number;
  readonly children?: Node[];
  readonly leaf?: TreeLeaf;
}

/** Draws parts as areas in their groups. The groups on the outside have a colour each. */
export function drawTree(data: TreeData, { width, height }: DrawingSize): Drawing {
  const root = nodesOf(data.leaves);
  const groups = root.children ?? [];
  const isNested = groups.some(({ children }) => children !== undefined);
  // Groups have their names, so that high contrast needs no hatches behind the texts.
  const fill = (index: number) => colourOf(index);
  const head = heading(data, [], width, square(fill));
  const size: [number, number] = [Math.max(width - 2 * MARGIN, 1), Math.max(height - head.bottom - MARGIN, 1)];
  const tree = hierarchy(root)
    .sum(({ leaf }) => leaf?.value ?? 0)
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const laid = treemap<Node>()
    .tile(treemapSquarify)
    .size(size)
    .paddingInner(1)
    .paddingTop(({ depth, children }) => (depth === 1 && children ? NAME_HEIGHT : 0))(tree);
  const leaves = laid.leaves();
  const boxOf = ({ x0, x1, y0, y1 }: HierarchyRectangularNode<Node>) => ({
    x: MARGIN + x0,
    y: head.bottom + y0,
    width: Math.max(x1 - x0, 0),
    height: Math.max(y1 - y0, 0),
  });
  const element = picture(
    width,
    height,
    ...head.parts,
    ...leaves.flatMap((node) => leafAt(node)),
    ...(isNested ? (laid.children ?? []).flatMap((node) => nameAt(node)) : []),
  );
  return { element, width, height, hit, readings: { count: leaves.length, at: (index) => hitOf(leaves[index]) } };

  function leafAt(node: HierarchyRectangularNode<Node>): SVGElement[] {
    const box = boxOf(node);
    const rect = svg("rect", { class: "tile", ...box, fill: fill(node.data.group), "fill-opacity": PALE });
    const name = box.height < NAME_HEIGHT ? "" : labelIn(node.data.name, box.width - 12);
    return name === ""
      ? [rect]
      : [
          rect,
          ...label(
            name,
            box.x + 3,
            box.y + 3,
            box.width - 12,
            node.data.leaf && box.height > 34 ? node.data.leaf.text : "",
          ),
        ];
  }

  function label(name: string, x: number, y: number, width: number, value: string): SVGElement[] {
    const lines = value === "" || textWidth(value, LABEL_SIZE) > width ? [name] : [name, value];
    return lines.map((line, index) => svg("text", { class: "tile", x: x + 3, y: y + 11 + index * 14 }, line));
  }

  function nameAt(node: HierarchyRectangularNode<Node>): SVGElement[] {
    const box = boxOf(node);
    // A lower group is all name and no parts: its name would cover those of its neighbours.
    const name = node.children && box.height > NAME_HEIGHT ? labelIn(node.data.name, box.width - 8, 600) : "";
    return name === "" ? [] : [svg("text", { class: "group", x: box.x + 2, y: box.y + 12 }, name)];
  }

  function hitOf(node: HierarchyRectangularNode<Node> | undefined): Hit | undefined {
    if (!node?.data.leaf) return undefined;
    const box = boxOf(node);
    const { path, text } = node.data.leaf;
    const lines = [
      {
        color: colourOf(node.data.group),
        name: path.slice(0, -1).join(", ") || t("Weight"),
        text,
      },
    ];
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, title: path.at(-1) ?? "", lines };
  }

  function hit(atX: number, atY: number): Hit | undefined {
    const leaf = leaves.find((node) => {
      const { x, y, width: boxWidth, height: boxHeight } = boxOf(node);
      return atX >= x && atX < x + boxWidth && atY >= y && atY < y + boxHeight;
    });
    return hitOf(leaf);
  }
}

/** The groups and leaves as a tree. The largest group has the first colour. */
function nodesOf(leaves: readonly TreeLeaf[]): Node {
  const sums = new Map<string, number>();
  for (const { path, value } of leaves) sums.set(path[0] ?? "", (sums.get(path[0] ?? "") ?? 0) + value);
  const order = [...sums.keys()].sort((a, b) => (sums.get(b) ?? 0) - (sums.get(a) ?? 0));
  const root: Node & { children: Node[] } = { name: "", group: 0, children: [] };
  for (const leaf of leaves) {
    // Without groups, colours would say nothing.
    const group = leaf.path.length > 1 ? order.indexOf(leaf.path[0] ?? "") : 0;
    let node: { children?: Node[] } = root;
    for (const name of leaf.path.slice(0, -1)) node = childOf(node, name, group);
    node.children ??= [];
    node.children.push({ name: leaf.path.at(-1) ?? "", group, leaf });
  }
  return root;
}

function childOf(node: { children?: Node[] }, name: string, group: number): { children?: Node[] } {
  node.children ??= [];
  const existingChild = node.children.find((child) => child.name === name && child.children !== undefined);
  if (existingChild) return existingChild;
  const child: Node = { name, group, children: [] };
  node.children.push(child);
  return child;
}
