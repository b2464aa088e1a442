import { readParameterFile } from "@analytics-engines/core/parameters";
import type { Finding } from "@analytics-engines/runs/review";
import { describe, expect, it } from "vitest";
import { logOf } from "../../test/support/runner/process.ts";
import { log } from "../github/step.ts";
import { annotateFindings, type Source } from "./annotate.ts";

const text = `{
  "data": {
    "weights": {
      "componentid": "C"
    },
    "a/b~c": { "componentid": "C" }
  }
}`;

const file = readParameterFile(text, { path: "p/a.pa.json" });
const source: Source = {
  workspace: "/ws",
  workingDirectory: "/ws/book",
  parameters: (path) => (path === "p/a.pa.json" ? file : undefined),
};
const finding = (fields: Partial<Finding>): Finding => ({
  level: "error",
  path: "p/a.pa.json",
  unit: "weights",
  state: "failure",
  message: "No account",
  ...fields,
});

describe("annotateFindings", () => {
  it("points at the place that the service names, and at the unit where the file has no such place", () => {
    const pointers = ["/data/weights/componentid", "/data/weights/account/id"];
    const findings = pointers.map((pointer) =>
      finding({ refusal: { error: { source: { pointer } }, units: ["weights"] }, message: pointer }),
    );
    const { annotations } = logOf(() => annotateFindings(log, findings, source));
    expect(annotations.map(({ line }) => line)).toEqual(["4", "3"]);
  });

  it("points at the value that the text of the service names", () => {
    const error = { detail: "Invalid component identifier:C" };
    const findings = [finding({ unit: "a/b~c", refusal: { error, units: ["weights", "a/b~c"] } })];
    const { annotations } = logOf(() => annotateFindings(log, findings, source));
    expect(annotations).toMatchObject([{ line: "6", col: "31" }]);
  });

  it("points at the unit's own line, in the path from the root of the repository", () => {
    const { annotations } = logOf(() =>
      annotateFindings(log, [finding({}), finding({ unit: "a/b~c", level: "warning", message: "Stale" })], source),
    );
    expect(annotations).toEqual([
      {
        level: "error",
        message: "No account",
        title: "Unit weights failed",
        file: "book/p/a.pa.json",
        line: "3",
        col: expect.any(String),
      },
      {
        level: "warning",
        message: "Stale",
        title: "Unit a/b~c: warning",
        file: "book/p/a.pa.json",
        line: "6",
        col: expect.any(String),
      },
    ]);
  });

  it("points at the file's first line where there is no unit", () => {
    const { annotations } = logOf(() => annotateFindings(log, [finding({ unit: undefined })], source));
    expect(annotations).toMatchObject([{ title: "Job failed", file: "book/p/a.pa.json", line: "1" }]);
  });

  it("shows the ten that tell most and says how many more there are", () => {
    const many = Array.from({ length: 25 }, (_, index) => finding({ message: `Reason ${index}` }));
    const { annotations, lines } = logOf(() => annotateFindings(log, many, source));
    expect(annotations).toHaveLength(10);
    expect(lines).toEqual(["15 more errors: the job summary and manifest.json list them all."]);
  });

  it("keeps within GitHub's length, and cannot be broken by what the service says", () => {
    const message = `${"x".repeat(5000)}\n::error::y`;
    const { annotations, commands } = logOf(() =>
      annotateFindings(log, [finding({ message, unit: "u\n::error::z" })], source),
    );
    expect(commands).toEqual(["error"]);
    expect(annotations[0]?.message.length).toBeLessThanOrEqual(4096);
    expect(annotations[0]?.title).toBe("Unit u\\n::error::z failed");
  });
});
