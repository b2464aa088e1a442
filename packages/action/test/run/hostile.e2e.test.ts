import { expect, it } from "vitest";
import { startAzurite } from "../support/github/azurite.ts";
import { startGitHub } from "../support/github/github.ts";
import { readArtifact } from "../support/github/zip.ts";
import { failingUnit, paRequest, paUnit } from "../support/parameters.ts";
import { createWorld } from "../support/world.ts";

const names = [
  "::error::injected",
  "##[error]injected",
  "a|b|c",
  "<script>alert(1)</script>",
  "line\n::add-mask::success",
  "x".repeat(200),
  "../../../../etc/passwd",
  "...",
  "CON",
  "[link](https://x.example) @octocat `code`",
  "\u202egnp.exe",
  'quote":<>*?',
];

it("names that try to do harm: every unit is stored and told, and nothing else happens", { tags: "full" }, async () => {
  await using azurite = await startAzurite();
  await using github = await startGitHub(azurite);
  await using world = await createWorld();
  const units = Object.fromEntries(
    names.map((name, index) => [name, index % 2 === 0 ? paUnit(index + 1) : failingUnit(index + 1)]),
  );
  world.write("p/hostile, %0A::error::.pa.json", paRequest(units));
  world.write("p/@team #1 <b>.pa.json", paRequest({ a: paUnit(20) }));
  const step = await world.run({ artifacts: "run", "fail-on": "never" }, { env: github.env });
  expect(step).toMatchObject({
    code: 0,
    stderr: "",
    outputs: { "unit-count": `${names.length + 1}`, "success-count": `${names.length / 2 + 1}` },
  });

  // Commands: ours alone. One error for each unit that failed, and no mask but the two secrets and the artifact client's signatures.
  const own = ["add-mask", "group", "endgroup", "error", "warning", "debug"];
  expect(step.commands.filter((command) => !own.includes(command))).toEqual([]);
  const errors = step.annotations.filter(({ level }) => level === "error");
  expect(errors).toHaveLength(names.length / 2);
  expect(errors.map(({ title }) => title)).toContain("Unit ##[error]injected failed");
  expect(step.masks).not.toContain("success");
  for (const { title = "" } of errors) expect(title).toMatch(/^Unit .* failed$/s);
  // A warning for each id with characters that cannot be seen, which it spells out.
  const warnings = step.annotations.filter(({ level }) => level !== "error");
  expect(warnings.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    expect.stringContaining("`line\\n::add-mask::success`"),
    expect.stringContaining("`\\u{202e}gnp.exe`"),
  ]);

  // The summary: a table row for each unit, no markup out of a name.
  expect(step.summary).not.toContain("<script");
  expect(step.summary).not.toContain("<b>");
  expect(step.summary).not.toMatch(/@octocat|@team|\u202e|\]\(/);
  const rows = step.summary.split("\n").filter((line) => line.startsWith("| <code>p/"));
  for (const row of rows) expect(row.match(/(?<!\\)\|/g)?.length).toBeOneOf([4, 7]);

  // Files and artifacts: within the run folder.
  expect(world.list(".").filter((file) => !file.startsWith("p/") && !file.startsWith("analytics-run/"))).toEqual([]);
  const artifacts = github.artifacts();
  expect(artifacts).toHaveLength(2);
  for (const { name } of artifacts) {
    for (const file of readArtifact(name, await github.download(name)).keys())
      expect(file.split("/")).not.toContain("..");
  }
});
