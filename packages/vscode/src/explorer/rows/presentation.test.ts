import { describe, expect, it } from "vitest";
import { isExplorerNode, isTemplateNode, type TreeItemData } from "./nodes.ts";
import { labelOf, presentationOf, resourceId, resourcePath } from "./presentation.ts";

const whats: readonly TreeItemData[] = [
  ...(["documents", "strategies", "templates", "reference", "frequencies"] as const).map(
    (section): TreeItemData => ({ kind: "section", section }),
  ),
  ...(["accounts", "configurations", "pa documents", "pub documents", "axp strategies"] as const).map(
    (tree): TreeItemData => ({ kind: "tree", tree }),
  ),
  { kind: "directory", tree: "accounts", path: "Client:/Growth/" },
  { kind: "directory", tree: "configurations", path: "Client:/" },
  { kind: "account", path: "Client:/Growth/A.ACCT" },
  { kind: "configurations", path: "Client:/Growth/A.ACCT" },
  { kind: "document", engine: "pa", path: "Client:/Growth/REVIEW" },
  { kind: "document", engine: "pub", path: "Client:/BOOK.PUB_PDF" },
  { kind: "component", engine: "pa", id: "AB12", name: "Weights", category: "General", document: "Client:/REVIEW" },
  { kind: "strategy", engine: "fpo", path: "Client:/MIX" },
  { kind: "configuration", id: "1", name: "Official", account: "Client:/A.ACCT" },
  { kind: "benchmark", id: "BMK:WORLD", name: "World" },
  { kind: "benchmarks" },
  ...(["linked", "unlinked", "component"] as const).flatMap((sort): TreeItemData[] => [
    { kind: "templates", sort },
    { kind: "template", sort, id: "T1", name: "Weights", description: "of weights" },
  ]),
  { kind: "template category", name: "Risk" },
  { kind: "template directory", path: "Personal:Components/" },
  { kind: "list", list: "columns" },
  { kind: "entry", list: "columns", id: "P_1", name: "Weight", category: "Portfolio" },
  { kind: "entry", list: "currencies", id: "EUR", name: "Euro" },
  { kind: "more", hiddenCount: 1900 },
  { kind: "error", message: "The service is not available (503).", details: "request key: 1" },
  { kind: "empty" },
  { kind: "add", adds: "benchmark" },
  { kind: "add", adds: "template directory" },
];

describe("every row", () => {
  it.each(whats.map((item) => [labelOf(item), item] as const))("%s has a text for screen readers", (label, item) => {
    const look = presentationOf(item);
    expect(label).not.toBe("");
    expect(look.icon).not.toBe("");
    expect(look.context).not.toBe("");
    expect(look.spoken).toContain(look.label);
    expect(look.tooltip.length).toBeGreaterThan(0);
    expect(look.tooltip.every((line) => line !== "")).toBe(true);
  });

  it("names its kind besides the icon", () => {
    expect(presentationOf({ kind: "account", path: "Client:/Growth/A.ACCT" }).spoken).toBe("A.ACCT, account");
    expect(presentationOf({ kind: "error", message: "No answer.", details: "" }).spoken).toBe("No answer., error");
    const action = { title: "Enter Credentials", command: "edit" };
    expect(presentationOf({ kind: "error", message: "No key.", details: "", action }).spoken).toBe(
      "No key., error, Enter Credentials",
    );
    expect(presentationOf({ kind: "strategy", engine: "fpo", path: "Client:/MIX" }).spoken).toBe(
      "MIX, strategy of Multi-Asset Optimizer",
    );
  });

  it("has a path or an id to copy, if it has one", () => {
    expect(whats.filter((item) => resourcePath(item) !== undefined && resourceId(item) !== undefined)).toEqual([]);
    expect(labelOf({ kind: "more", hiddenCount: 1900 })).toBe("Load more (1900 left)");
  });
});

describe("the argument of a command", () => {
  it("is checked", () => {
    const node = { id: "1", connection: "one", parent: undefined, item: { kind: "empty" } };
    expect(isExplorerNode(node)).toBe(true);
    const template = { ...node, item: { kind: "template", sort: "linked", id: "T", name: "T" } };
    expect([isTemplateNode(template), isTemplateNode(node)]).toEqual([true, false]);
    for (const other of [undefined, null, 7, "x", {}, { id: "1", connection: "one" }, { ...node, item: null }]) {
      expect(isExplorerNode(other)).toBe(false);
    }
  });
});
