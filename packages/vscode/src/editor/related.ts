import type { Issue } from "@analytics-engines/core/parameters";
import * as l10n from "@vscode/l10n";
import { findNodeAtOffset, type Node } from "jsonc-parser";
import { memberOf, objectAround, objectMembers, stringValue } from "./tree.ts";

/** The other places of an issue: what it repeats, contradicts or is compared with, by the offsets of the text. */
export function relatedPlaces(root: Node, { code, range }: Issue) {
  const node = findNodeAtOffset(root, range.start.offset);
  const object = objectAround(node);
  if (!node || !object) return [];
  switch (code) {
    case "duplicate-key": {
      const same = objectMembers(object).filter(({ key }) => sameName(key, node) && key.offset < node.offset);
      return same.map(({ key }) => place(l10n.t("The first occurrence."), key));
    }
    case "dates-reversed":
      return member(object, "enddate", l10n.t("The last day."));
    case "deprecated-property": {
      const successor = String(node.value).toLowerCase() === "contenttype" ? "format" : "stachContentOrganization";
      return member(object, successor, l10n.t("The property that replaces it."));
    }
    case "missing-property":
      return member(node.parent?.children?.[1], "source", l10n.t("This decides which properties are needed."));
    case "unknown-property":
      return member(object, "source", l10n.t("This decides which properties are allowed."));
    case "duplicate-formula":
      return (object.parent?.children ?? [])
        .flatMap((item) => memberOf(item, "name") ?? [])
        .filter((name) => stringValue(name) === stringValue(node) && name.offset < node.offset)
        .map((name) => place(l10n.t("The other formula."), name));
    default:
      return [];
  }
}

function member(object: Node | undefined, name: string, message: string) {
  const value = memberOf(object, name);
  return value ? [place(message, value)] : [];
}

function sameName(one: Node, other: Node): boolean {
  return String(one.value).toLowerCase() === String(other.value).toLowerCase();
}

function place(message: string, { offset, length }: Node) {
  return { message, start: offset, end: offset + length };
}
