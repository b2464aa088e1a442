import { describe, expect, it } from "vitest";
import { describeCheckChanges } from "./describe-changes.ts";
import { readChecks } from "./read-checks.ts";

function changes(before: readonly object[], after: readonly object[]): readonly string[] {
  const [was, is] = [before, after].map((checks) => readChecks(JSON.stringify({ checks })).checks);
  return describeCheckChanges(was ?? [], is ?? []).map(({ text }) => text);
}

const between = (limits: object, more = {}) => ({ between: { column: "Weight", ...limits }, ...more });
const sum = (tolerance: number) => ({ sum: { column: "Weight", value: 100, tolerance } });

describe("the changes of a checks file", () => {
  it("name the rules that are new and gone, with their settings", () => {
    expect(
      changes([between({ max: 10 })], [{ units: "w*", notNull: { column: "Weight" }, because: "All of it." }]),
    ).toEqual([
      "Rule `notNull` (`column` `Weight`, `units` `w*`) added: `severity` `error`, `because` `All of it.`",
      "Rule `between` (`column` `Weight`) removed: `max` `10`, `severity` `error`",
    ]);
  });

  it.each([
    ["a larger largest number", between({ max: 10 }), between({ max: 20 }), "loosened: `max` `10` → `20`"],
    ["no largest number", between({ min: 0, max: 10 }), between({ min: 0 }), "loosened: `max` `10` → `none`"],
    ["a larger smallest number", between({ min: 1 }), between({ min: 2 }), "tightened: `min` `1` → `2`"],
    ["a wider tolerance", sum(0.01), sum(1), "loosened: `tolerance` `0.01` → `1`"],
    [
      "a warning",
      between({ max: 1 }),
      between({ max: 1 }, { severity: "warning" }),
      "loosened: `severity` `error` → `warning`",
    ],
    [
      "a second distance",
      { moved: { column: "W", atMost: 1 } },
      { moved: { column: "W", atMost: 1, atMostPercent: 5 } },
      "loosened: `atMostPercent` `none` → `5`",
    ],
    [
      "fewer days",
      { newestDate: { maxBusinessDays: 3 } },
      { newestDate: { maxBusinessDays: 1 } },
      "tightened: `maxBusinessDays` `3` → `1`",
    ],
    [
      "a tighter and a looser limit",
      between({ min: 0, max: 1 }),
      between({ min: 0.5, max: 2 }),
      "changed: `min` `0` → `0.5`, `max` `1` → `2`",
    ],
    [
      "another value",
      { sum: { column: "W", value: 1 } },
      { sum: { column: "W", value: 100 } },
      "changed: `value` `1` → `100`",
    ],
    ["another reason", between({ max: 1 }), between({ max: 1 }, { because: "x" }), "changed: `because` `none` → `x`"],
  ])("say what %s does", (_, before, after, text) => {
    expect(changes([before], [after])).toEqual([expect.stringMatching(/^Rule `\w+`/)]);
    expect(
      changes([before], [after])[0]?.endsWith(`) ${text}`) || changes([before], [after])[0]?.endsWith(`\` ${text}`),
    ).toBe(true);
  });

  it("are none for the same rules in another order or spelling", () => {
    expect(changes([sum(1), between({ min: 1, max: 2 })], [between({ max: 2, min: 1 }), sum(1)])).toEqual([]);
  });

  it("do not take a rule for another column or unit for the same", () => {
    expect(changes([between({ max: 1 })], [between({ max: 2 }, { units: "a" })])).toHaveLength(2);
  });

  it("show text as text", () => {
    expect(changes([], [between({ max: 1 }, { because: "`x`\n- y" })])[0]).toContain(
      "`because` `\\u{60}x\\u{60}\\n- y`",
    );
  });
});
