import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { artifactNames, missingArtifactStore } from "./artifacts.ts";

describe("artifactNames", () => {
  it("keeps what is allowed", () => {
    expect(artifactNames(["run", "run parameters_weights.pa"])).toEqual(["run", "run parameters_weights.pa"]);
  });

  it("makes the rest safe and distinct", () => {
    expect(artifactNames(["a/b", "a:b", "A_b", "..", "", "x".repeat(300), "x".repeat(301)])).toEqual([
      "a_b",
      "a_b-2",
      "A_b-3",
      "_",
      "_-2",
      "x".repeat(120),
      `${"x".repeat(120)}-2`,
    ]);
  });

  it("gives every label a name of its own that GitHub takes", () => {
    const label = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("a", "A", "a-2", "a-3", "a/", "a:"));
    fc.assert(
      fc.property(fc.array(label), (labels) => {
        const names = artifactNames(labels);
        expect(names).toHaveLength(labels.length);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(labels.length);
        for (const name of names) expect(name).toMatch(/^[^":<>|*?\r\n\\/\p{C}]{1,130}$/u);
      }),
    );
  });
});

describe("missingArtifactStore", () => {
  const env = {
    ACTIONS_RUNTIME_TOKEN: "t",
    ACTIONS_RESULTS_URL: "https://results.example",
    GITHUB_SERVER_URL: "https://github.com",
  };

  it("says nothing where artifacts can be stored", () => {
    expect(missingArtifactStore(env)).toBeUndefined();
    expect(missingArtifactStore({ ...env, GITHUB_SERVER_URL: "https://house.ghe.com" })).toBeUndefined();
  });

  it("says what is missing", () => {
    expect(missingArtifactStore({})).toMatch(/no access to the artifact store/);
    expect(missingArtifactStore({ ...env, GITHUB_SERVER_URL: "https://git.example" })).toMatch(/git\.example/);
  });
});
