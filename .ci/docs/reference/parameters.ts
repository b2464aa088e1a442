import { isFamilyId } from "../../../packages/core/src/basics.ts";
import { jsonSchemas } from "../../generate/schema-files.ts";

/** The parts of a JSON Schema that a page shows. */
interface Node {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Node;
  readonly items?: Node;
  readonly oneOf?: readonly Node[];
  readonly enum?: readonly (string | null)[];
  readonly enumDescriptions?: readonly string[];
  readonly const?: string;
}

/** The pages with the properties of each request, one for each JSON Schema: path from the root, and text. */
export const parameterPages = Object.fromEntries(
  jsonSchemas.map(([, { name, json }]) => [`docs/reference/${name}.md`, () => renderPage(name, json)]),
);

function renderPage(name: string, root: Node): string {
  const kind = isFamilyId(name) ? "the family" : "the template request";
  const head = [
    `# ${root.title}`,
    "",
    `${root.description} A file of ${kind} is called \`NAME.${name}.json\`;`,
    `[${name}.schema.json](../../packages/core/schemas/${name}.schema.json) is the same for editors.`,
    "",
    "`npm run build` writes this page from the schema. Names and allowed values may be in any letter case. A property that is not required may be left out, or be `null`.",
    "",
  ];
  return [...head, ...objectsIn(root).flatMap(renderObject)].join("\n");
}

/** Every object of a schema once, in reading order. An object that has different descriptions in different places is listed without one. */
function objectsIn(root: Node): Node[] {
  const objects = new Map<string, Node>();
  const queue = [root];
  for (const node of queue) {
    if (node.properties !== undefined) {
      if (node.title === undefined) throw new Error(`An object without a title: ${Object.keys(node.properties)}`);
      const { markdownDescription: description, ...plain } = objects.get(node.title) ?? node;
      const same = description === node.markdownDescription;
      objects.set(
        node.title,
        same && description !== undefined ? { ...plain, markdownDescription: description } : plain,
      );
    }
    queue.push(...childrenOf(node));
  }
  return [...objects.values()];
}

function childrenOf({ properties = {}, items, additionalProperties, oneOf = [] }: Node): Node[] {
  return [...Object.values(properties), ...oneOf, ...[items, additionalProperties].filter((child) => isNode(child))];
}

function isNode(child: boolean | Node | undefined): child is Node {
  return typeof child === "object";
}

function renderObject({ title, markdownDescription, properties = {}, required = [] }: Node, index: number): string[] {
  const rows = Object.entries(properties).map(([name, property]) => {
    const need = required.includes(name) ? "yes" : "";
    return `| \`${name}\` | ${typeOf(property)} | ${need} | ${explain(property)} |`;
  });
  // The whole request has its description at the head of the page.
  const introduction = markdownDescription === undefined ? [] : [markdownDescription, ""];
  const head = index === 0 ? ["## The request", ""] : [`## ${title}`, "", ...introduction];
  if (rows.length === 0) return head;
  return [...head, "| Property | Type | Required | What it is |", "| --- | --- | --- | --- |", ...rows, ""];
}

function typeOf(node: Node): string {
  const { title, properties, items, additionalProperties, oneOf, type = "anything" } = node;
  if (oneOf !== undefined)
    return oneOf
      .filter((each) => each.type !== "null")
      .map(typeOf)
      .join(" or ");
  if (properties !== undefined && title !== undefined) return `[${title}](#${anchor(title)})`;
  if (items !== undefined) return `list of ${typeOf(items)}`;
  if (isNode(additionalProperties)) return `map of ${typeOf(additionalProperties)}`;
  const words: Readonly<Record<string, string>> = { string: "text", boolean: "true or false", object: "object" };
  const [plain = ""] = [type].flat().filter((each) => each !== "null");
  return words[plain] ?? plain;
}

/** The anchor that GitHub gives a heading. */
function anchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}

function explain({ markdownDescription = "", enum: allowed = [], enumDescriptions = [], const: only }: Node): string {
  // The values are listed with what they mean.
  const paragraphs = markdownDescription.split("\n\n").filter((paragraph) => !paragraph.startsWith("Allowed:"));
  const values = allowed
    .filter((value) => value !== null)
    .map((value, index) => `\`${value}\`: ${enumDescriptions[index] ?? ""}`);
  const fixed = only === undefined ? [] : [`Always \`${only}\`.`];
  return [...paragraphs, ...fixed, ...values].join("<br>").replaceAll("\n", " ").replaceAll("|", "\\|");
}
