import { describe, expect, it } from "vitest";
import type { Provenance } from "../folder/manifest/manifest.ts";
import { provenanceFacts, runHeading } from "./provenance-facts.ts";

const server = "https://github.com";
const commit = "0123456789abcdef0123456789abcdef01234567";
const workflow = {
  name: "Nightly",
  runId: 4242,
  runNumber: 17,
  attempt: 2,
  url: `${server}/house/book/actions/runs/4242/attempts/2`,
};
const whole: Provenance = {
  server,
  repository: "house/book",
  commit,
  ref: "refs/heads/main",
  actor: "quant",
  workflow,
};

/** Each fact as `NAME: TEXT <URL>`. */
const linesOf = (provenance: Provenance, resumed: readonly Provenance[] = []) =>
  provenanceFacts({ provenance, resumed }).map(
    ({ name, parts }) => `${name}: ${parts.map(({ text, url }) => (url ? `${text} <${url}>` : text)).join("")}`,
  );

describe("the facts about where a run comes from", () => {
  it("name repository, commit, ref, workflow and actor, with links", () => {
    expect(linesOf(whole, [{ ...whole, workflow: { ...workflow, attempt: 3 } }])).toEqual([
      `Repository: house/book <${server}/house/book> @ 0123456 <${server}/house/book/commit/${commit}>`,
      "Ref: main",
      `Workflow: Nightly #17, attempt 2 <${workflow.url}>`,
      "Actor: quant",
      `Resumed: Nightly #17, attempt 3 <${workflow.url}>`,
    ]);
  });

  it("name only what is known, without a server without links", () => {
    expect(linesOf({})).toEqual([]);
    expect(linesOf({ commit, uncommitted: true })).toEqual(["Commit: 0123456 and uncommitted changes"]);
    expect(linesOf({ repository: "house/book", workflow: { runId: 4242, url: workflow.url } })).toEqual([
      "Repository: house/book",
      "Workflow: run 4242",
    ]);
  });

  it("lead to the stated server alone", () => {
    for (const url of ["https://github.com.evil.example/house", "https://evil.example/https://github.com/"])
      expect(linesOf({ server, workflow: { runId: 1, url } })).toEqual(["Workflow: run 1"]);
  });

  it("show hidden characters as escapes", () => {
    expect(linesOf({ ref: "refs/heads/a\u202eb", actor: "\u0007" })).toEqual(["Ref: a\\u{202e}b", "Actor: \\u{7}"]);
  });
});

describe("the name of a run", () => {
  const run = { version: 1, tool: "t", service: "s", startedAt: "2026-11-20T09:00:00Z", status: "success" } as const;
  const shard = { index: 2, total: 8, planSha256: "", files: [] };

  it.each([
    ["its own", { name: "nightly\n", provenance: whole }, "nightly\\n"],
    ["that of its workflow", { provenance: whole }, "Nightly"],
    ["its start", {}, "Run 2026-11-20 09:00"],
    ["that of all shards, with its number", { name: "nightly", shard }, "nightly, shard 2 of 8"],
  ])("is %s", (_, more, name) => {
    expect(runHeading({ ...run, ...more })).toBe(name);
  });
});
