import type { Issue } from "@analytics-engines/core/parameters";
import * as l10n from "@vscode/l10n";
import { findNodeAtOffset, type Node } from "jsonc-parser";
import type { CheckedText } from "./checked-text.ts";
import { excerptAround, moveSpan } from "./excerpt.ts";
import { memberOf, objectAround, objectMembers, readTree, stringValue } from "./tree.ts";

interface RelatedPlace {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the other places of the issues of a text: what each repeats, contradicts or is compared with, by the offsets of the text. It reads only the
 * units that have such issues, and the whole text once if one of them is outside of the units.
 */
export function findRelated(checked: CheckedText): (issue: Issue) => RelatedPlace[] {
  let whole: Node | undefined;
  return ({ code, range }) => {
    const find = finders[code];
    if (find === undefined) return [];
    const excerpt = excerptAround(checked, range.start.offset);
    if (excerpt.text === checked.text) whole ??= readTree(checked.text);
    const root = excerpt.text === checked.text ? whole : readTree(excerpt.text);
    const node = root && findNodeAtOffset(root, range.start.offset - excerpt.offset);
    const object = objectAround(node);
    return node && object ? find(node, object).map((place) => moveSpan(place, excerpt)) : [];
  };
}

const finders: Readonly<Partial<Record<Issue["code"], (node: Node, object: Node) => RelatedPlace[]>>> = {
  "duplicate-key": (node, object) =>
    objectMembers(object)
      .filter(({ key }) => sameName(key, node) && key.offset < node.offset)
      .map(({ key }) => relatedPlace(l10n.t("The first occurrence."), key)),
  "dates-reversed": (_, object) => member(object, "enddate", l10n.t("The last day.")),
  "deprecated-property": (node, object) => {
    const successor = String(node.value).toLowerCase() === "contenttype" ? "format" : "stachContentOrganization";
    return member(object, successor, l10n.t("The property that replaces it."));
  },
  "missing-property": (node) =>
    member(node.parent?.children?.[1], "source", l10n.t("This decides which properties are needed.")),
  "unknown-property": (_, object) => member(object, "source", l10n.t("This decides which properties are allowed.")),
  "duplicate-formula": (node, object) =>
    (object.parent?.children ?? [])
      .flatMap((item) => memberOf(item, "name") ?? [])
      .filter((name) => stringValue(name) === stringValue(node) && name.offset < node.offset)
      .map((name) => relatedPlace(l10n.t("The other formula."), name)),
};

function member(object: Node | undefined, name: string, message: string): RelatedPlace[] {
  const value = memberOf(object, name);
  return value ? [relatedPlace(message, value)] : [];
}

function sameName(first: Node, second: Node): boolean {
  return String(first.value).toLowerCase() === String(second.value).toLowerCase();
}

function relatedPlace(message: string, { offset, length }: Node): RelatedPlace {
  return { message, start: offset, end: offset + length };
}
