import { UserError } from "@analytics-engines/runs/progress";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createInputReader } from "./step.ts";

afterEach(() => vi.unstubAllEnvs());

const reader = (inputs: Record<string, string>) => {
  vi.unstubAllEnvs();
  for (const [name, value] of Object.entries(inputs)) vi.stubEnv(`INPUT_${name.toUpperCase()}`, value);
  return createInputReader();
};

function problemsOf(inputs: ReturnType<typeof reader>): readonly string[] {
  try {
    inputs.finish();
  } catch (error) {
    if (error instanceof UserError) return error.lines;
    throw error;
  }
  return [];
}

describe("inputs", () => {
  it("are read from the environment, trimmed, and absent where blank", () => {
    const inputs = reader({ "base-url": " https://x.example \n", token: "  " });
    expect(inputs.text("base-url")).toBe("https://x.example");
    expect(inputs.text("token")).toBeUndefined();
    expect(inputs.text("username")).toBeUndefined();
  });

  it("give lines without blanks and comments", () => {
    expect(reader({ files: "a/*.json\r\n\n  !a/b.json  \n# not this\n" }).lines("files")).toEqual([
      "a/*.json",
      "!a/b.json",
    ]);
    expect(reader({}).lines("files")).toEqual([]);
  });

  it("give flags, choices and numbers", () => {
    const inputs = reader({ wait: "False", mode: "b", count: "12", minutes: "0.5" });
    expect(inputs.flag("wait", true)).toBe(false);
    expect(inputs.flag("summary", true)).toBe(true);
    expect(inputs.choice("mode", ["a", "b"], "a")).toBe("b");
    expect(inputs.choice("other", ["a", "b"], "a")).toBe("a");
    expect(inputs.integer("count", 1, 12)).toBe(12);
    expect(inputs.positive("minutes", 60)).toBe(0.5);
    expect(problemsOf(inputs)).toEqual([]);
  });

  it("are refused together, each with what is allowed and none with its value", () => {
    const inputs = reader({
      wait: "hunter2",
      mode: "hunter2",
      count: "1e3",
      zero: "0",
      minutes: "-1",
      token: "hunter\n2",
    });
    inputs.flag("wait", true);
    inputs.choice("mode", ["a", "b"], "a");
    inputs.integer("count", 1, 500);
    inputs.integer("zero", 1, 500);
    inputs.positive("minutes", 60);
    inputs.line("token");
    expect(problemsOf(inputs)).toEqual([
      "Input wait must be true or false.",
      "Input mode must be one of: a, b.",
      "Input count must be a whole number from 1 to 500.",
      "Input zero must be a whole number from 1 to 500.",
      "Input minutes must be a number above 0 and up to 60.",
      "Input token must be one line.",
    ]);
  });
});
