import { expect, it } from "vitest";
import { isRunManifest } from "./is-run-manifest.ts";

const file = { path: "a.pa.json", parametersSha256: "bb" };

it.each([
  ["the manifest of a run", { version: 1, tool: "analytics-engines/0.1.0", files: [file] }, true],
  ["one with a malformed file", { version: 1, tool: "analytics-engines/0.1.0", files: [{}, file] }, true],
  ["the manifest of a web page", { name: "App", icons: [] }, false],
  ["the manifest of another program", { version: 1, tool: "other", files: ["a.js"] }, false],
  ["a list", [], false],
])("%s opens as a run, or as text", (_what, value, isRun) => {
  expect(isRunManifest(JSON.stringify(value))).toBe(isRun);
});

it("a text that is no JSON opens as text", () => {
  expect(isRunManifest("{")).toBe(false);
});
