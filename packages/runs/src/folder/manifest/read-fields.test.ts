import { describe, expect, it } from "vitest";
import { nightlyProvenance } from "../../../test/support/provenance.ts";
import { MAX_RESUMED } from "./format.ts";
import { resumedWith } from "./manifest-build.ts";
import { provenanceOf, readAs, type StatedProvenance } from "./read-fields.ts";
import { provenance, resumptions } from "./schema-parts.ts";

const stated: StatedProvenance = nightlyProvenance;
const { commit } = nightlyProvenance;
const nothing: StatedProvenance = {
  server: undefined,
  repository: undefined,
  commit: undefined,
  uncommitted: undefined,
  ref: undefined,
  actor: undefined,
  workflow: undefined,
};

describe("the provenance of a run", () => {
  it("has what its host states", () => {
    expect(provenanceOf(stated)).toEqual(stated);
    expect(provenanceOf(nothing)).toBeUndefined();
    expect(provenanceOf({ ...nothing, commit })).toEqual({ commit });
  });

  it.each<[string, Partial<StatedProvenance>]>([
    ["an address without https", { server: "http://git.house.example" }],
    ["an address with a path", { server: "https://git.house.example/a" }],
    ["a repository with a query", { repository: "house/book?a" }],
    ["a short commit", { commit: "0123456" }],
    ["an empty ref", { ref: "" }],
    ["a ref that is too long", { ref: "r".repeat(1001) }],
    ["an actor that is too long", { actor: "a".repeat(201) }],
    ["a script as a link", { workflow: { runId: 1, url: "javascript:alert(1)" } }],
  ])("leaves out %s, and a reader refuses it", (_, wrong) => {
    const kept = provenanceOf({ ...stated, ...wrong });
    expect(kept).not.toMatchObject(wrong);
    expect(kept).toMatchObject({ uncommitted: false });
    expect(() => readAs(provenance, { ...stated, ...wrong }, "manifest.json.provenance")).toThrow(
      /^manifest\.json\.provenance\.\w+(\.url)? is not /,
    );
  });

  it("has no workflow without the id of its run", () => {
    expect(provenanceOf({ ...stated, workflow: { name: "Nightly", runId: Number.NaN } })).not.toHaveProperty(
      "workflow",
    );
  });
});

describe("the provenance of a resumed run", () => {
  const [first, second, third] = ["1", "2", "3"].map((name) => ({ actor: name }));

  it("stays the first, and gets each other one once", () => {
    const run = { provenance: first ?? {}, resumed: [second ?? {}] };
    expect(resumedWith(run, first)).toEqual([second]);
    expect(resumedWith(run, second)).toEqual([second]);
    expect(resumedWith(run, third)).toEqual([second, third]);
    expect(resumedWith(run, undefined)).toEqual([second]);
    expect(resumedWith({}, first)).toEqual([first]);
  });

  it("has at most a hundred, the latest", () => {
    const many = Array.from({ length: MAX_RESUMED + 1 }, (_, index) => ({ actor: `${index}` }));
    const resumed = many.reduce<readonly object[]>((before, own) => resumedWith({ resumed: before }, own), []);
    expect(resumed).toEqual(many.slice(1));
    expect(() => readAs(resumptions, many, "resumed")).toThrow("resumed is not a list of at most 100 values.");
  });
});
