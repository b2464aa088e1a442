import { readFileSync } from "node:fs";
import path from "node:path";
import { listReferences, readParameterFile } from "@analytics-engines/core/parameters";
import { describe, expect, it } from "vitest";
import { serviceFieldsOf } from "../features.ts";
import { newParameterText, variantsOf } from "../new-file.ts";
import { checkParameterText } from "../text/checked-text.ts";
import { fileKinds, wordOf } from "../text/kinds.ts";
import { readTree } from "../text/tree.ts";
import { accountBeside, findAgain, findReferences, referencesIn } from "./references.ts";

async function references(text: string, kind: (typeof fileKinds)[number]) {
  const root = readTree(text);
  return root ? findReferences(root, await serviceFieldsOf(kind)) : [];
}

describe("findReferences", () => {
  it("finds the same references as core in a file without errors", async () => {
    const given = { component: "C", account: "A", benchmark: "B", document: "D", strategy: "S", configuration: "K" };
    const examples = path.join(import.meta.dirname, "../../../../../../docs/examples");
    const texts = fileKinds.flatMap((kind) => [
      ...variantsOf(kind).map((variant) => ({ kind, text: newParameterText(kind, given, variant) })),
      ...(kind === "pa" ? [{ kind, text: readFileSync(path.join(examples, "weights.pa.json"), "utf8") }] : []),
    ]);
    for (const { kind, text } of texts) {
      const file = readParameterFile(text, { path: `x.${wordOf(kind)}.json` });
      const expected = listReferences(file).map(({ range, ...reference }) => ({
        ...reference,
        start: range?.start.offset,
        end: range?.end.offset,
      }));
      const checked = checkParameterText(text, { path: file.path });
      const found = (await referencesIn(checked, await serviceFieldsOf(kind), async () => undefined)).map(
        ({ range: _range, ...reference }) => reference,
      );
      const byPlace = (a: { start: number | undefined }, b: { start: number | undefined }) =>
        (a.start ?? 0) - (b.start ?? 0);
      expect(found.sort(byPlace), kind).toEqual(expected.sort(byPlace));
    }
  });

  it("finds references in an incomplete file", async () => {
    const found = await references(
      '{ "data": { "u": { "COMPONENTID": "C", "accounts": [ { "id": "A" }, { "id": ',
      "pa",
    );
    expect(found.map(({ kind, id }) => `${kind} ${id}`)).toEqual(["component C", "account A"]);
  });

  it("finds earlier references in a text with syntax errors", async () => {
    const earlier = '{ "data": { "u": { "componentid": "C", "accounts": [{ "id": "A" }] } } }';
    const before = await references(earlier, "pa");
    const shown = (text: string) => findAgain(earlier, text, before).map(({ start, end }) => text.slice(start, end));
    expect(shown(earlier)).toEqual(['"C"', '"A"']);
    expect(shown(earlier.replace('"data"', '"half": \n "data"'))).toEqual(['"C"', '"A"']);
    expect(shown(earlier.replace('"C"', '"C'))).toEqual(['"A"']);
    expect(shown(earlier.replace('"A"', '"Another"'))).toEqual(['"C"']);
  });

  it("handles unlimited nesting", () => {
    expect(readTree("[".repeat(2_000_000))).toBeUndefined();
  });
});

describe("accountBeside", () => {
  const root = readTree(
    '{ "data": { "u": { "accounts": [ { "id": "A", "returntype": "" } ], "Account": { "id": "B" } } } }',
  );
  it("returns the nearest account", () => {
    expect(root && accountBeside(root, ["data", "u", "accounts", 0, "returntype"])).toBe("B");
    expect(root && accountBeside(root, ["data", "v", "configid"])).toBeUndefined();
  });
});
