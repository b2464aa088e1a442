import { describe, expect, it } from "vitest";
import { createFaults } from "./faults.ts";

const kinds = (rules: string[], targets: Parameters<ReturnType<typeof createFaults>["next"]>[0][], seed = 1) => {
  const faults = createFaults(rules, seed);
  return targets.map((target) => faults.next(target)?.kind);
};
const status = { operation: "pa.calculations.status", jobId: "a" };
const put = { operation: "pa.calculations.createOrUpdate", jobId: "a" };

describe("fault rules", () => {
  it("strike at the nth request of their kind only", () => {
    expect(kinds(["status#2=reset"], [status, put, status, status])).toEqual([
      undefined,
      undefined,
      "reset",
      undefined,
    ]);
  });

  it("count the requests of the job and the unit that they name", () => {
    const result = (jobId: string, unit: string) => ({ operation: "pa.calculations.result", jobId, unit });
    expect(kinds(["result@a/two#1=cut"], [result("a", "one"), result("b", "two"), result("a", "two")])).toEqual([
      undefined,
      undefined,
      "cut",
    ]);
  });

  it("strike every so many requests", () => {
    expect(kinds(["any*2=500"], [status, status, put, put])).toEqual([undefined, "500", undefined, "500"]);
  });

  it.each([
    ["create", true],
    ["createOrUpdate", true],
    ["pa.create", true],
    ["pa.calculations.createOrUpdate", true],
    ["calculations.create", true],
    ["vault.create", false],
    ["status", false],
    ["oauth.token", false],
  ])("know a PUT as %s: %s", (operation, known) => {
    expect(kinds([`${operation}=lost`], [put])).toEqual([known ? "lost" : undefined]);
  });

  it("are refused for operations that there are not", () => {
    expect(() => createFaults(["statos=500"], 1)).toThrow("statos");
  });

  it("leave connections to the rules about connections", () => {
    expect(kinds(["any=reset"], [{ operation: "connection" }])).toEqual([undefined]);
    expect(kinds(["connection=refused"], [{ operation: "connection" }, status])).toEqual(["refused", undefined]);
  });

  it("strike as often as they are likely, the same for the same seed", () => {
    const many = Array.from({ length: 2000 }, () => status);
    const struck = kinds(["status~5%=reset"], many).filter(Boolean).length;
    expect(struck).toBeGreaterThan(60);
    expect(struck).toBeLessThan(140);
    expect(kinds(["status~5%=reset"], many)).toEqual(kinds(["status~5%=reset"], many));
    expect(kinds(["status~5%=reset"], many, 2)).not.toEqual(kinds(["status~5%=reset"], many, 1));
    expect(kinds(["status~0%=reset"], many).some(Boolean)).toBe(false);
    expect(kinds(["status~100%=reset"], many).every(Boolean)).toBe(true);
  });

  it("strike first come first, one fault a request, and count what has happened", () => {
    const faults = createFaults(["status#1=500"], 1);
    faults.add("any=503");
    expect([faults.next(status)?.kind, faults.next(status)?.kind, faults.fired]).toEqual(["500", "503", 2]);
    faults.clear();
    expect([faults.next(status), faults.fired]).toEqual([undefined, 2]);
  });
});
