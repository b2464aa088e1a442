import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPathTree, pathKey } from "./documents.ts";

const name = fc.stringMatching(/^[A-Za-z0-9_ .]{1,12}$/);
const path = fc.record({
  root: fc.constantFrom("Client", "Personal"),
  names: fc.array(name, { minLength: 1, maxLength: 4 }),
});

describe("paths", () => {
  it("are the same in any letter case, with or without a slash after the colon or at the end", () => {
    fc.assert(
      fc.property(path, ({ root, names }) => {
        const key = pathKey(`${root}:/${names.join("/")}`);
        expect(pathKey(`${root.toUpperCase()}:${names.join("/").toLowerCase()}`)).toBe(key);
        expect(pathKey(`${root.toLowerCase()}:/${names.join("/").toUpperCase()}/`)).toBe(key);
      }),
    );
  });

  it("need a root", () => {
    expect(pathKey("Growth/GLOBAL")).toBeUndefined();
    expect(pathKey(":/Growth")).toBeUndefined();
    expect(pathKey("")).toBeUndefined();
  });

  it("lead from a root to every file by the directories listed on the way", () => {
    fc.assert(
      fc.property(fc.array(path, { maxLength: 12 }), (paths) => {
        const spelled = paths.map(({ root, names }) => `${root}:/${names.join("/")}.ACCT`);
        const tree = createPathTree(spelled.map((path) => ({ path })));
        for (const file of spelled) {
          const [root = "", ...names] = file.replace(":/", ":|").split(/[|/]/);
          let at = root;
          for (const directory of names.slice(0, -1)) {
            expect(tree.list(at)?.directories.map((one) => one.toLowerCase())).toContain(directory.toLowerCase());
            at += `/${directory}`;
          }
          expect(tree.list(at)?.files).toContain(names.at(-1));
          expect(tree.find(file.toLowerCase())).toBeDefined();
        }
      }),
      { numRuns: 50 },
    );
  });

  it("of what is not there give nothing; an empty root is there", () => {
    const tree = createPathTree([]);
    expect(tree.list("client:")).toEqual({ files: [], directories: [] });
    expect(tree.list("client:/Nowhere")).toBeUndefined();
    expect(tree.find("client:/Nowhere")).toBeUndefined();
  });
});
