import type { Section, TreeItemData } from "./nodes.ts";

/** The ThemeIcon of a row, and its colour. */
export function iconOf(what: TreeItemData): { readonly icon: string; readonly color?: string } {
  switch (what.kind) {
    case "section":
      return { icon: sectionIcons[what.section] };
    case "tree":
      return {
        icon: what.tree === "accounts" ? "briefcase" : what.tree === "configurations" ? "settings" : "folder-library",
      };
    case "directory":
      return { icon: "folder" };
    case "account":
    case "configurations":
      return { icon: "briefcase" };
    case "document":
      return { icon: what.engine === "pub" ? "file-pdf" : "notebook" };
    case "component":
      return { icon: "table" };
    case "strategy":
      return { icon: "target" };
    case "configuration":
      return { icon: "settings" };
    case "benchmark":
    case "benchmarks":
      return { icon: "graph-line" };
    case "template":
    case "templates":
    case "template category":
      return { icon: "layout" };
    case "template directory":
      return { icon: "folder" };
    case "list":
      return { icon: "list-flat" };
    case "entry":
      return { icon: "symbol-constant" };
    case "more":
      return { icon: "chevron-down" };
    case "error":
      return { icon: "error", color: "list.errorForeground" };
    case "empty":
      return { icon: "dash" };
    case "add":
      return { icon: "add" };
  }
}

const sectionIcons: Readonly<Record<Section, string>> = {
  favorites: "star-full",
  documents: "notebook",
  strategies: "target",
  templates: "layout",
  reference: "book",
  frequencies: "calendar",
};
