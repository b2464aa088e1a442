import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { sha256 } from "../files/open-file.ts";
import { UserError } from "../user-error.ts";
import { digestShard, markOf } from "./plan.ts";
import { COUNT_VARIABLE, engines, filesOfShard, readEngineShard } from "./shard.ts";

/** The variables that an engine sets for the task at a position from 1. */
const variablesOf = (
  engine: (typeof engines)[number],
  { position, total, first, step }: { position: number; total: number; first: number; step: number },
) => {
  const start = typeof engine.first === "number" ? engine.first : first;
  const gap = engine.gaps === undefined ? 1 : step;
  return {
    [engine.index]: `${start + (position - 1) * gap}`,
    [engine.count]: `${total}`,
    ...(typeof engine.first === "string" && { [engine.first]: `${start}` }),
    ...(engine.gaps && { [engine.gaps.last]: `${start + (total - 1) * gap}`, [engine.gaps.step]: `${gap}` }),
  };
};

const task = fc
  .record({
    engine: fc.constantFrom(...engines),
    total: fc.integer({ min: 1, max: 1000 }),
    part: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    first: fc.integer({ min: 0, max: 50 }),
    step: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ part, ...rest }) => ({ ...rest, position: 1 + Math.floor(part * rest.total) }));

const messageOf = (env: Record<string, string>): string => {
  try {
    return JSON.stringify(readEngineShard(env));
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
};

describe("a shard whose files differ from its plan", () => {
  const fileOf = (path: string, text = path) => ({
    ...{ path, family: "pa" as const, request: {}, sha256: "0" },
    parametersSha256: sha256(text),
  });
  const planned = ["a", "b", "c"].map((name) => fileOf(`${name}.pa.json`));
  const plan = {
    commit: "c".repeat(40),
    files: planned.map((file) => ({ path: file.path, family: file.family, shard: 1, mark: markOf(file) })),
    digests: [digestShard(planned)],
  };
  const remedy = /^Check out commit c{40} as it is, and give plan and run the same working-directory and set\.$/;

  it("names each file that differs, is missing or is new", () => {
    const [first, second] = planned;
    if (first === undefined || second === undefined) throw new Error("no files");
    const files = [first, fileOf(second.path, "other"), fileOf("d.pa.json")];
    expect(linesOf(() => filesOfShard(plan, 1).check(files))).toEqual([
      "b.pa.json asks for something else than when it was planned.",
      "c.pa.json was planned, and is not there.",
      "d.pa.json was not planned.",
      expect.stringMatching(remedy),
    ]);
    expect(() => filesOfShard(plan, 1).check(planned)).not.toThrow();
  });

  it("names some of many files, and counts the others", () => {
    const many = Array.from({ length: 30 }, (_, index) => fileOf(`new-${index}.pa.json`));
    const lines = linesOf(() => filesOfShard(plan, 1).check([...planned, ...many]));
    expect(lines.slice(-2)).toEqual(["10 more files differ from the plan.", expect.stringMatching(remedy)]);
    expect(lines).toHaveLength(22);
  });

  it("names the family that a file has become", () => {
    const files = planned.map((file, index) => (index === 0 ? { ...file, family: "spar" as const } : file));
    expect(linesOf(() => filesOfShard(plan, 1).check(files))[0]).toBe(
      "a.pa.json was planned as a file of pa, and is one of spar.",
    );
  });
});

function linesOf(work: () => void): readonly string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof UserError) return error.lines;
    throw error;
  }
  return [];
}

describe("--shard auto", () => {
  it("gives the tasks of each engine the shards 1 to their number, each once", () => {
    fc.assert(
      fc.property(task, ({ engine, ...place }) => {
        expect(readEngineShard(variablesOf(engine, place))).toEqual({
          index: place.position,
          total: place.total,
          engine: engine.name,
        });
      }),
    );
  });

  it("names the variable that is missing, empty, no number, or outside of the tasks", () => {
    const wrong = fc.constantFrom(undefined, "", " ", "x", "-1", "1.5", "1e2", "0x1", "٣", "9999999", "one of 8");
    fc.assert(
      fc.property(task, wrong, fc.nat(), ({ engine, ...place }, value, pick) => {
        const variables: Record<string, string> = variablesOf(engine, place);
        const names = Object.keys(variables).filter((name) => name !== engine.index || (value ?? "") !== "");
        const name = names[pick % names.length] ?? "";
        const { [name]: _, ...rest } = variables;
        expect(messageOf(value === undefined ? rest : { ...rest, [name]: value })).toContain(name);
      }),
    );
    fc.assert(
      fc.property(task, fc.constantFrom(-1, 1), ({ engine, ...place }, side) => {
        const outside = variablesOf(engine, { ...place, position: side < 0 ? 0 : place.total + 1 });
        const message = messageOf(outside);
        expect(message).toMatch(/^--shard auto: /);
        expect(message).toContain(engine.index);
      }),
    );
  });

  it("refuses a list of tasks, whose numbers do not say a position", () => {
    // sbatch --array=1,2,4,8
    const list = { SLURM_ARRAY_TASK_MIN: "1", SLURM_ARRAY_TASK_MAX: "8", SLURM_ARRAY_TASK_STEP: "1" };
    expect(messageOf({ ...list, SLURM_ARRAY_TASK_ID: "4", SLURM_ARRAY_TASK_COUNT: "4" })).toMatch(
      /no even numbers: SLURM_ARRAY_TASK_MIN is 1, SLURM_ARRAY_TASK_MAX is 8, .* Submit a range, such as --array=1-4/,
    );
  });

  it("names both engines where two have set their variables", () => {
    const message = messageOf({
      CI_NODE_INDEX: "1",
      CI_NODE_TOTAL: "2",
      JOB_COMPLETION_INDEX: "0",
      [COUNT_VARIABLE]: "2",
    });
    expect(message).toContain("CI_NODE_INDEX of GitLab (parallel), JOB_COMPLETION_INDEX of Kubernetes (Indexed Job)");
  });

  it("lists the variables that it looked for where there is no engine", () => {
    const message = messageOf({ CI_NODE_TOTAL: "1" });
    for (const { index } of engines) expect(message).toContain(index);
  });

  it("cites a source for each engine, and no two engines by the same variable", () => {
    for (const { source } of engines) expect(source).toMatch(/^https?:\/\//);
    expect(new Set(engines.map(({ index }) => index)).size).toBe(engines.length);
  });
});

test("the guide lists the variables of each engine", () => {
  const guide = readFileSync(path.join(import.meta.dirname, "../../../../docs/runs/engines.md"), "utf8");
  const code = (value: number | string) => (typeof value === "string" ? `\`${value}\`` : `${value}`);
  const rows = engines.map(
    ({ name, index, first, count }) => `| ${name} | ${code(index)} | ${code(first)} | ${code(count)} |`,
  );
  expect(
    guide
      .match(/^\| Engine \|.*\n.*\n((?:\|.*\n)+)/m)?.[1]
      ?.trim()
      .split("\n"),
  ).toEqual(rows);
});
