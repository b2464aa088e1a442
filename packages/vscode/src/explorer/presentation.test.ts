import { describe, expect, it } from "vitest";
import { contextOf, isExplorerNode, isTemplateNode, type TreeItemData } from "./nodes.ts";
import { idOf, labelOf, pathOf, presentationOf } from "./presentation.ts";

const whats: readonly TreeItemData[] = [
  ...(["favorites", "documents", "strategies", "templates", "reference", "frequencies"] as const).map(
    (section): TreeItemData => ({ kind: "section", section }),
  ),
  ...(["accounts", "configurations", "pa documents", "pub documents", "axp strategies"] as const).map(
    (tree): TreeItemData => ({ kind: "tree", tree }),
  ),
  { kind: "directory", tree: "accounts", path: "Client:/Growth/" },
  { kind: "directory", tree: "configurations", path: "Client:/" },
  { kind: "account", path: "Client:/Growth/A.ACCT" },
  { kind: "configurations", account: "Client:/Growth/A.ACCT" },
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
  { kind: "template category", category: "Risk" },
  { kind: "template directory", directory: "Personal:Components/" },
  { kind: "list", list: "columns" },
  { kind: "entry", list: "columns", id: "P_1", name: "Weight", category: "Portfolio" },
  { kind: "entry", list: "currencies", id: "EUR", name: "Euro" },
  { kind: "more", hidden: 1900 },
  { kind: "error", message: "The service is not available (503).", details: "request key: 1" },
  { kind: "empty" },
  { kind: "add", adds: "benchmark" },
  { kind: "add", adds: "template directory" },
];

describe("every row", () => {
  it.each(whats.map((what) => [contextOf(what), what] as const))("%s is said in words", (context, what) => {
    const look = presentationOf(what);
    expect(look.label).not.toBe("");
    expect(look.icon).not.toBe("");
    expect(look.context).toBe(context);
    expect(presentationOf(what, true).context).toBe(`${context}.favorite`);
    expect(look.spoken).toContain(look.label);
    expect(look.tooltip.length).toBeGreaterThan(0);
    expect(look.tooltip.every((line) => line !== "")).toBe(true);
  });

  it("says besides its icon what it is", () => {
    expect(presentationOf({ kind: "account", path: "Client:/Growth/A.ACCT" }).spoken).toBe("A.ACCT, account");
    expect(presentationOf({ kind: "error", message: "No answer.", details: "" }).spoken).toBe("No answer., error");
    const action = { title: "Enter credentials", command: "edit" };
    expect(presentationOf({ kind: "error", message: "No key.", details: "", action }).spoken).toBe(
      "No key., error, Enter credentials",
    );
    expect(presentationOf({ kind: "strategy", engine: "fpo", path: "Client:/MIX" }).spoken).toBe(
      "MIX, strategy of Optimizer (fpo)",
    );
  });

  it("away from its directory tells where that is", () => {
    expect(presentationOf({ kind: "account", path: "Client:/Growth/A.ACCT" }, true).description).toBe(
      "Client:/Growth/",
    );
    expect(presentationOf({ kind: "directory", tree: "accounts", path: "Client:/Growth/" }, true).description).toBe(
      "Client:/",
    );
    expect(presentationOf({ kind: "directory", tree: "accounts", path: "Client:/" }, true).description).toBe("");
  });

  it("has a path or an id where there is one to copy", () => {
    expect(whats.filter((what) => pathOf(what) !== undefined && idOf(what) !== undefined)).toEqual([]);
    expect(labelOf({ kind: "more", hidden: 1900 })).toBe("Load more (1900 left)");
  });
});

describe("what a command is given", () => {
  it("is checked", () => {
    const node = { id: "1", connection: "one", parent: undefined, what: { kind: "empty" } };
    expect(isExplorerNode(node)).toBe(true);
    const template = { ...node, what: { kind: "template", sort: "linked", id: "T", name: "T" } };
    expect([isTemplateNode(template), isTemplateNode(node)]).toEqual([true, false]);
    for (const other of [undefined, null, 7, "x", {}, { id: "1", connection: "one" }, { ...node, what: null }]) {
      expect(isExplorerNode(other)).toBe(false);
    }
  });
});
