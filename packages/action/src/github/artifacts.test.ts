import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { artifactName, missingArtifactStore } from "./artifacts.ts";

describe("artifactName", () => {
  it("keeps what is allowed", () => {
    for (const label of ["run", "run parameters_weights.pa"]) expect(artifactName(label)).toBe(label);
  });

  it("makes the rest safe", () => {
    expect(["a/b", "a:b", "..", "", "x".repeat(300)].map(artifactName)).toEqual([
      "a_b",
      "a_b",
      "_",
      "_",
      "x".repeat(120),
    ]);
  });

  it("gives every label a name that GitHub takes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (label) => {
        expect(artifactName(label)).toMatch(/^[^":<>|*?\r\n\\/\p{C}]{1,120}$/u);
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
