import { describe, expect, it } from "vitest";
import type { ExplorerNode, TreeItemData } from "../explorer/rows/nodes.ts";
import { templateRefOf, templatesRefOf } from "./refs.ts";

const row = (item: TreeItemData): ExplorerNode => ({ id: "row", connection: "one", parent: undefined, item });

describe("the argument of a template command", () => {
  it("is the row of a template, or a reference", () => {
    const template = { kind: "template", sort: "linked", id: "T", name: "Weights" } as const;
    expect(templateRefOf(row(template))).toEqual({ sort: "linked", id: "T", connection: "one" });
    const component = { ...template, sort: "component", directory: "Personal:Components/" } as const;
    expect(templateRefOf(row(component))).toEqual({
      sort: "component",
      id: "T",
      connection: "one",
      directory: "Personal:Components/",
    });
    expect(templateRefOf({ sort: "unlinked", id: "T" })).toEqual({ sort: "unlinked", id: "T" });
    expect(templateRefOf({ sort: "unlinked", id: "T", connection: "one" })).toHaveProperty("connection", "one");
  });

  it("is a row with templates below it", () => {
    expect(templatesRefOf(row({ kind: "templates", sort: "unlinked" }))).toEqual({
      sort: "unlinked",
      connection: "one",
    });
    expect(templatesRefOf(row({ kind: "template category", name: "Weights" }))).toHaveProperty("sort", "unlinked");
    expect(templatesRefOf(row({ kind: "template directory", path: "Personal:" }))).toHaveProperty("sort", "component");
    expect(templatesRefOf(row({ kind: "benchmarks" }))).toBeUndefined();
  });

  it("is undefined for anything else", () => {
    const others = [
      undefined,
      null,
      "x",
      5,
      {},
      { sort: "linked" },
      { sort: "other", id: "T" },
      { sort: "linked", id: 5 },
    ];
    const rows = [row({ kind: "empty" }), { id: "r", connection: "c", item: { kind: "template", sort: "x", id: "T" } }];
    for (const other of [...others, ...rows]) {
      expect(templateRefOf(other)).toBeUndefined();
      expect(templatesRefOf(other)).toBeUndefined();
    }
    expect(templatesRefOf({ id: "r", connection: "c", item: { kind: "templates", sort: "x" } })).toBeUndefined();
  });
});
