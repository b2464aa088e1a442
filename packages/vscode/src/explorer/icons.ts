import type { TreeItemData, TreeSection } from "./nodes.ts";

type Icon = { readonly icon: string; readonly color?: string };

/** The name and the color of the ThemeIcon of a row. */
export function iconOf(item: TreeItemData): Icon {
  switch (item.kind) {
    case "section":
      return { icon: sectionIcons[item.section] };
    case "tree":
      if (item.tree === "accounts") return icons.account;
      return item.tree === "configurations" ? icons.configuration : { icon: "folder-library" };
    case "document":
      return { icon: item.engine === "pub" ? "file-pdf" : "notebook" };
    default:
      return icons[item.kind];
  }
}

const icons: Readonly<Record<Exclude<TreeItemData["kind"], "section" | "tree" | "document">, Icon>> = {
  directory: { icon: "folder" },
  account: { icon: "briefcase" },
  configurations: { icon: "briefcase" },
  component: { icon: "table" },
  strategy: { icon: "target" },
  configuration: { icon: "settings" },
  benchmark: { icon: "graph-line" },
  benchmarks: { icon: "graph-line" },
  template: { icon: "layout" },
  templates: { icon: "layout" },
  "template category": { icon: "layout" },
  "template directory": { icon: "folder" },
  list: { icon: "list-flat" },
  entry: { icon: "symbol-constant" },
  more: { icon: "chevron-down" },
  error: { icon: "error", color: "list.errorForeground" },
  empty: { icon: "dash" },
  add: { icon: "add" },
};

const sectionIcons: Readonly<Record<TreeSection, string>> = {
  favorites: "star-full",
  documents: "notebook",
  strategies: "target",
  templates: "layout",
  reference: "book",
  frequencies: "calendar",
};
