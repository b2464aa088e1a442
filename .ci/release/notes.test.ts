import { expect, it } from "vitest";
import { releaseNotes, sectionOf } from "./notes.ts";
import { readManifest } from "./npm-packages.ts";

it("takes the section of one version from a changelog", () => {
  const changelog = "# x\n\n## 1.10.0\n\n### Minor\n\n- Ten\n\n## 1.1.0\n\n- One\n";
  expect(sectionOf(changelog, "1.1.0")).toBe("- One");
  expect(sectionOf(changelog, "1.10.0")).toBe("### Minor\n\n- Ten");
  expect(sectionOf(changelog, "2.0.0")).toBe("");
});

it("has changes for the current version", () => {
  expect(releaseNotes(readManifest("core").version)).toMatch(/^## \w+\n\n\S/);
});
