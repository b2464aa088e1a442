import { beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "../build.ts";
import { decodePlan } from "../src/shards/plan-text.ts";
import { paRequest, paUnit } from "./support/parameters.ts";
import { createRepository, type GitRepository } from "./support/repository.ts";
import { planAction, runStep, type StepOptions } from "./support/runner.ts";

beforeAll(() => ensureBuilt(), 120_000);

function plan(
  repository: Pick<GitRepository, "folder">,
  inputs: Record<string, string> = {},
  options: Partial<StepOptions> = {},
) {
  return runStep({ action: planAction, workspace: repository.folder, inputs, ...options });
}

/** A request of `pa` with so many units, of days from `first` on. */
function request(units: number, first = 1) {
  return paRequest(
    Object.fromEntries(Array.from({ length: units }, (_, index) => [`unit-${index}`, paUnit(first + index)])),
  );
}

function pathsOf(outputs: Readonly<Record<string, string>>): string[] {
  const files: { path: string }[] = JSON.parse(outputs["files"] ?? "");
  return files.map((file) => file.path);
}

describe("plan", () => {
  it("divides what is committed, by units, and says so in outputs, log and summary", async () => {
    using repository = createRepository();
    for (const number of [1, 2, 3, 4]) repository.write(`book/small-${number}.pa.json`, request(1, number));
    repository.write("book/large.pa.json", request(4));
    repository.write("README.md", "No parameters.");
    const commit = repository.commit();
    repository.write("book/not-committed.pa.json", request(9));

    const { code, outputs, lines, summary, annotations } = await plan(repository, { shards: "2" });
    expect({ code, annotations }).toEqual({ code: 0, annotations: [] });
    expect(outputs).toMatchObject({
      "has-changes": "true",
      "file-count": "5",
      "unit-count": "8",
      "shard-count": "2",
      "head-sha": commit,
      "base-sha": "",
    });
    expect(JSON.parse(outputs["matrix"] ?? "")).toEqual({
      include: [
        { index: 1, total: 2, shard: "1/2", files: 2, units: 5 },
        { index: 2, total: 2, shard: "2/2", files: 3, units: 3 },
      ],
    });
    expect(pathsOf(outputs)).toEqual([
      "book/large.pa.json",
      "book/small-1.pa.json",
      "book/small-2.pa.json",
      "book/small-3.pa.json",
      "book/small-4.pa.json",
    ]);
    expect(decodePlan(outputs["plan"] ?? "").files.map((file) => file.path)).toEqual(pathsOf(outputs));
    expect(lines.at(-1)).toBe(`5 files with 8 units of commit ${commit.slice(0, 12)}, in 2 shards.`);
    expect(summary).toContain("| <code>1/2</code> | 2 | 5 |");
  });
});
